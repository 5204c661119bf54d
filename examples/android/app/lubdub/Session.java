package lubdub;

/** The functions of heartbeat_jni.c: a live session behind a number. Texts are JSON of lubdub.h in UTF-8. */
final class Session {
  static {
    System.loadLibrary("heartbeat");
  }

  private Session() {}

  static native long make(byte[] options);

  static native byte[] process(
      long live, double time, double range, double deviation, double power, int event, double now);

  static native byte[] pass(long live, double now);

  static native double nextWake(long live);

  static native byte[] suspend(long live, boolean suspended, double now);

  static native void release(long live);
}
