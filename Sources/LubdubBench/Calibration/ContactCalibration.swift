public import Lubdub

/// What recordings of touching devices report: the bias that decides whether contact is felt.
public struct ContactCalibration: Sendable, Hashable {
  /// What the ranges read while the devices touch, once curve and slope are taken off, in m.
  public var bias: Determination
  /// Readings at contact that were used.
  public var readings: Int
  /// By how much this raises the bias of all distances; 0 where it was large enough before.
  public var raise: Meters

  /// Readings at contact come out this far beyond zero: with nothing to spare, contact is felt within
  /// 2 s in 73 % of the approaches, with 0.03 m in 97 % (docs/zones.md, "Bias decides contact").
  public static let allowance = Meters(0.025)
}
