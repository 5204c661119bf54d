extension Double {
  /// The natural logarithm of 10: what turns decades, and so decibels, into natural units.
  @inlinable package static var naturalLogarithmOf10: Double { 2.302_585_092_994_045_7 }
}
