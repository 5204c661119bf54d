/// Logs of Android's UWB and ranging callbacks as CSV, in nanoseconds since boot; columns are found by name. Their angles
/// are in radians (platform) or degrees (Jetpack), which no log states, so their unit must be specified.
struct AndroidUWBTrace: HeaderedFormat {
  static let name = "android-uwb"
  static let summary = "Android UWB and ranging results as CSV, times in nanoseconds since boot"

  enum Column: String, LogColumn {
    case time = "elapsedrealtimenanos elapsed_realtime_nanos elapsedrealtimens"
    case distance = "distance_m distance distancemeters"
    case azimuth = "azimuth_deg azimuth_rad azimuth azimuthdegrees azimuthradians"
    case elevation = "elevation_deg elevation_rad elevation elevationdegrees elevationradians"
    case address = "address peer device"
    case event = "event result type"

    static let needed = "elapsedRealtimeNanos and distance_m"
    static let required: [Self] = [.time, .distance]
  }

  var lines = LineSplitter()
  private var clock = LogClock()
  var header: LogHeader<Column>?
  private let angleUnit: AngleUnit?

  init(options: ReadOptions) { angleUnit = options.angleUnit }

  mutating func read(_ row: LogRow<Column>, into sink: inout TraceSink) throws(ReadError) {
    let (line, header) = (row.line, row.header)
    let hasAngles = header.has(.azimuth) || header.has(.elevation)
    sink.report.carriesAngles = hasAngles && angleUnit != nil
    guard let time = row[.time].integer else { return try sink.rejectTime(row[.time], line) }
    // An incomplete word has another meaning than the complete word.
    guard !row.isCut(.distance),
      line.isClosed || !header.has(.event) || !row[.event].isEmpty
    else { return try sink.rejectCut(line) }
    let peer = BluetoothAddress.normalised(row[.address])
    var found = TraceRow.uwb(nil, peer: peer.isEmpty ? nil : peer)
    switch row[.event].string.lowercased() {
    case "position", "":
      if !row[.distance].isMissingValue {
        let range = try sink.decimal(row[.distance], "distance", line: line.number)
        guard let range else { return }
        found.sample.range = Meters(range)
      }
      readAngles(row, into: &found, &sink)
    case "initialized", "initialised": found.sample.event = .connected
    case "peer_disconnected", "peerdisconnected", "failure": found.sample.event = .disconnected
    default: return line.isClosed ? sink.ignore() : try sink.rejectCut(line)
    }
    try sink.accept(found, at: time, on: &clock, line: line.number)
  }

  private func readAngles(
    _ row: LogRow<Column>, into found: inout TraceRow, _ sink: inout TraceSink
  ) {
    let (azimuth, elevation) = (row.whole(.azimuth), row.whole(.elevation))
    guard let angleUnit else {
      guard [azimuth, elevation].contains(where: { $0?.isMissingValue == false }) else { return }
      return sink.warn(
        "angles of arrival are left out: the log does not say whether they are degrees or radians",
        .angleUnit)
    }
    found.azimuth = angleUnit.angle(in: azimuth)
    found.elevation = angleUnit.angle(in: elevation)
  }
}
