#if Tool
import ArgumentParser
import Lubdub
import LubdubExtras
import LubdubGround
import LubdubReports
import LubdubTraces

/// How a trace or a log is read.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the log as this format instead of finding out; `lubdub import --list`.",
      valueName: "format"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Take the rows of this link only, where a log holds several.", valueName: "name"))
  var peer: String?

  @Flag(help: "Take every link of a log as a recording, or session, of its own.")
  var allPeers = false

  @Option(
    help: ArgumentHelp(
      "Take this recording only, where a column recording or file_id names several.",
      valueName: "name"))
  var recording: String?

  @Flag(help: "End with an error at the first row that is rejected.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Put rows in order that lie back by up to so many seconds.", valueName: "seconds"))
  var reorder: Double?

  @Option(help: ArgumentHelp("Samples a second of a log that has no clock.", valueName: "Hz"))
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      "The attribute of a peer's ranging data, in a Bluetooth log that does not say it: 0x0025 or 37.",
      valueName: "number"))
  var handle: String?

  @Option(
    help: ArgumentHelp(
      """
      Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI, \
      also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2 \
      by place, range=data.dist for JSON lines. Or a settings file with the key columns.
      """, valueName: "mapping"))
  var columns: String?

  @Option(help: ArgumentHelp("The decimal mark of a CSV: . or ,", valueName: "mark"))
  var decimal: String?

  @Option(
    help: ArgumentHelp(
      "What stands between thousands and hundreds in the numbers of a CSV, such as , or .",
      valueName: "mark"))
  var thousands: String?

  @Option(
    help: ArgumentHelp(
      """
      How the times of --columns are written: iso, dmy (24.11.2025 16:00:01), mdy, clock (16:00:01), s, ms, us \
      or ns.
      """, valueName: "form"))
  var timeFormat: String?

  @Flag(help: "Put all rows in the order of time; all of them are held in memory.")
  var sort = false

  mutating func validate() throws {
    if let thousands, thousands.count != 1 || thousands == decimal {
      throw ValidationError(
        "--thousands is \"\(thousands)\", expected one mark other than --decimal")
    }
    if let timeFormat, !ColumnMapping.timeForms.contains(timeFormat) {
      throw ValidationError(
        "--time-format is \(timeFormat), expected one of "
          + ColumnMapping.timeForms.joined(separator: ", "))
    }
    if sort, reorder != nil { throw ValidationError("--sort needs no --reorder; leave it out") }
    if allPeers, peer != nil {
      throw ValidationError("--all-peers and --peer exclude each other")
    }
    if let from, columns != nil {
      throw ValidationError(
        "--columns reads a CSV by names of columns, and --from as \(from); give one")
    }
    if let decimal, decimal != ".", decimal != "," {
      throw ValidationError("--decimal is \(decimal), expected . or ,")
    }
    if let reorder, !(reorder > 0 && reorder.isFinite) {
      throw ValidationError("--reorder is \(reorder), expected seconds above 0")
    }
    if let handle, Self.number(handle) == nil {
      throw ValidationError("--handle is \(handle), expected 1...65535 or 0x0001...0xffff")
    }
    if let rate, !(1e-6...1e9).contains(rate) {
      throw ValidationError("--rate is \(rate), expected a number of hertz from 1e-6 to 1e9")
    }
  }

  /// A number of 16 bits above 0, decimal or hex.
  private static func number(_ text: String) -> UInt16? {
    let number = text.hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
    return number == 0 ? nil : number
  }

  /// What is said to the reader.
  ///
  /// - Parameter configurations: Settings files, which may name the columns of the traces and an NLOS
  ///   profile.
  /// - Returns: The options of the command line, and what they leave open from the files.
  /// - Throws: `CommandFailure` for columns or a profile that are none, or what reading a file throws.
  func readOptions(_ configurations: [String] = []) throws -> ReadOptions {
    var options = ReadOptions(formats: .all)
    options.format = from
    options.peer = peer
    options.recording = recording
    options.recordingColumns = ReadOptions.usualRecordingColumns
    options.strict = strict
    options.reorderingWindow = reorder.map { Seconds($0) }
    options.period = rate.map { Seconds(1 / $0) }
    options.sorts = sort
    options.attributeHandle = handle.flatMap(Self.number)
    options.columns = try ColumnOptions(
      columns, decimal: decimal, thousands: thousands, timeForm: timeFormat, configurations
    ).mapping
    for path in configurations {
      guard let numbers = try ConfigurationOptions.document(path).nlosNumbers else { continue }
      options.nlosProfile = NLOSProfile(slope: numbers.slope, center: numbers.center)
    }
    return options
  }

  /// The link of a trace that a command follows: the one that is named, or the busiest.
  ///
  /// - Returns: `nil` where the rows name none, or the trace can be read only once.
  func link(of path: String, _ configurations: [String]) throws -> String? {
    if let peer { return peer }
    guard path != "-", isRegularFile(at: path) else { return nil }
    let options = try readOptions(configurations)
    if let busiest = try LinkChoice.busiest(in: path, options: options).peer { return busiest }
    var reader = try TraceReader(path: path, options: options)
    var block: [TraceRecord] = []
    _ = try reader.nextBlock(into: &block)
    return reader.report.peersByRows.first?.name
  }
}
#endif
