/// The calibration of a link from recordings: values with standard errors, and reasons for undetermined values.
package struct CalibrationResult: Sendable, Hashable {
  package struct Line: Sendable, Hashable {
    package var name: String
    package var unit: String
    package var determination: Determination
    /// The key of the setting for this value; `nil` if the value is only information.
    package var key: String?
  }

  /// The values, in the order of the report.
  package private(set) var lines: [Line]
  package var residuals: [CalibrationResidual] {
    (ranges?.residuals ?? []) + (soundings?.residuals ?? []) + (reported?.residuals ?? [])
      + (signals?.residuals ?? [])
  }
  package let ranges: RangeCalibration?
  package let soundings: RangeCalibration?
  package let reported: RangeCalibration?
  package let signals: SignalCalibration?
  private let width: WidthFactor?
  package let positions: PositionCalibration?
  /// The fit to impulse responses of blocked paths; `nil` if it was not requested.
  package let nlos: NLOSFit?
  /// Whether the path loss was learned from ranges because there was no truth.
  package let isLearnedFromRanges: Bool
  package let recordingCount: Int

  /// Calibrates a link. For signal strength without truth, the smoothed ranges of the same recording replace the truth. If
  /// an NLOS profile moved ranges, `unmoved` contains the ranges before the move. The widths of intervals come from
  /// `unmoved`, because a score never narrows an interval.
  package init(
    _ recordings: [Recording], prior: BiasPrior = .mixed, nlos: NLOSFit? = nil,
    unmoved: [Recording]? = nil, hasErrors: Bool = true, widensIntervals: Bool = true
  ) {
    let known = recordings.filter { $0.records.contains { $0.truth != nil } }
    func fit(_ radio: Radio, _ prior: BiasPrior? = nil) -> RangeCalibration? {
      known.contains { !$0.samples(of: radio).isEmpty }
        ? RangeCalibration(known, of: radio, prior: prior, hasErrors: hasErrors) : nil
    }
    var ranges = fit(.uwb, prior)
    if let unmoved {
      ranges?.takeLeftOutWidths(of: unmoved, prior: prior, nlos?.samples ?? [])
    }
    self.ranges = ranges
    self.nlos = nlos
    (soundings, reported) = (fit(.cs), fit(.reported))
    isLearnedFromRanges = known.isEmpty
    recordingCount = recordings.count
    let links =
      isLearnedFromRanges ? recordings.map { $0.withTruthFromRanges() } : known
    let hasSignals = recordings.contains { recording in
      recording.records.contains { $0.sample.isSample(of: .ble) }
    }
    signals =
      hasSignals
      ? SignalCalibration(links, isOwn: recordings.count == 1, hasErrors: hasErrors) : nil
    width = hasSignals && !isLearnedFromRanges && widensIntervals ? WidthFactor(known) : nil
    positions = Self.positions(known)
    lines = []
    if let ranges {
      addRanges(ranges)
    } else if recordings.contains(where: {
      $0.records.contains { $0.sample.isSample(of: .uwb) }
    }) {
      let reason =
        "the traces have no truth_m; only a known distance shows the bias of ranges"
      add("UWB bias, noise, and calibration deviation", "", .undetermined(because: reason))
    }
    if let nlos { add("UWB bias of a blocked path, by NLOS score", "m", nlos.slope) }
    if let soundings { add(soundings, of: "channel-sounding", "cs") }
    if let reported { add(reported, of: "reported", "reported") }
    if let signals { addSignals(signals) }
    if let positions {
      add(
        "errors of positions, in stated deviations", "", positions.accuracyScale,
        "gnss.accuracyScale")
    }
  }

  private static func positions(_ recordings: [Recording]) -> PositionCalibration? {
    let lists = recordings.map { $0.samples(of: .gnss) }.filter { !$0.isEmpty }
    guard !lists.isEmpty else { return nil }
    let samples = lists.joined().compactMap { row -> AccuracyScale.Sample? in
      guard let range = row.sample.range, let truth = row.truth,
        let deviation = row.sample.deviation
      else { return nil }
      return (range, truth, deviation)
    }
    let duration = lists.reduce(Seconds.zero) { sum, rows in
      sum + (rows[rows.count - 1].sample.time - rows[0].sample.time)
    }
    return PositionCalibration(samples, duration: duration)
  }

  private mutating func add(
    _ name: String, _ unit: String, _ determination: Determination, _ key: String? = nil
  ) {
    lines.append(Line(name: name, unit: unit, determination: determination, key: key))
  }

  private mutating func addRanges(_ fit: RangeCalibration) {
    if let contact = fit.contact {
      add("UWB bias at contact, without curve and slope", "m", contact.bias)
      add("UWB range in contact, bias subtracted", "m", contact.level, "uwb.contactLevel")
    }
    add("UWB bias", "m", fit.constant, "uwb.bias")
    add("UWB bias slope", "m/m", fit.slope, "uwb.biasSlope")
    add("UWB bias per dB of received power", "m/dB", fit.powerSlope)
    add("UWB noise", "m", fit.noise)
    add("UWB short-term deviation at rest", "m", fit.restDeviation, "uwb.rangeDeviation")
    add("UWB calibration deviation", "m", fit.calibrationDeviation, "uwb.calibrationDeviation")
    add(
      "UWB deviation that a blocked path adds", "m", fit.obstructionDeviation,
      "uwb.obstructionDeviation")
  }

  private mutating func add(_ fit: RangeCalibration, of name: String, _ key: String) {
    add("\(name) bias", "m", fit.constant, "\(key).bias")
    add("\(name) bias slope", "m/m", fit.slope, "\(key).biasSlope")
    add("\(name) noise", "m", fit.noise)
    add(
      "\(name) calibration deviation", "m", fit.calibrationDeviation, "\(key).calibrationDeviation")
  }

  private mutating func addSignals(_ fit: SignalCalibration) {
    add("reference power", "dBm", fit.referencePower, "rssi.referencePower")
    add("path-loss exponent", "", fit.exponent, "rssi.exponent")
    add("RSSI deviation", "dB", fit.deviation)
    add("fading time", "s", fit.fadingTime)
    add("typical distance", "m", fit.typicalDistance, "rssi.typicalDistance")
    add("deviation of ln(distance)", "", fit.observedSpread, "rssi.spread")
    add("return to the typical distance", "1/s", fit.mobility, "rssi.mobility")
    add("shadows", "dB", fit.shadow, "rssi.shadow")
    add("deviation of the reference power", "dB", fit.powerDeviation, "rssi.powerDeviation")
    add("level in contact", "dBm", fit.contactLevel, "rssi.contactLevel")
    add("contact above 0.1 to 0.3 m", "dB", fit.contactGap, "rssi.contactGap")
    guard let factor = fit.widthFactor else { return }
    add(
      "factor on the interval of signal strength", "",
      .determined(max(width?.value ?? 1, factor), standardError: 0), "rssi.widthFactor")
  }

  /// The largest plausible noise of ultra-wideband ranges, in m. Real noise is a few centimeters, and a truth in another
  /// unit exceeds this limit.
  private static let largestNoise = 5.0
  private static let largestBias = 0.5
  private static let largestSlope = 0.1

  /// The uncertainty of the bias above which a note reports this uncertainty, and the bias above which recordings with
  /// opposite signs are reported, both in m.
  private static let (doubtfulLag, doubtfulBias) = (0.05, 0.05)
  /// The range below which readings are near contact, in m.
  private static let nearField = 0.5

  package var notes: [String] {
    var notes: [String] = []
    if let noise = ranges?.noise.value, noise > Self.largestNoise {
      notes.append(
        "ranges scatter by \(Int(noise.rounded())) m around the truth, which no radio does: is the truth, or "
          + "the range, in another unit?")
    }
    if let constant = ranges?.constant.value, case let slope = ranges?.slope.value ?? 0,
      constant.magnitude > Self.largestBias || slope.magnitude > Self.largestSlope
    {
      notes.append(
        "ranges are \((constant * 100).rounded() / 100) m too long, and \((slope * 100).rounded() / 100) m more "
          + "per meter, which no radio does: is the truth right, and in meters?")
    }
    if let ranges, ranges.bias != nil, ranges.readings < RangeCalibration.enough {
      notes.append(
        "only \(counted(ranges.readings, "range")) with truth: the bias is shrunk toward 0, and its interval is wide"
      )
    }
    if let error = ranges?.lag?.error.value, error > Self.doubtfulLag {
      notes.append(
        "all walks go one way, so a bias and a late truth look the same: the bias may be off by "
          + "\((error * 100).rounded() / 100) m; walk back as well")
    }
    let errors = Dictionary(grouping: ranges?.residuals ?? [], by: \.recording)
      .compactMapValues { own in Statistics.median(own.map { $0.reading - $0.truth.value }) }
      .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    if let short = errors.first, let long = errors.last, short.value < -Self.doubtfulBias,
      long.value > Self.doubtfulBias
    {
      notes.append(
        "ranges of \(short.key) are \((short.value * -100).rounded() / 100) m too short, and those of \(long.key) "
          + "\((long.value * 100).rounded() / 100) m too long: one bias does not fit both; calibrate each pair separately, "
          + "or use --per link")
    }
    if let nearest = ranges?.residuals.map(\.truth.value).min(), nearest >= Self.nearField {
      notes.append(
        "there are no ranges below \(Self.nearField) m, so the bias in contact is unknown; record a touch "
          + "with `touched` and `released`, or calibrate with --contact")
    }
    if let signals, signals.pathLoss != nil,
      case .undetermined(let reason) = signals.typicalDistance
    {
      notes.append("signal strength: \(reason); the file leaves it at 2.7 m")
    }
    return notes
  }

  /// The determined settings, on top of `base`, for links of a reach, and the reasons for rejecting other settings.
  package func settings(
    changing base: Configuration, for reach: CalibrationReach? = nil
  ) -> (configuration: Configuration, settings: [Setting<Configuration>], refused: [String]) {
    var configuration = base
    var changed: [Setting<Configuration>] = []
    var refused: [String] = []
    var values: [(String, SettingValue)] = lines.compactMap { line in
      guard let key = line.key, let value = line.determination.value else { return nil }
      return (key, .number(value))
    }
    if let ranges, ranges.bias != nil {
      values.append(("uwb.biasCenter", .number(ranges.center.value)))
      values.append(("uwb.profile", .text(ranges.profile.rawValue)))
      if let share = ranges.mixture?.bias.profileShare, share < 1 {
        values.append(("uwb.profileShare", .number(share)))
      }
    }
    for (key, fit) in [("cs", soundings), ("reported", reported)] {
      if let fit, fit.bias != nil {
        values.append(("\(key).biasCenter", .number(fit.center.value)))
      }
    }
    if signals?.referencePower.value != nil {
      let trust: PathLossTrust = recordingCount > 1 ? .thisKind : .thisLink
      values.append(("rssi.trust", .text(trust.rawValue)))
    }
    if let pathLoss = signals?.pathLoss, signals?.exponent.value == nil {
      values.append(("rssi.exponent", .number(pathLoss.exponent)))
    }
    if let signals, !signals.distances.isEmpty {
      values.append(("rssi.distances", .numbers(signals.distances.map { $0.rounded(decimals: 3) })))
      values.append(("rssi.places", .number(signals.places)))
    }
    if let deviation = signals?.contactLevel.standardError {
      values.append(("rssi.contactLevelDeviation", .number(deviation)))
    }
    if reach == .elsewhere, signals?.referencePower.value != nil {
      refused.append("the reference power, which differs between makes; teach it with `at`")
    }
    for (key, value) in reach?.carried(values) ?? values {
      guard let setting = Configuration.setting(key) else { continue }
      do throws(SettingError) {
        try setting.set(value, in: &configuration)
        changed.append(setting)
      } catch {
        refused.append(error.description)
      }
    }
    let order = Configuration.settings.map(\.key)
    changed.sort { (order.firstIndex(of: $0.key) ?? 0) < (order.firstIndex(of: $1.key) ?? 0) }
    return (configuration, changed, refused)
  }
}

extension NLOSFit {
  package var profile: NLOSProfile? {
    slope.value.flatMap { slope in
      NLOSProfile(slope: Meters(min(slope, NLOSProfile.slopes.upperBound)), center: center)
    }
  }
}
