package android.ranging;

/** The part of Google's class that the example uses. */
public final class MotionState {
  public static final int MOTION_NOT_DETECTED = 0;

  public int getMotionState() { return MOTION_NOT_DETECTED; }
}
