package android.ranging;

/** The part of Google's class that the example uses. */
public final class RangingSession {
  /** What a session says. */
  public interface Callback {
    void onOpened();

    void onOpenFailed(int reason);

    void onStarted(RangingDevice peer, int technology);

    void onResults(RangingDevice peer, RangingData data);

    void onStopped(RangingDevice peer, int technology);

    void onClosed(int reason);
  }
}
