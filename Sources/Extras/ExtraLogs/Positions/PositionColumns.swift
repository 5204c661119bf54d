internal import Text

/// Where a table of positions keeps its columns, found by their names in any order.
struct PositionColumns {
  /// The columns of one end.
  struct End {
    let name: String
    let latitude: Int
    let longitude: Int
    let accuracy: Int?
    let deviation: Int?
    let dilution: Int?
    let speed: Int?
    let course: Int?
  }

  let separator: Unicode.Scalar
  let count: Int
  let time: Int
  /// Whether the time is in seconds whatever its size.
  let isRelative: Bool
  /// One, or two where a row has both ends.
  let ends: [End]
  /// The column that names the track of a row.
  let name: Int?
  let truth: Int?

  /// `nil` for a line that is no header of positions.
  init?(header: LogText) {
    separator =
      [",", ";", "\t"].max {
        header.parts(separatedBy: $0).count < header.parts(separatedBy: $1).count
      } ?? ","
    let names = header.parts(separatedBy: separator).map {
      Array($0.trimmed.filter { $0 != 0x22 })[...].string.lowercased()
    }
    func place(_ candidates: [String]) -> Int? {
      candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
    func end(_ suffix: String, named name: String) -> End? {
      func column(_ stems: [String], _ units: [String]) -> Int? {
        place(stems.flatMap { stem in units.map { stem + suffix + $0 } })
      }
      guard let latitude = column(["lat", "latitude"], ["_deg", ""]),
        let longitude = column(["lon", "longitude", "lng", "long"], ["_deg", ""])
      else { return nil }
      return End(
        name: name, latitude: latitude, longitude: longitude,
        accuracy: column(
          ["accuracy", "horizontal_accuracy", "horizontalaccuracy", "hacc"], ["_m", ""]),
        deviation: column(["sd"], ["_m"]), dilution: column(["hdop"], [""]) ?? place(["hdop"]),
        speed: column(["speed"], ["_mps", ""]),
        course: column(["course", "bearing", "heading"], ["_deg", ""]))
    }
    guard
      let time = place([
        "t_s", "time", "timestamp", "time_s", "utc", "datetime", "date_time", "unixtimemillis",
      ])
    else { return nil }
    if let both = end("_a", named: "a"), let other = end("_b", named: "b") {
      ends = [both, other]
    } else if let single = end("", named: "") {
      ends = [single]
    } else {
      return nil
    }
    self.time = time
    isRelative = ["t_s", "time_s"].contains(names[time])
    name = place(["peer", "player", "name", "id", "provider"])
    truth = place(["truth_m"])
    count = names.count
  }
}
