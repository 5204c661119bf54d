package lubdub;

/** The functions of heartbeat_jni.c: a live session behind a number. Texts are JSON of lubdub.h in UTF-8. */
final class Session {
  static {
    System.loadLibrary("heartbeat");
  }

  private Session() {}

  static native long make(byte[] options);

  /** A sample of the peer, which is null where there is one. */
  static native byte[] process(
      long live,
      byte[] peer,
      double time,
      double range,
      double deviation,
      double power,
      int event,
      double now);

  /** What was learned of the peer: settings for its next session. */
  static native byte[] learned(long live, byte[] peer);

  static native byte[] pass(long live, double now);

  static native double nextWake(long live);

  static native byte[] suspend(long live, boolean suspended, double now);

  static native void release(long live);
}
