package android.ranging;

/** The part of Google's class that the example uses. */
public final class RangingMeasurement {
  public double getMeasurement() { return 0; }
  public int getConfidence() { return 0; }
}
