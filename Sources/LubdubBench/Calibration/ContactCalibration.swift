/// What recordings of touching devices report: the level that decides whether contact is felt.
public struct ContactCalibration: Sendable, Hashable {
  /// What the ranges read while the devices touch, once curve and slope are taken off, in m.
  public var bias: Determination
  /// Readings at contact that were used.
  public var readings: Int
  /// What is left of it once the bias of all distances is off: the setting `uwb.contactLevel`, in m.
  public var level: Determination
}
