struct PositionSink: LogSink {
  let options: PositionReadOptions
  private(set) var tracks: [Track] = []
  private(set) var truth: [(time: Seconds, distance: Meters)] = []
  var report = ReadReport()
  private var places: [String: Int] = [:]
  /// The fixes that wait for sorting.
  private var unsorted: [(fix: Fix, track: Int, line: Int)] = []

  init(_ options: PositionReadOptions) { self.options = options }

  private static let widest: Meters = 1_000_000

  /// Accepts a fix at a time in seconds.
  @discardableResult mutating func accept(
    _ place: Coordinate, at time: Double, _ deviation: Meters?, track name: String = "", line: Int
  ) -> Bool {
    guard time.isFinite, abs(time) <= 1e11 else {
      reject(.implausibleTime, line, "the time is \(Seconds(time))")
      return false
    }
    let index = index(of: name)
    // A deviation above 1,000 km means an unknown position, so it is limited.
    let fix = Fix(
      time: Seconds(time), place: place,
      deviation: deviation.flatMap { $0.value > 0 ? min($0, Self.widest) : nil })
    guard !options.sorts else {
      unsorted.append((fix, index, line))
      return true
    }
    return append(fix, index, line)
  }

  private mutating func append(_ fix: Fix, _ track: Int, _ line: Int) -> Bool {
    guard tracks[track].append(fix) else {
      reject(.timeBackwards, line, "the fix is earlier than the one before")
      return false
    }
    report.accepted += 1
    return true
  }

  /// Accepts the waiting fixes in the order of time.
  mutating func flush() {
    let places = unsorted.indices.sorted {
      (unsorted[$0].fix.time, $0) < (unsorted[$1].fix.time, $1)
    }
    for place in places {
      let (fix, track, line) = unsorted[place]
      _ = append(fix, track, line)
    }
    unsorted = []
  }

  /// Records a pause of the track. In a sorted track, only the times show pauses.
  mutating func noteGap(track name: String = "") {
    if !options.sorts { tracks[index(of: name)].noteGap() }
  }

  mutating func accept(truth distance: Double?, at time: Seconds) {
    guard let distance, distance >= 0, distance.isFinite, time >= truth.last?.time ?? time else {
      return
    }
    truth.append((time, Meters(distance)))
  }

  mutating func place(_ latitude: Double?, _ longitude: Double?, line: Int) -> Coordinate? {
    guard let latitude, let longitude else {
      reject(.notANumber, line, "latitude or longitude is not a number")
      return nil
    }
    let place = Coordinate(latitude: Degrees(latitude), longitude: Degrees(longitude))
    if place == nil {
      let other = Coordinate(latitude: Degrees(longitude), longitude: Degrees(latitude))
      reject(
        .implausiblePosition, line,
        "latitude \(latitude), longitude \(longitude)"
          + (other == nil ? "" : " (are they swapped?)"))
    }
    return place
  }

  private mutating func index(of name: String) -> Int {
    if let known = places[name] { return known }
    tracks.append(Track(name: name))
    places[name] = tracks.count - 1
    return tracks.count - 1
  }
}
