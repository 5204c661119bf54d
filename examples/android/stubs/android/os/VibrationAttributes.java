package android.os;

public final class VibrationAttributes {
  public static final int USAGE_MEDIA = 19;

  private VibrationAttributes() {}

  public static VibrationAttributes createForUsage(int usage) {
    return new VibrationAttributes();
  }
}
