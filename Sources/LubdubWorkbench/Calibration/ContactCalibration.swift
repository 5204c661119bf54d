/// What recordings of touching devices report: the level that decides whether contact is felt.
package struct ContactCalibration: Sendable, Hashable {
  /// What the ranges read while the devices touch, once curve and slope are taken off, in m.
  package var bias: Determination
  package var readings: Int
  /// What is left of it once the bias of all distances is off: the setting `uwb.contactLevel`, in m.
  package var level: Determination
}
