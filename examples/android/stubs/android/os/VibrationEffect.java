package android.os;

public abstract class VibrationEffect {
  public static VibrationEffect createOneShot(long milliseconds, int amplitude) {
    return null;
  }

  public static VibrationEffect createWaveform(long[] timings, int[] amplitudes, int repeat) {
    return null;
  }

  public static VibrationEffect createWaveform(long[] timings, int repeat) {
    return null;
  }

  public static Composition startComposition() {
    return new Composition();
  }

  public static final class Composition {
    public static final int PRIMITIVE_CLICK = 1;

    public Composition addPrimitive(int id, float scale, int delay) {
      return this;
    }

    public VibrationEffect compose() {
      return null;
    }
  }

  /** Since API level 36. */
  public static final class BasicEnvelopeBuilder {
    public BasicEnvelopeBuilder setInitialSharpness(float initialSharpness) {
      return this;
    }

    public BasicEnvelopeBuilder addControlPoint(float intensity, float sharpness, long durationMillis) {
      return this;
    }
  }

  /** Since API level 37.2. */
  public static final class Envelope {
    public static Envelope create(BasicEnvelopeBuilder builder) {
      return new Envelope();
    }
  }

  /** Since API level 37.2: developer.android.com/reference/android/os/VibrationEffect.Builder. */
  public static final class Builder {
    public Builder addEnvelope(long startTimeMillis, Envelope envelope) {
      return this;
    }

    public Builder setRepeatingEffect(long startTimeMillis, VibrationEffect effect, long durationMillis) {
      return this;
    }

    public VibrationEffect build() {
      return createOneShot(1, 1);
    }
  }
}
