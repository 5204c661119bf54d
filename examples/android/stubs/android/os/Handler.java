package android.os;

public class Handler {
  public final boolean postAtTime(Runnable action, long uptimeMillis) {
    return true;
  }

  public final void removeCallbacks(Runnable action) {}
}
