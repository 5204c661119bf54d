struct StrokeColumns {
  enum Clock {
    case seconds
    case milliseconds
    /// A time without a unit: seconds, or milliseconds if the values show it.
    case unknown
    /// The clock of Wacom's tables, in which a stroke begins at milliseconds since 1970 and continues in seconds.
    case mixed
  }

  let stroke: Int?
  let time: Int
  let clock: Clock
  let x: Int
  let y: Int
  let pressure: Int?
  /// The column that is 0 while the pen is in the air.
  let contact: Int?
  let scale: SurfaceScale?

  private static let clocks: [(names: [String], clock: Clock)] = [
    (["t_s", "time_s"], .seconds),
    (["t_ms", "time_ms", "timestamp_ms", "timestamp"], .milliseconds),
    (["t", "time"], .unknown),
    (["sensor_timestamp"], .mixed),
  ]
  private static let names: [(x: String, y: String, scale: SurfaceScale?)] = [
    ("x_mm", "y_mm", .millimeters), ("x_cm", "y_cm", SurfaceScale(unit: 0.01)),
    ("x_m", "y_m", SurfaceScale(unit: 1)), ("x_in", "y_in", SurfaceScale(unit: 0.0254)),
    ("x_px", "y_px", nil), ("x", "y", nil), ("spline_x", "spline_y", nil),
  ]

  init?(_ header: TableHeader) {
    let clocks = Self.clocks.lazy.compactMap { names, clock in
      header.place(of: names).map { (place: $0, clock: clock) }
    }
    let places = Self.names.lazy.compactMap { x, y, scale -> (x: Int, y: Int, SurfaceScale?)? in
      guard let x = header.place(of: x), let y = header.place(of: y) else { return nil }
      return (x, y, scale)
    }
    guard let time = clocks.first, let place = places.first else { return nil }
    (self.time, clock) = time
    (x, y, scale) = place
    stroke = header.place(of: "stroke", "stroke_id", "gesture", "idx", "id")
    pressure = header.place(of: "pressure", "p", "force", "sensor_pressure")
    contact = header.place(of: "buttons", "pen", "down")
  }
}
