package android.ranging;

/** The part of Google's class that the example uses. */
public final class RangingData {
  public int getRangingTechnology() { return 0; }
  public RangingMeasurement getDistance() { return null; }
  public boolean hasDistanceStandardDeviation() { return false; }
  public double getDistanceStandardDeviationMeters() { return 0; }
  public boolean hasRssi() { return false; }
  public int getRssi() { return 0; }
  public long getTimestampMillis() { return 0; }
}
