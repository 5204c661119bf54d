/// Close: a benchmark of felt proximity. Every entrant answers the same rows, and Close scores the resulting zones.
/// docs/results/close.md defines the tracks, the split, and the scores.
package struct CloseBenchmark: Sendable {
  package enum Track: String, Sendable, Hashable, CaseIterable {
    case ranges
    case levels
    /// Ranges with outages, and signal strength all the time.
    case outages
    /// The answers of `ranges`, with one edge in the middle of each recording's distances.
    case rangesAtEdge = "ranges-edge"
    case levelsAtEdge = "levels-edge"

    /// A description of the rows to answer, and of the zones.
    package var meaning: String {
      let edges = CloseBenchmark.edges.map { "\($0.value)" }.joined(separator: ", ")
      return switch self {
      case .ranges:
        "ranges of ultra-wideband; zones end at \(edges) m, and the first one is contact"
      case .levels: "Bluetooth signal strength, with the same zones"
      case .outages: "ranges with outages of 5 to 60 s, and signal strength all the time"
      case .rangesAtEdge: "the answers of ranges, with one edge in the middle of each recording"
      case .levelsAtEdge: "the answers of levels, with one edge in the middle of each recording"
      }
    }

    fileprivate var input: AccuracyReport.Input {
      switch self {
      case .ranges, .rangesAtEdge: .uwb
      case .levels, .levelsAtEdge: .ble
      case .outages: .both
      }
    }

    fileprivate var isAtEdge: Bool { self == .rangesAtEdge || self == .levelsAtEdge }

    fileprivate static func folder(of input: AccuracyReport.Input) -> String {
      allCases.first { $0.input == input }?.rawValue ?? input.rawValue
    }
  }

  /// The rows of one recording to answer.
  package struct Task: Sendable {
    let input: AccuracyReport.Input
    /// The recording, named after the folder of its track, its data set, and its own name.
    package let recording: Recording
    let parameters: FusionFilter.Parameters
    var outages: [ClosedRange<Double>] = []

    /// The edge for tracks with one edge: halfway from the median of the truth to the next true distance that is a tenth
    /// farther, or else nearer. So a resting device is not on the edge. `nil` if there is no such distance.
    var edge: Meters? {
      let truths = recording.records.compactMap { $0.truth?.value }.sorted()
      guard !truths.isEmpty else { return nil }
      let median = truths[truths.count / 2]
      let next =
        truths.first { $0 > 1.1 * median + 0.01 } ?? truths.last { $0 < median / 1.1 - 0.01 }
      return next.map { Meters(max(0.01, (median + $0) / 2)) }
    }

    func isIn(_ track: Track) -> Bool {
      input == track.input && !(track.isAtEdge && edge == nil)
    }

    init(
      _ input: AccuracyReport.Input, _ recording: Recording, _ parameters: FusionFilter.Parameters
    ) {
      var recording = recording
      // Names may come from a file, and become names of files, so `..` is replaced.
      let name = "\(recording.dataset)/\(recording.name)".replacing("..", with: "__")
      recording.name = "\(Track.folder(of: input))/\(name)"
      (self.input, self.recording, self.parameters) = (input, recording, parameters)
    }

    /// The rows without the truth, as CSV.
    package var csv: [UInt8] {
      TraceWriter.encode(
        recording.records.map { record in
          var copy = record
          copy.truth = nil
          return copy
        })
    }
  }

  package struct Entrant: Sendable {
    package let name: String
    fileprivate let decision: ZoneDecision
    fileprivate var holdsZone = false
    /// The entrant's own zones for `edges`; `nil` if the rule decides.
    fileprivate var moves: @Sendable (Task) -> [ZoneComparison.Move]? = { _ in nil }
    /// The answers to a task; `nil` if the entrant does not answer it.
    fileprivate let track: @Sendable (Task) -> ScoredTrack?
  }

  package let tasks: [Task]
  package let offsets: [TruthOffset]

  /// The edges of the zones: contact, and the edges of `bench accuracy`.
  package static let edges: [Meters] = [0.05, 0.5, 1, 2, 4, 8]

  /// The tasks of recordings, with the calibration for entrants that use one.
  package init(_ split: CloseSplit, truthShift: TruthShift, by workers: Workers) throws {
    let sessions = Dictionary(
      split.recordings.map { ($0.place, $0.session) }, uniquingKeysWith: { first, _ in first })
    let parts = split.recordings.sets.flatMap { set in
      Calibrator(split.learned(set), source: .leaveOneOut, truthShift: truthShift)
        .parts([.uwb, .ble], by: workers)
    }
    let given = parts.flatMap { part in
      part.recordings.map { one in
        var recording = one.recording
        recording.session = sessions[recording.place] ?? recording.session
        return (input: part.input, recording: recording, parameters: one.parameters)
      }
    }
    offsets = parts.map(\.offset).withoutRepeats
    var tasks = given.map { Task($0.input, $0.recording, $0.parameters) }
    var fading = FadingRuns()
    for one in given where one.input == .ble { fading.add(one.recording.records) }
    let moving = given.filter { $0.input == .uwb && !$0.recording.isStill }
    for (number, one) in moving.enumerated() where !fading.isEmpty {
      let made = try HandoverSimulator(seed: UInt64(1000 * number + 1), fading: fading)
        .run(over: one.recording.records)
      guard !made.outages.isEmpty else { continue }
      var (recording, parameters) = (one.recording, one.parameters)
      recording.records = made.trace.records
      // The level of a simulated link is unknown, so the calibrated level does not apply.
      parameters.signal = SignalStrengthFilter.Parameters()
      var task = Task(.both, recording, parameters)
      task.outages = made.outages
      tasks.append(task)
    }
    self.tasks = tasks
  }

  /// The digest of the tasks. Only results with the same digest are comparable.
  package var digest: String {
    var hash = FNV1a()
    for task in tasks {
      let truths = task.recording.records.count { $0.truth != nil }
      for byte in "\(task.recording.name) \(task.recording.digest) \(truths)".utf8 {
        hash.combine(UInt64(byte))
      }
    }
    return String(hash.value, radix: 16)
  }

  /// A sentence for each track that has tasks.
  package var summaries: [(track: Track, text: String)] {
    Track.allCases.compactMap { track in
      let own = tasks.filter { $0.isIn(track) }.map(\.recording)
      let sessions = Set(own.map { [$0.dataset, $0.session] }).count
      let text =
        "\(counted(own.count, "recording")) of \(counted(sessions, "session")) in "
        + counted(own.sets.count, "set")
      return own.isEmpty ? nil : (track, text)
    }
  }

  /// The scores of each entrant. An entrant is in a track only if it answers every recording of the track.
  package func run(
    _ entrants: [Entrant], by workers: Workers,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(SettingError) -> [CloseRow] {
    var rows: [CloseRow] = []
    for (number, entrant) in entrants.enumerated() {
      progress(number, entrants.count)
      let scored = workers.map(tasks) { task in
        Result { () throws(SettingError) in try self.scores(of: entrant, task) }
      }
      var scores: [[Track: CloseSums]] = []
      for result in scored { scores.append(try result?.get() ?? [:]) }
      var tracks: [Track: [CloseFigure: CloseRow.Cell]] = [:]
      for track in Track.allCases {
        let own = zip(tasks, scores).filter { $0.0.isIn(track) }
        guard !own.isEmpty, own.allSatisfy({ $0.1[track] != nil }) else { continue }
        let sets = own.grouped { $0.0.recording.dataset }.map { _, set in
          set.grouped { $0.0.recording.session }.map { _, session in
            session.reduce(into: CloseSums()) { $0.add($1.1[track] ?? CloseSums()) }
          }
        }
        tracks[track] = CloseRow.cells(sets)
      }
      rows.append(CloseRow(name: entrant.name, tracks: tracks))
    }
    return rows
  }

  private func scores(
    of entrant: Entrant, _ task: Task
  ) throws(SettingError) -> [Track: CloseSums] {
    guard let answers = entrant.track(task) else { return [:] }
    func compared(
      _ zones: ZoneDetector.Parameters, _ moves: [ZoneComparison.Move]? = nil
    ) throws(SettingError) -> ZoneComparison {
      var zones = entrant.decision.parameters(zones)
      if entrant.holdsZone { zones.silence = .hold }
      return try ZoneComparison(of: answers, deciding: zones, moves: moves)
    }
    var scores: [Track: CloseSums] = [:]
    for track in Track.allCases where task.isIn(track) {
      if track.isAtEdge, let edge = task.edge {
        let zones = ZoneDetector.Parameters(try Zones(edges: [edge]))
        scores[track] = CloseSums(try compared(zones).score)
      } else {
        let felt = Preset.default.configuration
        let beats = try compared(felt.zones).beatScore(intervals: felt.beatIntervals)
        let longest = felt.beatIntervals.compactMap { $0?.value }.max() ?? 0
        let zones = ZoneDetector.Parameters(try Zones(edges: Self.edges))
        scores[track] = CloseSums(
          try compared(zones, entrant.moves(task)).score, hasContact: true, beat: (beats, longest),
          jumps: task.outages.isEmpty
            ? [] : HandOverScore(answers, outages: task.outages).outages.map(\.jump))
      }
    }
    return scores
  }
}

extension CloseBenchmark.Entrant {
  /// The answers of another program, with its own zones, or otherwise with zones by a margin.
  package static func given(_ given: GivenEstimates) -> Self {
    let moves = { @Sendable (task: CloseBenchmark.Task) in given.moves(for: task.recording) }
    return Self(name: given.name, decision: .usual, moves: moves) { task in
      given.estimator(for: task.recording).map { estimator in
        var track = ScoredTrack(of: estimator, over: task.recording.records)
        // All answers count as one radio, because a change of radio would restart the rule.
        if task.input == .both {
          for place in track.rows.indices { track.rows[place].estimate?.radio = .uwb }
        }
        return track
      }
    }
  }

  private static func own(
    _ name: String, ranges: EstimatorKind? = nil, levels: EstimatorKind? = nil,
    both: EstimatorKind? = nil, isCalibrated: Bool = true
  ) -> Self {
    let kinds = [AccuracyReport.Input.uwb: ranges, .ble: levels, .both: both].compactMapValues(
      \.self)
    let first = kinds.values.first
    return Self(
      name: name, decision: first == .fusion ? .evidence : .usual,
      holdsZone: first?.holdsZone ?? false
    ) { task in
      kinds[task.input].map {
        ScoredTrack(
          of: $0, isCalibrated ? task.parameters : .init(), over: task.recording.records)
      }
    }
  }

  private static func own(_ name: String, _ all: EstimatorKind, isCalibrated: Bool = true) -> Self {
    own(name, ranges: all, levels: all, both: all, isCalibrated: isCalibrated)
  }

  /// Lubdub without and with calibration, and the baselines, which use the same calibration.
  package static let known: [Self] = [
    own("lubdub", .fusion, isCalibrated: false), own("lubdub, calibrated", .fusion),
    own("hold", .holdLast), own("usual place", .constant),
    own("one-euro", ranges: .oneEuro, levels: .signalOneEuro),
    own("constant-velocity", ranges: .constantVelocity),
    own("altbeacon", levels: .signalTrimmedMean), own("espresense", levels: .signalFencedMean),
    own("bermuda", levels: .signalMinimumMean), own("uwb-wins", both: .uwbWins),
  ]
}
