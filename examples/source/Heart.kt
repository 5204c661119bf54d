import android.os.VibrationEffect

/** To play it: `vibrator.vibrate(Heart.effect())`. */
object Heart {
    /** In milliseconds. */
    private val timings = longArrayOf(20, 105, 20, 688)

    /** 0 to 255. */
    private val amplitudes = intArrayOf(255, 0, 178, 0)

    /** The step from which it is repeated; -1 for none. */
    private const val REPEAT = -1

    fun effect(): VibrationEffect = VibrationEffect.createWaveform(timings, amplitudes, REPEAT)
}
