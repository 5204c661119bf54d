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

  let time: Int
  /// How many seconds the unit of the time is, where the name says it; else the size of a time does.
  let timeScale: Double?
  /// One, or two where a row has both ends.
  let ends: [End]
  /// The column that names the track of a row.
  let name: Int?
  let truth: Int?

  /// `nil` for a header that is not one of positions.
  init?(_ header: TableHeader) {
    func end(_ suffix: String, named name: String) -> End? {
      func column(_ stems: [String], _ units: [String]) -> Int? {
        header.place(of: stems.flatMap { stem in units.map { stem + suffix + $0 } })
      }
      guard let latitude = column(["lat", "latitude"], ["_deg", ""]),
        let longitude = column(["lon", "longitude", "lng", "long"], ["_deg", ""])
      else { return nil }
      return End(
        name: name, latitude: latitude, longitude: longitude,
        accuracy: column(
          ["accuracy", "horizontal_accuracy", "horizontalaccuracy", "hacc"], ["_m", ""]),
        deviation: column(["sd"], ["_m"]),
        dilution: column(["hdop"], [""]) ?? header.place(of: "hdop"),
        speed: column(["speed"], ["_mps", ""]),
        course: column(["course", "bearing", "heading"], ["_deg", ""]))
    }
    let clocks = ["t_s": 1, "time_s": 1, "t_ms": 1e-3, "time_ms": 1e-3]
    guard
      let time = header.place(
        of: "t_s", "time", "timestamp", "time_s", "utc", "datetime", "date_time", "unixtimemillis",
        "t_ms", "time_ms")
    else { return nil }
    if let both = end("_a", named: "a"), let other = end("_b", named: "b") {
      ends = [both, other]
    } else if let single = end("", named: "") {
      ends = [single]
    } else {
      return nil
    }
    self.time = time
    timeScale = clocks[header.names[time]]
    name = header.place(of: "peer", "player", "name", "id", "provider")
    truth = header.place(of: "truth_m")
  }
}
