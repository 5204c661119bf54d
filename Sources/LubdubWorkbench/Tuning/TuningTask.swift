/// The settings, recordings, and objective of a tuning.
public struct TuningTask: Sendable {
  /// The recordings, with the truth on the clock of the radio.
  package let recordings: [Recording]
  /// The offsets of the clocks of the truth, by data set.
  package let offsets: [TruthOffset]
  /// The session of each recording, from 0.
  let sessions: [Int]
  /// A sentence about recordings that are held out together; `nil` if each recording is held out separately.
  package let sessionNote: String?
  package let base: Configuration
  package let space: ParameterSpace
  package let objective: Objective
  package let budget: Int
  package let seed: UInt64
  /// Whether bias and path loss are fitted to the training recordings.
  package let isCalibrated: Bool
  /// Whether every recording has a measured truth, and not a smoothed estimate.
  package let hasTruth: Bool
  /// Whether advice must not delay contact.
  package var keepsContact = false
  /// The digest of each recording.
  package let digests: [String]

  /// Creates a task.
  ///
  /// - Parameters:
  ///   - recordings: The recordings, with truth. Recordings of one session are held out together.
  ///   - base: The settings at the start of the search.
  ///   - space: The settings to vary; `nil` for the usual settings of the radios in the recordings.
  ///   - objective: The objective to minimize.
  ///   - budget: The number of candidates of each search, at least 8.
  ///   - seed: The seed of all random choices.
  ///   - isCalibrated: Whether bias and path loss come from the recordings.
  ///   - findsSessions: Whether to look for sessions among recordings that name no sessions.
  ///   - truthShift: The method that aligns the truth of each data set with the clock of its radio.
  ///   - hasTruth: Whether every recording has a measured truth. Otherwise, the result gets no verdict.
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

  /// The recordings, each calibrated on the other sessions of its data set.
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

  /// Whether the initial settings have their own bias or path loss, which is kept instead of fitted.
  package var keepsCalibration: Bool {
    let (own, standard) = (base.ranging, Preset.default.configuration.ranging)
    return own.range.bias != standard.range.bias || own.signal.pathLoss != standard.signal.pathLoss
  }

  var shipsCalibration: Bool {
    isCalibrated && !keepsCalibration && datasets.count == 1 && !recordings.isEmpty
  }

  /// The bias and path loss fitted to all recordings; `nil` for several data sets, which have no common calibration.
  var shippedCalibration: FusionFilter.Parameters? {
    guard shipsCalibration else { return nil }
    return Calibrator(recordings, source: .pooled).parameters(for: 0)
  }
}
