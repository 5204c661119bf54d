package struct GridSweep: Sendable {
  package struct Axis: Sendable, Hashable {
    package let key: String
    package let values: [SettingValue]
  }

  /// The axes. The last axis varies fastest.
  package let axes: [Axis]

  package init(_ axes: [Axis]) { self.axes = axes }

  /// The number of points of the grid; `nil` if it exceeds an `Int`.
  package var count: Int? {
    axes.reduce(1 as Int?) { product, axis in
      guard let product else { return nil }
      let (result, isOver) = product.multipliedReportingOverflow(by: axis.values.count)
      return isOver ? nil : result
    }
  }

  package func values(at index: Int) -> [SettingValue] {
    var rest = index
    var values: [SettingValue] = []
    for axis in axes.reversed() {
      values.append(axis.values[rest % axis.values.count])
      rest /= axis.values.count
    }
    return values.reversed()
  }

  package func configuration(
    at index: Int, base: Configuration
  ) throws(SettingError) -> Configuration {
    var copy = base
    for (axis, value) in zip(axes, values(at: index)) {
      let place = try SettingPlace(axis.key)
      let parts = place.expanded(in: base)
      guard parts.count == 1 else {
        throw SettingError(
          key: axis.key,
          rule: "is a list of \(parts.count) numbers; name one of them, such as \(parts[0].name)")
      }
      try place.set(value, in: &copy)
    }
    try copy.validate()
    return copy
  }
}
