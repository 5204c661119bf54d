package lubdub;

/** The functions of heartbeat_jni.c: a live session behind a number. Texts are JSON arrays of lubdub.h. */
final class Session {
  static {
    System.loadLibrary("heartbeat");
  }

  private Session() {}

  static native long make(String options);

  static native String process(
      long live, double time, double range, double power, int event, double now);

  static native String pass(long live, double now);

  static native double nextWake(long live);

  static native String suspend(long live, boolean suspended, double now);

  static native void release(long live);
}
