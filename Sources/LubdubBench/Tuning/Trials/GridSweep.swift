/// A grid of settings over one recording.
public struct GridSweep: Sendable {
  /// One axis of the grid.
  public struct Axis: Sendable, Hashable {
    /// The key of the setting.
    public let key: String
    package let values: [SettingValue]

    package init(key: String, values: [SettingValue]) {
      self.key = key
      self.values = values
    }

    /// An axis with so many values in equal steps, both ends included.
    public init(key: String, from low: Double, to high: Double, count: Int) {
      guard count > 1 else {
        self.init(key: key, values: [.number(low)])
        return
      }
      let values = (0..<count).map { index in
        index == count - 1 ? high : low + (high - low) * Double(index) / Double(count - 1)
      }
      self.init(key: key, values: values.map { .number($0) })
    }
  }

  /// The axes; the last runs fastest.
  public let axes: [Axis]

  /// A grid.
  public init(_ axes: [Axis]) { self.axes = axes }

  /// How many points the grid has; `nil` when more than an `Int` holds.
  public var count: Int? {
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

  /// The configuration at a point of the grid.
  ///
  /// - Throws: `SettingError` for a key that is not one, or a value that it does not take.
  public func configuration(
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
