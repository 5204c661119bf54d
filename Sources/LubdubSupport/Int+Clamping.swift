extension FixedWidthInteger {
  /// The whole part of a number, or the nearest value that the type holds; 0 for NaN. Numbers of files and options are
  /// converted by it, because `Int(_: Double)` ends the process on what it cannot hold.
  package init(clamping number: Double) {
    self = Self(exactly: number.rounded(.towardZero)) ?? (number > 0 ? .max : number < 0 ? .min : 0)
  }
}
