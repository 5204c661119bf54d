/// What is tuned, on what, and for what.
public struct TuningTask: Sendable {
  /// The recordings; truth on the clock of the radio.
  package let recordings: [Recording]
  /// What was found of the clocks of the truth, set by set.
  package let offsets: [TruthOffset]
  /// Which recordings are held out together, in a sentence; `nil` where each stands alone.
  package let sessionNote: String?
  let isInBlocks: Bool
  package let base: Configuration
  package let space: ParameterSpace
  package let objective: Objective
  package let budget: Int
  package let seed: UInt64
  /// How many parts the recordings are split into for held-out scores.
  package let folds: Int
  /// Whether bias and path loss are fitted to the recordings that are trained on.
  package let isCalibrated: Bool
  /// Whether every recording has a truth of its own, and not a smoothed estimate.
  package let hasTruth: Bool
  /// What each recording is known by, before a single one is cut into blocks.
  package let digests: [String]

  /// A task.
  ///
  /// - Parameters:
  ///   - recordings: With truth; those of one session are held out together.
  ///   - base: Where the search begins.
  ///   - space: What is varied; `nil` for the usual settings of the radios in the recordings.
  ///   - objective: What is made small.
  ///   - budget: Candidates in each search; at least 8.
  ///   - seed: Decides every random choice.
  ///   - folds: Parts for held-out scores, at most; 0 for none. `nil` for five.
  ///   - isCalibrated: Whether bias and path loss come from the recordings.
  ///   - findsSessions: Whether recordings that name no session are looked through for some.
  ///   - truthShift: How the truth of each data set is brought onto the clock of its radio.
  ///   - hasTruth: Whether every recording has a truth of its own; else the result gets no verdict.
  public init(
    _ recordings: [Recording], base: Configuration, space: ParameterSpace? = nil,
    objective: Objective = .balanced, budget: Int = 200, seed: UInt64 = 1, folds: Int? = nil,
    isCalibrated: Bool = true, findsSessions: Bool = true, truthShift: TruthShift = .estimated,
    hasTruth: Bool = true
  ) {
    let (aligned, offsets) = truthShift.align(recordings)
    let found = FoundSessions(aligned, isNeeded: findsSessions)
    let kept = folds == 0 ? found.recordings : Self.inBlocks(found.recordings, count: folds ?? 5)
    self.recordings = kept
    self.offsets = offsets
    isInBlocks = kept.count > recordings.count
    sessionNote =
      isInBlocks && recordings.count > 1
      ? "\(counted(recordings.count, "recording")) of one session: blocks of time are held out, which shows "
        + "less than another session would" : found.sentence
    self.base = base
    self.objective = objective
    self.budget = max(8, budget)
    self.seed = seed
    self.isCalibrated = isCalibrated
    self.hasTruth = hasTruth
    digests = recordings.map(\.digest)
    let radios = recordings.map { Set($0.records.map(\.sample.radio)) }
    let wide =
      space
      ?? .usual(
        for: radios.reduce(into: []) { $0.formUnion($1) },
        handsOver: radios.contains { $0.count > 1 }, isCalibrated: isCalibrated,
        keepsSounding: base.ranging.standIns[.cs].bias
          != Preset.default.configuration.ranging.standIns[.cs].bias)
    self.space = wide.expanded(in: base)
    let sessions =
      Dictionary(grouping: kept, by: \.dataset)
      .values.map { Set($0.map(\.session)).count }.max() ?? 0
    let wanted = min(folds ?? 5, sessions)
    self.folds = wanted < 2 ? 0 : wanted
  }

  /// Whether a gain was found that may be luck: something moved, and something was held out.
  func isGainOpen(_ steps: [Double]) -> Bool { folds > 0 && steps.contains { $0 > 0 } }

  package var datasets: [String] { Set(recordings.map(\.dataset)).sorted() }

  /// The data set of each recording, as an index into `datasets`.
  var sets: [Int] {
    let names = datasets
    return recordings.map { names.firstIndex(of: $0.dataset) ?? 0 }
  }

  /// How many sessions there are; blocks of time are parts of one.
  package var sessionCount: Int { isInBlocks ? 1 : Set(sessions).count }

  var sessions: [Int] {
    recordings.map { "\($0.dataset)/\($0.session)" }.numbered()
  }

  private static let shortestBlock = Seconds(20)

  /// So that something can be held out: blocks of one number are a session.
  private static func inBlocks(_ recordings: [Recording], count: Int) -> [Recording] {
    let sessions = Set(recordings.map { "\($0.dataset)/\($0.session)" })
    let spans = recordings.compactMap { recording -> Double? in
      guard let first = recording.records.first, let last = recording.records.last else {
        return nil
      }
      return (last.sample.time - first.sample.time).value
    }
    guard sessions.count == 1, spans.count == recordings.count, let shortest = spans.min() else {
      return recordings
    }
    let fitting = Int(max(0, min(shortest / shortestBlock.value, 1000)))
    let blocks = min(count, fitting)
    guard blocks > 1 else { return recordings }
    return recordings.flatMap { whole in
      let first = whole.records[0].sample.time
      let length = (whole.records[whole.records.count - 1].sample.time - first) / Double(blocks)
      return (0..<blocks).map { block in
        let start = first + length * Double(block)
        let end = block == blocks - 1 ? Seconds(.infinity) : start + length
        let records = whole.records.filter { $0.sample.time >= start && $0.sample.time < end }
        return Recording(
          dataset: whole.dataset, name: "\(whole.name) block \(block + 1)",
          session: "block \(block + 1)", records: records)
      }
    }
  }

  /// Sessions are dealt out in an order that the seed decides: every set has its share of every part.
  var parts: [Int] {
    guard folds > 0 else { return recordings.map { _ in 0 } }
    var random = SplitMix64(seed: seed ^ 0xF01D)
    var part: [String: Int] = [:]
    for dataset in datasets {
      var sessions = Set(recordings.filter { $0.dataset == dataset }.map(\.session)).sorted()
      for index in sessions.indices.reversed() { sessions.swapAt(index, random.below(index + 1)) }
      for (index, session) in sessions.enumerated() {
        part["\(dataset)/\(session)"] = index % folds
      }
    }
    return recordings.map { part["\($0.dataset)/\($0.session)"] ?? 0 }
  }

  // MARK: - Calibrated trials

  /// Each calibrated on the others of its set; what is held out shows nothing to those that are trained on.
  func trials(leavingOut part: Int?, workers: Workers = Workers(1)) -> [Trial] {
    let edges = base.zones.edges
    guard isCalibrated, !keepsCalibration else {
      return recordings.map { Trial($0, edges: edges) }
    }
    let parts = self.parts
    let isHeld = recordings.indices.map { part != nil && parts[$0] == part }
    var calibrations: [Int: FusionFilter.Parameters] = [:]
    for dataset in datasets {
      let all = recordings.indices.filter { recordings[$0].dataset == dataset }
      let training = all.filter { !isHeld[$0] }
      let own = training.map { recordings[$0] }
      func calibrator(_ source: CalibrationProtocol) -> Calibrator {
        Calibrator(own, source: source, widensIntervals: false)
      }
      let fitted = calibrator(.leaveOneOut).parameters(by: workers)
      for (place, parameters) in zip(training, fitted) { calibrations[place] = parameters }
      let pooled = own.isEmpty ? .init() : calibrator(.pooled).parameters(for: 0)
      for index in all where isHeld[index] { calibrations[index] = pooled }
    }
    let trials = workers.map(Array(recordings.indices)) { [calibrations] index in
      Trial(recordings[index], edges: edges, calibration: calibrations[index])
    }
    return trials.compactMap { $0 }
  }

  /// Whether the settings before have a bias or a path loss of their own: it is kept, and none is fitted.
  package var keepsCalibration: Bool {
    let (own, standard) = (base.ranging, Preset.default.configuration.ranging)
    return own.range.bias != standard.range.bias || own.signal.pathLoss != standard.signal.pathLoss
  }

  var shipsCalibration: Bool {
    isCalibrated && !keepsCalibration && datasets.count == 1 && !recordings.isEmpty
  }

  /// Bias and path loss fitted to all recordings; several sets have none in common.
  var shippedCalibration: FusionFilter.Parameters? {
    guard shipsCalibration else { return nil }
    return Calibrator(recordings, source: .pooled).parameters(for: 0)
  }

  package func configuration(_ values: [Double]) throws(SettingError) -> Configuration {
    let configuration = try space.apply(values, to: base)
    return shippedCalibration.map { Trial.calibrated(configuration, $0) } ?? configuration
  }
}
