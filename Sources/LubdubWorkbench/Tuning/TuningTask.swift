/// The settings, recordings, and objective of a tuning.
public struct TuningTask: Sendable {
  /// The recordings; truth on the clock of the radio.
  package let recordings: [Recording]
  /// The offsets of the clocks of the truth, set by set.
  package let offsets: [TruthOffset]
  /// The session of each recording, from 0.
  let sessions: [Int]
  /// Which recordings are held out together, in a sentence; `nil` where each stands alone.
  package let sessionNote: String?
  package let base: Configuration
  package let space: ParameterSpace
  package let objective: Objective
  package let budget: Int
  package let seed: UInt64
  /// Whether bias and path loss are fitted to the recordings that are trained on.
  package let isCalibrated: Bool
  /// Whether every recording has a truth of its own, and not a smoothed estimate.
  package let hasTruth: Bool
  /// Whether nothing is advised at the price of later contact.
  package var keepsContact = false
  /// The digest of each recording.
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
  ///   - isCalibrated: Whether bias and path loss come from the recordings.
  ///   - findsSessions: Whether recordings that name no session are looked through for some.
  ///   - truthShift: How the truth of each data set is brought onto the clock of its radio.
  ///   - hasTruth: Whether every recording has a truth of its own; else the result gets no verdict.
  public init(
    _ recordings: [Recording], base: Configuration, space: ParameterSpace? = nil,
    objective: Objective = .balanced, budget: Int = 200, seed: UInt64 = 1,
    isCalibrated: Bool = true, findsSessions: Bool = true, truthShift: TruthShift = .estimated,
    hasTruth: Bool = true
  ) {
    let (aligned, offsets) = truthShift.align(recordings)
    let found = FoundSessions(aligned, isNeeded: findsSessions)
    self.recordings = found.recordings
    sessions = found.groups
    self.offsets = offsets
    sessionNote = found.sentence
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
  }

  package var datasets: [String] { Set(recordings.map(\.dataset)).sorted() }

  /// The data set of each recording, as an index into `datasets`.
  var sets: [Int] {
    let names = datasets
    return recordings.map { names.firstIndex(of: $0.dataset) ?? 0 }
  }

  package var sessionCount: Int { Set(sessions).count }

  // MARK: - Calibrated trials

  /// Each calibrated on the other sessions of its set.
  func trials(
    workers: Workers = Workers(1), isCancelled: @Sendable () -> Bool = { false }
  ) -> [Trial] {
    let edges = base.zones.edges
    guard isCalibrated, !keepsCalibration else {
      return recordings.map { Trial($0, edges: edges, limits: objective.limits) }
    }
    var calibrations: [Int: FusionFilter.Parameters] = [:]
    for dataset in datasets {
      let own = recordings.indices.filter { recordings[$0].dataset == dataset }
      let calibrator = Calibrator(
        own.map { recordings[$0] }, source: .leaveOneOut, widensIntervals: false)
      let fitted = calibrator.parameters(by: workers, isCancelled: isCancelled)
      for (place, parameters) in zip(own, fitted) {
        calibrations[place] = parameters
      }
    }
    let limits = objective.limits
    let trials = workers.map(Array(recordings.indices)) { [calibrations] index in
      Trial(
        recordings[index], edges: edges, calibration: calibrations[index], limits: limits)
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
}
