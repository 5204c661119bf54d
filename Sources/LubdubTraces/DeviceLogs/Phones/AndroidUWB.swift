import Lubdub
import LubdubGround

/// Logs of Android's UWB and ranging callbacks as CSV, with times in nanoseconds since boot. There is no standard file;
/// columns are found by name. The platform's own service gives angles in radians, the Jetpack library documents
/// degrees, and a log does not show which of them an app wrote. So their unit has to be given.
struct AndroidUWBTrace: HeaderedFormat {
  static let name = "android-uwb"
  static let summary = "Android UWB and ranging results as CSV, times in nanoseconds since boot"

  struct Columns: LogColumns {
    static let needed = "elapsedRealtimeNanos and distance_m"
    let count: Int
    let time: Int
    let distance: Int
    let azimuth: Int?
    let elevation: Int?
    let address: Int?
    let event: Int?

    init?(_ columns: TableHeader) {
      let time = columns.place(
        of: "elapsedrealtimenanos", "elapsed_realtime_nanos", "elapsedrealtimens")
      let distance = columns.place(of: "distance_m", "distance", "distancemeters")
      guard let time, let distance else { return nil }
      self.time = time
      self.distance = distance
      azimuth = Self.angle("azimuth", columns)
      elevation = Self.angle("elevation", columns)
      address = columns.place(of: "address", "peer", "device")
      event = columns.place(of: "event", "result", "type")
      count = columns.names.count
    }

    private static func angle(_ name: String, _ columns: TableHeader) -> Int? {
      columns.place(
        of: "\(name)_deg", "\(name)_rad", name, "\(name)degrees", "\(name)radians")
    }
  }

  var lines = LineSplitter()
  private var clock = LogClock()
  var columns: Columns?
  private let angleUnit: AngleUnit?

  init(options: ReadOptions) {
    angleUnit = options.angleUnit
  }

  mutating func read(
    _ fields: [LogText], _ columns: Columns, _ line: LogLine, into sink: inout TraceSink
  ) throws(ReadError) {
    let hasAngles = columns.azimuth != nil || columns.elevation != nil
    sink.report.carriesAngles = hasAngles && angleUnit != nil
    guard let time = fields[columns.time].integer else {
      return try sink.reject(
        .missingTime, line: line.number,
        "elapsedRealtimeNanos is \(Excerpt.quote(fields[columns.time]))")
    }
    let isCut = !line.isClosed && columns.distance == columns.count - 1
    guard !isCut else {
      return try sink.reject(.damaged, line: line.number, "the last line is cut short")
    }
    try read(fields, columns, at: time, line, into: &sink)
  }

  private mutating func read(
    _ fields: [LogText], _ columns: Columns, at time: Int64, _ line: LogLine,
    into sink: inout TraceSink
  ) throws(ReadError) {
    // A word that is not finished says something else than the whole one.
    guard line.isClosed || fields.field(columns.event)?.isEmpty != true else {
      return try sink.reject(.damaged, line: line.number, "the last line is cut short")
    }
    let peer = fields.field(columns.address).map(BluetoothAddress.normalised)
    let kind = fields.field(columns.event)?.string.lowercased() ?? "position"
    var sample = LogSample.uwb(nil, peer: peer.flatMap { $0.isEmpty ? nil : $0 })
    switch kind {
    case "position", "":
      let distance = fields[columns.distance]
      if !distance.isMissingValue {
        guard let range = try sink.decimal(distance, "distance", line: line.number) else { return }
        sample.range = range
      }
      readAngles(fields, columns, line, into: &sample, &sink)
    case "initialized", "initialised": sample.event = .connected
    case "peer_disconnected", "peerdisconnected", "failure": sample.event = .disconnected
    default:
      return line.isClosed
        ? sink.ignore()
        : try sink.reject(.damaged, line: line.number, "the last line is cut short")
    }
    try sink.accept(sample, at: time, on: &clock, line: line.number)
  }

  private func readAngles(
    _ fields: [LogText], _ columns: Columns, _ line: LogLine, into sample: inout LogSample,
    _ sink: inout TraceSink
  ) {
    let azimuth = line.whole(fields, columns.azimuth)
    let elevation = line.whole(fields, columns.elevation)
    guard let angleUnit else {
      let hasAngles = [azimuth, elevation].contains { $0?.isMissingValue == false }
      return hasAngles ? sink.warnOfAngles() : ()
    }
    sample.azimuth = angleUnit.angle(in: azimuth)
    sample.elevation = angleUnit.angle(in: elevation)
  }
}
