package android.ranging;

/** The part of Google's class that the example uses. */
public final class RangingDevice {
  public java.util.UUID getUuid() { return new java.util.UUID(0, 0); }
}
