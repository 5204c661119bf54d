public import ArgumentParser
import FileIO
import Quantities
import Ranging
public import Traces

/// `lubdub import`: a device log becomes a tidy trace.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Turn the log of a device or program into a tidy trace.",
    discussion: """
      The format is found by the content; --from names it where that fails. Rows of all links are \
      written unless --peer chooses one. What was read and what was rejected is said on standard \
      error.

      Examples:
        lubdub import capture.btsnoop -o trace.csv
        mosquitto_sub -v -F '%U %t %p' -t 'espresense/#' | lubdub import - --format ndjson
        lubdub import board.log --from qorvo --rate 10 --peer 0x0001
      """)

  @Argument(help: ArgumentHelp("The log; - is standard input.", valueName: "log"))
  var log: String?

  @Option(name: .shortAndLong, help: "Where the trace goes; - is standard output.")
  var output = "-"

  @OptionGroup var reading: LogOptions

  @Option(
    help: ArgumentHelp(
      "The unit of the log's angles of arrival: degrees or radians.", valueName: "unit"))
  var angles: AngleUnit?

  @Flag(help: "Write link events too (connected, disconnected, sent, …).")
  var events = false

  @Option(
    help: "How the trace is written: csv or ndjson; by default as the output's name ends, else csv."
  )
  var format: TraceWriter.Format?

  @Flag(help: "List the formats that are read.")
  var list = false

  func validate() throws {
    guard list || log != nil else { throw ValidationError("Missing expected argument '<log>'") }
    let name = output.lowercased()
    if format == nil, let ending = Self.foreignEndings.first(where: name.hasSuffix) {
      throw ValidationError("a trace is written as .csv or .ndjson, not as \(ending)")
    }
  }

  private static let foreignEndings = [".gz", ".json", ".parquet", ".xlsx", ".zip"]

  func run() throws {
    if list { return try writeFile(Self.formatList, to: "-") }
    guard let log else { return }
    try convert(log)
  }

  /// One line for each format.
  static var formatList: [UInt8] {
    let width = TraceFormats.all.map { $0.name.count }.max() ?? 0
    let lines = TraceFormats.all.map { format in
      let gap = String(repeating: " ", count: width - format.name.count + 2)
      return format.name + gap + format.summary + "\n"
    }
    return Array(lines.joined().utf8)
  }

  private var options: ReadOptions {
    var options = reading.readOptions
    options.angleUnit = angles
    return options
  }

  /// The way of writing that is asked for, or that the output's name ends with.
  var writtenFormat: TraceWriter.Format {
    let name = output.lowercased()
    let isNDJSON = name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl")
    return format ?? (isNDJSON ? .ndjson : .csv)
  }

  private func convert(_ log: String) throws {
    try OutputPaths.check([output], beside: [log])
    var reader = try TraceReader(path: log, options: options)
    var file = try OutputFile(path: output)
    var summary = ImportSummary()
    var block: [TraceRecord] = []
    var hasRows = try reader.nextBlock(into: &block)
    // Only now it is known which columns there are.
    var writer = TraceWriter(writtenFormat, hasAngles: reader.report.carriesAngles)
    while hasRows {
      // Our own trace is already tidy: it keeps its clock and its events.
      let isTidy = TraceWriter.Format(rawValue: reader.report.format) != nil
      for record in block where events || isTidy || record.observation.event == nil {
        let peer = record.peer.map { reader.peers[$0] }
        writer.write(summary.take(record, keepsClock: isTidy), peer: peer)
      }
      try file.write(writer.take())
      hasRows = try reader.nextBlock(into: &block)
    }
    try file.write(writer.take())
    let text = summary.text(log, reader.report, writesAngles: writer.hasAngles)
    if let peer = reading.peer, !reader.report.peers.contains(where: { $0.name == peer }) {
      throw UnknownLink(
        description: "\(log): no link \"\(peer)\"; \(ImportSummary.links(reader.report))")
    }
    try file.commit()
    Console.write(text + "\n", to: .error)
  }
}

extension TraceWriter.Format: ExpressibleByArgument {}

extension AngleUnit: ExpressibleByArgument {}

/// A link was asked for that the log does not have.
struct UnknownLink: Error, CustomStringConvertible {
  let description: String
}

/// What an import made of a log, in words.
struct ImportSummary {
  private var rows = 0
  private var absences = 0
  private var events = 0
  private var directions = 0
  private var first: Double?
  private var last = 0.0

  /// Counts a row and puts it on the output's clock, unless it keeps its own: seconds since the
  /// first row, in whole microseconds.
  mutating func take(_ record: TraceRecord, keepsClock: Bool) -> TraceRecord {
    var record = record
    let observation = record.observation
    let start = first ?? observation.time.value
    first = start
    last = ((observation.time.value - start) * 1e6).rounded() / 1e6
    if !keepsClock { record.observation.time = Seconds(last) }
    rows += 1
    if record.angles != .unknown { directions += 1 }
    if observation.event != nil {
      events += 1
    } else if observation.range == nil, observation.rssi == nil {
      absences += 1
    }
    return record
  }

  /// The summary that goes to standard error.
  ///
  /// - Parameters:
  ///   - log: The path of the log.
  ///   - report: What became of its rows.
  ///   - writesAngles: Whether the output has a place for angles of arrival.
  /// - Returns: A few lines, without a final line end.
  func text(_ log: String, _ report: ReadReport, writesAngles: Bool) -> String {
    let name = log == "-" ? "standard input" : log
    var head = "\(name): \(report.format), \(Self.count(rows, "row")) over \(last) s"
    if absences > 0 { head += ", \(absences) without a measurement" }
    if writesAngles, directions > 0 { head += ", \(directions) with angles of arrival" }
    if events > 0 { head += ", \(Self.count(events, "event"))" }
    var lines = [head]
    if !report.peers.isEmpty { lines.append(Self.links(report)) }
    if report.otherPeers > 0 {
      lines.append("\(Self.count(report.otherPeers, "row")) of other links left out")
    }
    if report.duplicates > 0 {
      lines.append("\(Self.count(report.duplicates, "repeated report")) dropped")
    }
    if report.ignored > 0 {
      lines.append(
        "\(Self.count(report.ignored, "line or record", "lines or records")) without a sample")
    }
    if report.rejected > 0 { lines.append("\(Self.count(report.rejected, "row")) rejected") }
    lines += report.rejectionLines.map { "  " + $0 }
    lines += report.warnings.map { "note: " + $0 }
    if !writesAngles, directions > 0 {
      lines.append(
        "note: the angles of arrival of \(Self.count(directions, "row")) are not written, because the "
          + "first row has no place for them")
    }
    return lines.joined(separator: "\n")
  }

  /// The links of a log with their rows, busiest first.
  static func links(_ report: ReadReport) -> String {
    guard !report.peers.isEmpty else { return "the log names no links" }
    let sorted = report.peersByRows
    let shown = sorted.prefix(20).map { "\(Console.visible($0.name)) (\($0.rows))" }
    let more = sorted.count > 20 ? ", and \(sorted.count - 20) more" : ""
    return "links: " + shown.joined(separator: ", ") + more
  }

  private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
  }
}
