/// Logs of Android's UWB and ranging callbacks as CSV, in nanoseconds since boot; columns are found by name. Their angles
/// are radians of the platform or degrees of Jetpack, which no log shows, so their unit has to be given.
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
    // A word that is not finished says something else than the whole one.
    guard !row.isCut(.distance),
      line.isClosed || !header.has(.event) || !row[.event].isEmpty
    else { return try sink.rejectCut(line) }
    let peer = BluetoothAddress.normalised(row[.address])
    var sample = LogSample.uwb(nil, peer: peer.isEmpty ? nil : peer)
    switch row[.event].string.lowercased() {
    case "position", "":
      if !row[.distance].isMissingValue {
        let range = try sink.decimal(row[.distance], "distance", line: line.number)
        guard let range else { return }
        sample.range = range
      }
      readAngles(row, into: &sample, &sink)
    case "initialized", "initialised": sample.event = .connected
    case "peer_disconnected", "peerdisconnected", "failure": sample.event = .disconnected
    default: return line.isClosed ? sink.ignore() : try sink.rejectCut(line)
    }
    try sink.accept(sample, at: time, on: &clock, line: line.number)
  }

  private func readAngles(
    _ row: LogRow<Column>, into sample: inout LogSample, _ sink: inout TraceSink
  ) {
    let (azimuth, elevation) = (row.whole(.azimuth), row.whole(.elevation))
    guard let angleUnit else {
      let hasAngles = [azimuth, elevation].contains { $0?.isMissingValue == false }
      return hasAngles ? sink.warnOfAngles() : ()
    }
    sample.azimuth = angleUnit.angle(in: azimuth)
    sample.elevation = angleUnit.angle(in: elevation)
  }
}
