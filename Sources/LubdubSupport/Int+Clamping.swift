extension FixedWidthInteger {
  /// The whole part of a number, or the nearest representable value; 0 for NaN. Converts numbers of files and options, because
  /// `Int(_: Double)` ends the process for a number that doesn't fit.
  package init(clamping number: Double) {
    self = Self(exactly: number.rounded(.towardZero)) ?? (number > 0 ? .max : number < 0 ? .min : 0)
  }
}
