/// A channel of an InkML trace format (InkML 3.2.1).
struct InkChannel {
  /// The name, such as `X`, `Y`, `T`, or `F`.
  var name: String
  /// The unit; empty if it is not stated.
  var units = ""
  var minimum: Double?
  var maximum: Double?
}

extension InkChannel {
  init?(tag: LogText) {
    guard let name = XMLScanner.attribute("name", of: tag)?.string else { return nil }
    self.init(
      name: name, units: XMLScanner.attribute("units", of: tag)?.string ?? "",
      minimum: XMLScanner.attribute("min", of: tag)?.decimal,
      maximum: XMLScanner.attribute("max", of: tag)?.decimal)
  }

  static let usual = [InkChannel(name: "X"), InkChannel(name: "Y")]

  /// The length of a unit; `nil` for units of the device.
  var scale: SurfaceScale? {
    switch units {
    case "mm": .millimeters
    case "cm": SurfaceScale(unit: 0.01)
    case "m": SurfaceScale(unit: 1)
    case "in": SurfaceScale(unit: 0.0254)
    case "himetric": SurfaceScale(unit: 1e-5)
    default: nil
    }
  }

  /// A value of this channel as a time in seconds. Without a unit, values are in milliseconds.
  func seconds(_ value: Double) -> Double { units == "s" ? value : value / 1000 }

  /// A force as a share of the channel's range; if the channel has no range, the value itself.
  func share(_ value: Double) -> Double {
    guard let maximum, maximum > minimum ?? 0 else { return value }
    return (value - (minimum ?? 0)) / (maximum - (minimum ?? 0))
  }
}
