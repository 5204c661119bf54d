/// A calibration on recordings of touching devices. Its level decides whether Lubdub detects contact.
package struct ContactCalibration: Sendable, Hashable {
  /// The median range while the devices touch, minus the radio's curve and the slope, in m.
  package var bias: Determination
  package var readings: Int
  /// The bias in contact minus the bias of all distances, in m, for the setting `uwb.contactLevel`.
  package var level: Determination
}
