/// Calibration on recordings of touching devices: the level that decides whether contact is felt.
package struct ContactCalibration: Sendable, Hashable {
  /// The median range while the devices touch, once curve and slope are taken off, in m.
  package var bias: Determination
  package var readings: Int
  /// `bias` minus the bias of all distances: the setting `uwb.contactLevel`, in m.
  package var level: Determination
}
