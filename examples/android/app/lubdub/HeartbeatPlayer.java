package lubdub;

import android.content.Context;
import android.os.Handler;
import android.os.SystemClock;
import android.os.VibrationAttributes;
import android.os.VibrationEffect;
import android.os.Vibrator;
import android.os.VibratorManager;
import android.ranging.MotionState;
import android.ranging.RangingData;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Plays a live heartbeat on Android: beats come ahead by the lead, and are handed to the vibrator at their time.
 *
 * <p>One thread: that of the handler. Its clock is the time since the device was started, sleep included, which is
 * also that of `ScanResult.getTimestampNanos` and of UWB ranging results.
 */
final class HeartbeatPlayer {
  // Events by their numbers in lubdub.h.
  private static final int NO_EVENT = 0;
  private static final int STILL = 18;
  private static final int MOVING = 19;

  // Haptics are part of the content: the user's strength for media counts, and no call or alarm is imitated.
  private static final VibrationAttributes ATTRIBUTES =
      VibrationAttributes.createForUsage(VibrationAttributes.USAGE_MEDIA);

  private final Handler handler;
  private final Vibrator vibrator;
  private final long live;
  private final Map<String, Runnable> pending = new HashMap<>();
  private final Runnable wake = this::wake;

  /**
   * A player of the peer that is nearest.
   *
   * @param learned What `learned` gave of each peer after the last session, as a JSON object by name; `{}` for nothing.
   */
  HeartbeatPlayer(Context context, Handler handler, String learned) {
    this.handler = handler;
    VibratorManager manager =
        (VibratorManager) context.getSystemService(Context.VIBRATOR_MANAGER_SERVICE);
    vibrator = manager.getDefaultVibrator();
    // Signal strength is stamped by the controller, and arrives up to a quarter of a second later.
    String options =
        "{\"lead\": 0.1, \"peers\": \"nearest\", \"learned\": "
            + learned
            + ", \"settings\": {\"live.reorder\": 0.25}}";
    live = Session.make(options.getBytes(StandardCharsets.UTF_8));
  }

  /** Now, in seconds since the device was started. */
  private static double now() {
    return SystemClock.elapsedRealtimeNanos() * 1e-9;
  }

  /** A range, with the time of the ranging result, and its standard deviation where the device states one (Android 36.1). */
  void range(String peer, RangingData data, long elapsedNanos) {
    if (data.getDistance() == null) return;
    double deviation =
        data.hasDistanceStandardDeviation() ? data.getDistanceStandardDeviationMeters() : Double.NaN;
    double metres = data.getDistance().getMeasurement();
    process(peer, elapsedNanos * 1e-9, metres, deviation, Double.NaN, NO_EVENT);
  }

  /** A signal strength in dBm, with `ScanResult.getTimestampNanos`. */
  void signalStrength(String peer, int rssi, long elapsedNanos) {
    process(peer, elapsedNanos * 1e-9, Double.NaN, Double.NaN, rssi, NO_EVENT);
  }

  /** The peer reports how it moves (`RangingSession.Callback.onMotionReceived`, Android 37). */
  void motion(String peer, MotionState state) {
    int event = state.getMotionState() == MotionState.MOTION_NOT_DETECTED ? STILL : MOVING;
    process(peer, now(), Double.NaN, Double.NaN, Double.NaN, event);
  }

  private void process(
      String peer, double time, double range, double deviation, double power, int event) {
    byte[] name = peer.getBytes(StandardCharsets.UTF_8);
    take(Session.process(live, name, time, range, deviation, power, event, now()));
  }

  /** What was learned of a peer that was heard, to be kept for its next session. */
  String learned(String peer) {
    byte[] name = peer.getBytes(StandardCharsets.UTF_8);
    return new String(Session.learned(live, name), StandardCharsets.UTF_8);
  }

  /** The activity is no longer in front: everything that is planned is taken back. */
  void pause() {
    take(Session.suspend(live, true, now()));
    handler.removeCallbacks(wake);
    vibrator.cancel();
  }

  /** The activity is in front again. */
  void resume() {
    take(Session.suspend(live, false, now()));
  }

  /** The end. */
  void close() {
    pause();
    Session.release(live);
  }

  private void wake() {
    take(Session.pass(live, now()));
  }

  /** Plays what was handed out, and sees to it that time passes when it has to. */
  private void take(byte[] events) {
    for (Event event : Event.all(events)) {
      switch (event.name) {
        case "beat" -> schedule(event);
        case "cancelled", "played" -> remove(event);
        case "contact" -> feel(event);
        default -> {}
      }
    }
    double next = Session.nextWake(live);
    handler.removeCallbacks(wake);
    if (!Double.isNaN(next)) handler.postAtTime(wake, uptime(next));
  }

  private void schedule(Event beat) {
    Runnable play = () -> vibrator.vibrate(effect(beat), ATTRIBUTES);
    pending.put(name(beat), play);
    handler.postAtTime(play, uptime(beat.time));
  }

  /** Two peers may have beats of one id. */
  private static String name(Event beat) {
    return beat.peer + "\n" + beat.id;
  }

  private void remove(Event beat) {
    Runnable play = pending.remove(name(beat));
    // A beat whose time has passed may still wait in the handler; it is played.
    if (play != null && beat.name.equals("cancelled")) handler.removeCallbacks(play);
  }

  /** The handler's clock stands still while the device sleeps, so the distance from now counts. */
  private static long uptime(double time) {
    return SystemClock.uptimeMillis() + Math.max(0, Math.round(1000 * (time - now())));
  }

  /** A contact that lasts is one vibration, as strong as the session says; a phone plays a new one in its place. */
  private void feel(Event contact) {
    if (contact.state.equals("ended")) {
      vibrator.cancel();
      return;
    }
    vibrator.vibrate(
        VibrationEffect.createOneShot(30_000, amplitude(contact.intensity)), ATTRIBUTES);
  }

  /** Where the device has ticks and all are taps: ticks. Where it has amplitudes: those. Or else on and off. */
  private VibrationEffect effect(Event beat) {
    boolean isTapped = beat.taps.stream().allMatch(tap -> tap.duration() == 0);
    if (isTapped
        && vibrator.areAllPrimitivesSupported(VibrationEffect.Composition.PRIMITIVE_CLICK)) {
      VibrationEffect.Composition composition = VibrationEffect.startComposition();
      double end = 0;
      for (Event.Tap tap : beat.taps) {
        int delay = (int) Math.round(1000 * Math.max(0, tap.time() - beat.time - end));
        composition.addPrimitive(
            VibrationEffect.Composition.PRIMITIVE_CLICK, (float) tap.intensity(), delay);
        end = tap.time() - beat.time;
      }
      return composition.compose();
    }
    // Pairs of a pause and a vibration.
    long[] timings = new long[2 * beat.taps.size()];
    int[] amplitudes = new int[timings.length];
    long end = 0;
    for (int index = 0; index < beat.taps.size(); index++) {
      Event.Tap tap = beat.taps.get(index);
      long start = Math.max(end, Math.round(1000 * (tap.time() - beat.time)));
      long length = Math.max(SHORTEST, Math.round(1000 * tap.duration()));
      timings[2 * index] = start - end;
      timings[2 * index + 1] = length;
      amplitudes[2 * index + 1] = amplitude(tap.intensity());
      end = start + length;
    }
    return vibrator.hasAmplitudeControl()
        ? VibrationEffect.createWaveform(timings, amplitudes, -1)
        : VibrationEffect.createWaveform(timings, -1);
  }

  /** What a motor needs to be felt, in ms. */
  private static final long SHORTEST = 30;

  private static int amplitude(double intensity) {
    return Math.min(255, Math.max(1, (int) Math.round(255 * intensity)));
  }
}
