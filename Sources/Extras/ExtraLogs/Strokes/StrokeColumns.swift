internal import Strokes
internal import Text

/// Where a table of strokes keeps its columns, found by their names in any order.
struct StrokeColumns {
  /// What a time is measured in.
  enum Clock {
    case seconds
    case milliseconds
    /// Without a unit: seconds, or milliseconds where the values say so.
    case unknown
    /// Wacom's tables: a stroke begins at milliseconds since 1970, and goes on in seconds.
    case mixed
  }

  let separator: Unicode.Scalar
  let count: Int
  let stroke: Int?
  let time: Int
  let clock: Clock
  let x: Int
  let y: Int
  let pressure: Int?
  /// The column that is 0 while the pen is in the air.
  let contact: Int?
  /// How long a unit is, where the names say so.
  let scale: SurfaceScale?

  /// `nil` for a line that is no header of strokes.
  init?(header: LogText) {
    separator =
      [",", ";", "\t"].max {
        header.parts(separatedBy: $0).count < header.parts(separatedBy: $1).count
      } ?? ","
    let names = header.parts(separatedBy: separator).map {
      Array($0.trimmed.filter { $0 != 0x22 })[...].string.lowercased()
    }
    func place(_ candidates: String...) -> Int? {
      candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
    if let place = place("t_s", "time_s") {
      (time, clock) = (place, .seconds)
    } else if let place = place("t_ms", "time_ms", "timestamp_ms", "timestamp") {
      (time, clock) = (place, .milliseconds)
    } else if let place = place("t", "time") {
      (time, clock) = (place, .unknown)
    } else if let place = place("sensor_timestamp") {
      (time, clock) = (place, .mixed)
    } else {
      return nil
    }
    if let x = place("x_mm"), let y = place("y_mm") {
      (self.x, self.y, scale) = (x, y, .millimeters)
    } else if let x = place("x_px", "x", "spline_x"), let y = place("y_px", "y", "spline_y") {
      (self.x, self.y, scale) = (x, y, nil)
    } else {
      return nil
    }
    stroke = place("stroke", "stroke_id", "gesture", "idx", "id")
    pressure = place("pressure", "p", "force", "sensor_pressure")
    contact = place("buttons", "pen", "down")
    count = names.count
  }
}
