package android.os;

public abstract class Vibrator {
  public final boolean areAllPrimitivesSupported(int... ids) {
    return true;
  }

  public abstract boolean hasAmplitudeControl();

  public abstract void cancel();

  public void vibrate(VibrationEffect effect, VibrationAttributes attributes) {}
}
