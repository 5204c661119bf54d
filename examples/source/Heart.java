import android.os.VibrationEffect;

/** To play it: {@code vibrator.vibrate(Heart.effect())}. */
final class Heart {
  /** In milliseconds. */
  private static final long[] TIMINGS = {20, 105, 20, 688};

  /** 0 to 255. */
  private static final int[] AMPLITUDES = {255, 0, 178, 0};

  /** The step from which it is repeated; -1 for none. */
  private static final int REPEAT = -1;

  private Heart() {}

  static VibrationEffect effect() {
    return VibrationEffect.createWaveform(TIMINGS, AMPLITUDES, REPEAT);
  }
}
