package android.os;

public final class SystemClock {
  public static long elapsedRealtimeNanos() {
    return 0;
  }

  public static long uptimeMillis() {
    return 0;
  }
}
