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
}
