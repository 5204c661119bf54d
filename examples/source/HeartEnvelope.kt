import android.os.VibrationEffect

/**
 * A beat as an envelope, for Android 37.2 and later. To play it until it is canceled: `vibrator.vibrate(HeartEnvelope.endless())`.
 * A device without envelopes plays a substitute of Android's. The draft of `BeatingEnvelopeBuilder`, whose beats have no lub and
 * dub, was in no released API in August 2026.
 */
object HeartEnvelope {
    /** Intensity and sharpness, and the milliseconds until they are reached. */
    private class Point(val intensity: Float, val sharpness: Float, val milliseconds: Long)

    private val points = listOf(
        Point(1f, 0.5f, 20), Point(0f, 0.5f, 20), Point(0f, 0.3f, 110), Point(0.7f, 0.3f, 20), Point(0f, 0.3f, 20)
    )

    /** From one beat to the next, in milliseconds. */
    private const val PERIOD = 833L

    fun beat(): VibrationEffect {
        val builder = VibrationEffect.BasicEnvelopeBuilder().setInitialSharpness(points[0].sharpness)
        for (point in points) builder.addControlPoint(point.intensity, point.sharpness, point.milliseconds)
        return VibrationEffect.Builder().addEnvelope(0, VibrationEffect.Envelope.create(builder)).build()
    }

    fun endless(): VibrationEffect = VibrationEffect.Builder().setRepeatingEffect(0, beat(), PERIOD).build()
}
