struct PositionColumns {
  struct End {
    let name: String
    let latitude: Int
    let longitude: Int
    let accuracy: Int?
    let deviation: Int?
    let dilution: Int?
  }

  let time: Int
  /// The number of seconds in the unit of the time, if the name states it. Otherwise, the size of a time determines the
  /// unit.
  let timeScale: Double?
  /// The ends of a row: one, or two if a row has both ends.
  let ends: [End]
  let name: Int?
  let truth: Int?

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
        dilution: column(["hdop"], [""]) ?? header.place(of: "hdop"))
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

enum PositionTime {
  /// Reads a time in seconds: ISO 8601, or a number. A column such as `t_s` determines the unit.
  static func seconds(_ text: LogText, scale: Double? = nil) -> Double? {
    if let number = text.decimal { return scale.map { number * $0 } ?? seconds(number) }
    return CivilTime.nanoseconds(text).map { Double($0) / 1e9 }
  }

  /// The seconds of a number. Depending on its size, the number is in milliseconds or microseconds since 1970, in seconds,
  /// or a day number of Excel with a fraction, whose day 25569 is 1970-01-01.
  static func seconds(_ number: Double) -> Double? {
    guard number.isFinite else { return nil }
    if abs(number) >= 1e14 { return number / 1e6 }
    if abs(number) >= 1e11 { return number / 1e3 }
    let isDay = (20_000..<80_000).contains(number) && number != number.rounded()
    return isDay ? (number - 25_569) * 86_400 : number
  }
}
