extension RangeBias.Profile: ExpressibleByArgument {}
extension CalibrationReach: ExpressibleByArgument {}

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Fit bias, noise, and path loss to recordings.",
    discussion: """
      With truth_m in the traces, it fits the bias of the ranges, its change with the distance, their noise, \
      and the path loss of Bluetooth. Without truth_m but with both radios, it fits the path loss, with the \
      ranges in place of the truth. For positions, it fits a factor on their stated errors. It prints the \
      error of each value, and the values that it could not determine.

      --nlos fits the additional length of ranges with a blocked impulse response, from raw ultra-wideband \
      logs. The file has this value only if it helps on recordings that were left out, and it is valid for \
      similar places. Commands that read such logs apply it with --config.

      --per link writes one part per link of a log, such as each anchor, into one file. 'run', 'estimate', and \
      'report' apply the part of the link that they follow.

      Devices that touch (truth_m 0, or --contact) give the bias in contact, so Lubdub can detect contact.

      Examples:
        lubdub calibrate pair.csv --contact 12:20 -o pair.yaml
        lubdub calibrate hall/*.csv -o link.yaml
        lubdub calibrate --at 1 standing.csv -o link.yaml
        lubdub run walk.csv --config link.yaml
        lubdub calibrate walk.csv -o link.yaml -o residuals.csv
        lubdub calibrate --nlos flat/*.csv -o flat.yaml
        lubdub calibrate hall.log --per link -o anchors.yaml
      """)

  @Argument(help: ArgumentHelp("Traces, or folders of them.", valueName: "trace"))
  var traces: [String]

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>
  @OptionGroup var taken: RecordingOptions
  @OptionGroup(title: "Traces and logs") var reading: LogOptions

  @Option(
    help:
      ArgumentHelp(
        "Bias curve of the radio. The default mixes the curves by their fit and how common they are.",
        valueName: "name")
  )
  var profile: RangeBias.Profile?

  @Option(
    help: ArgumentHelp(
      "Time of contact, such as 52:59, in seconds from the first row of every trace.",
      valueName: "from:to"))
  var contact: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Distance of devices at rest, in meters or as an edge of the preset eternal-loop, such as 'edge near': "
        + "the truth of rows without truth_m. Ten seconds at one edge teach the level of signal strength.",
      valueName: "m"))
  var at: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Devices that will use the calibration. The less similar the devices, the fewer settings are written, and the larger their uncertainty.",
      valueName: "devices"))
  var reach: CalibrationReach?

  @Flag(
    help:
      "Fit the effect of blocked paths on ranges from impulse responses of at least 5 recordings.")
  var nlos = false

  enum Part: String, ExpressibleByArgument, CaseIterable { case link }

  @Option(help: ArgumentHelp("Calibrate each link separately, into one file.", valueName: "unit"))
  var per: Part?

  enum Files: OutputKinds {
    static let kinds = [OutputKind.settings, residuals]
    static let residuals = OutputKind("residuals", ".csv")
  }

  @OptionGroup(title: "Truth") var truth: TruthOptions

  func validate() throws {
    _ = try stood()
    try expect(per == nil || !nlos, "--per link writes a settings file; leave out --nlos")
    try expect(per == nil || reading.peer == nil, "--per link uses every link; leave out --peer")
  }

  private func stood() throws(ValidationError) -> Meters? {
    guard let at else { return nil }
    let zones = Preset.default.configuration.zones
    let edge = at.hasPrefix("edge ") ? try? zones.edge(named: String(at.dropFirst(5))) : nil
    let place = edge?.value ?? Double(at) ?? 0
    try expect(
      (0.02...100).contains(place),
      "--at is \(at), expected a number, without a unit, from 0.02 to 100, or edge and one of \(zones.edgeNames)"
    )
    return Meters(place)
  }

  func run() throws {
    var files = try outputs.checked(beside: traces)
    try expect(
      per == nil || !files.has(Files.residuals),
      "--per link writes a settings file, and no residuals")
    var loader = try reading.loader([], taken)
    loader.needsTruth = false
    loader.mostRows = Self.mostRows
    loader.options.zones = Preset.default.configuration.zones
    loader.takesAllPeers = loader.takesAllPeers || per != nil
    let read = try loader.shown(traces)
    let aligned = truth.align(read.recordings)
    let stood = try stood().map { at in aligned.recordings.map { $0.standing(at: at) } }
    if let at, aligned.recordings.allSatisfy({ $0.records.allSatisfy { $0.truth != nil } }) {
      Console.note("--at \(at): every row has truth_m, so --at has no effect")
    }
    let known = stood ?? aligned.recordings.map(\.withStatedTruth)
    let recordings = try contact.map { try touching($0, known) } ?? known
    if per != nil {
      return try writeLinks(
        recordings, clocks: aligned.offsets.compactMap(\.sentence), loader, to: &files)
    }
    var result = ElapsedTime.shown("calibrating") {
      CalibrationResult(recordings, prior: BiasPrior(profile))
    }
    if nlos { result = try addBlockedPaths(of: read.files.map(\.path), to: recordings, loader) }
    let isEmpty =
      result.ranges == nil && result.soundings == nil && result.reported == nil
      && result.signals == nil && result.positions == nil
    try expect(
      !isEmpty,
      "no ranges or positions with truth_m and no Bluetooth rows in the traces; record truth_m, or use --at M or "
        + "--contact FROM:TO")
    let chosen = ElapsedTime.shown("checking") {
      self.chosen(of: result, recordings, by: taken.workers)
    }
    guard !chosen.settings.isEmpty else {
      let reasons = result.lines.compactMap { line -> String? in
        guard case .undetermined(let reason) = line.determination else { return nil }
        return reason
      }
      let cure =
        recordings.contains { $0.records.contains { $0.truth != nil } }
        ? "" : "; record truth_m, or stand at a known distance and use --at M"
      throw CommandFailure(
        chosen.price.map { "nothing is written: \($0)" }
          ?? (chosen.refused.isEmpty
            ? "no value could be determined: \(Set(reasons).sorted().joined(separator: "; "))\(cure)"
            : "nothing is written, not even \(chosen.refused.joined(separator: "; "))"))
    }
    for note in chosen.notes { Console.note(note) }
    try files.write(.settings) {
      let heading =
        [
          "calibrated on \(counted(recordings.count, "recording"))",
          TuningText.samples(read.recordings.map(\.digest)),
        ]
        + aligned.offsets.compactMap(\.sentence) + chosen.notes
      var yaml = ConfigurationWriter.write(
        chosen.settings, of: chosen.configuration, heading: heading)
      var options = loader.options
      options.nlosProfile = result.nlos?.profile
      yaml += ConfigurationWriter.write(options)
      return Array(yaml.utf8)
    }
    try files.write(Files.residuals) { CalibrationTable.csv(result) }
    try files.print(chosen.table)
  }

  struct Chosen {
    var configuration: Configuration
    var settings: [Setting<Configuration>]
    /// The reasons for omitted settings.
    var refused: [String]
    /// The cost of the calibration, or the reason for writing only a part of it, or nothing.
    var price: String?
    var warnings: [String]
    var table: String

    var notes: [String] { [price].compactMap(\.self) + warnings }
  }

  /// The part of a calibration to write for links of the reach, and the notes on it.
  func chosen(
    of result: CalibrationResult, _ recordings: [Recording], by workers: Workers = Workers(1)
  ) -> Chosen {
    let (fitted, all, refused) = result.settings(
      changing: Preset.default.configuration, for: reach)
    let felt = FeltCalibration(recordings, writing: all, for: reach, by: workers)
    let (configuration, settings) = felt?.choice.written(fitted, all) ?? (fitted, all)
    return Chosen(
      configuration: configuration, settings: settings, refused: refused,
      price: felt.flatMap { CalibrationTable.price($0, leavesAny: !settings.isEmpty) },
      warnings: result.notes,
      table: CalibrationTable.text(result) + CalibrationTable.text(felt)
        + refused.map { "left out of the settings: \($0)\n" }.joined())
  }

  /// Learns the additional range of blocked paths, and calibrates again on the corrected ranges.
  private func addBlockedPaths(
    of paths: [String], to unmoved: [Recording], _ loader: RecordingLoader
  ) throws -> CalibrationResult {
    let (samples, unscored) = try ElapsedTime.shown("scoring") { try NLOSSample.read(at: paths) }
    if unscored > 0 {
      Console.note(
        counted(unscored, "exchange is", "exchanges are")
          + " left out of --nlos: no first path, or fewer than 2 taps before it or 80 after it")
    }
    try expect(
      !samples.isEmpty,
      "--nlos: no exchange with an impulse response, range_m, and truth_m in the traces")
    let fit = NLOSFit(samples)
    var loader = loader
    loader.options.nlosProfile = fit.profile
    let found = truth.shift.align(try loader.files(in: traces).recordings).recordings
    let moved = try contact.map { try touching($0, found) } ?? found
    return CalibrationResult(moved, prior: BiasPrior(profile), nlos: fit, unmoved: unmoved)
  }

  /// The most rows of a recording to use. More rows add no information, because errors last for a second and longer.
  private static let mostRows = 1 << 17

  /// The largest distance in m between the antennas of touching devices.
  private static let contactReach = 0.2
  /// The largest bias of the ranges of any radio, in m.
  private static let mostBias = 0.5
  /// The largest deviation from the median of nine tenths of the ranges in contact, for any radio, in m.
  private static let mostScatter = 0.3

  private func touching(_ span: TimeSpan, _ recordings: [Recording]) throws -> [Recording] {
    for recording in recordings {
      let rows = recording.records(during: span.range)
      guard !rows.isEmpty else {
        let times = recording.records.map(\.sample.time)
        let length = (times.last ?? 0) - (times.first ?? 0)
        throw ValidationError(
          "--contact \(span): \(recording.name) has no row in this time; it lasts "
            + "\(NumberText.rounded(length.value, 1)) s, counted from its first row")
      }
      let ranges = rows.compactMap(\.sample.range?.value).sorted()
      if !ranges.isEmpty {
        let (range, longest) = (ranges[ranges.count / 2], ranges[ranges.count * 9 / 10])
        if range > Self.mostBias {
          Console.doubt(
            "--contact \(span): half of the ranges of \(recording.name) are above \(NumberText.rounded(range, 2)) m "
              + "in this time; ranges of devices that touch are shorter: name the seconds when they touch"
          )
        } else if longest - range > Self.mostScatter {
          Console.doubt(
            "--contact \(span): a tenth of the ranges of \(recording.name) is above \(NumberText.rounded(longest, 2)) m, "
              + "and half of them below \(NumberText.rounded(range, 2)) m; name only seconds when the devices touch"
          )
        }
      }
      let far = rows.compactMap(\.truth?.value).filter { $0 > Self.contactReach }
      guard let most = far.max() else { continue }
      Console.note(
        "--contact \(span): truth_m of \(recording.name) is up to \(NumberText.rounded(most, 2)) m in this time, in "
          + "\(far.count) of \(counted(rows.count, "row")); Lubdub uses 0, but devices that touch are nearer"
      )
    }
    return recordings.map { $0.touching(during: span.range) }
  }
}
