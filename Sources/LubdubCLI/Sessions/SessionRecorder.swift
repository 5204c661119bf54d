import Evaluation
import Haptics
import Lubdub
import Proximity
import Quantities
import Ranging
import Traces

/// What a run keeps of a session: counts always, and the rest only where an output asks for it, so
/// that a summary alone takes no memory however long the trace is.
struct SessionRecorder: PipelineOutput {
  /// What is to be kept.
  struct Contents: OptionSet {
    let rawValue: Int
    /// Beats, events, zone changes and what the ceremony did.
    static let timeline = Contents(rawValue: 1)
    /// Considered zone changes.
    static let considerations = Contents(rawValue: 2)
    /// What a plot needs.
    static let plot = Contents(rawValue: 4)
  }

  private let contents: Contents
  private(set) var statistics = SessionStatistics()
  private(set) var beats: [Beat] = []
  private(set) var events: [HapticEvent] = []
  private(set) var zoneChanges: [ZoneChange] = []
  private(set) var actions: [CeremonyAction] = []
  private(set) var considerations: [ZoneConsideration] = []
  private(set) var plot = SessionRecord()
  private var trueZones: TrueZones
  private var moves: [ZoneComparison.Move] = []
  /// The truth of the row that is being processed.
  private(set) var truth: Meters?
  private var origin: Seconds?

  init(_ contents: Contents, edges: [Meters]) {
    self.contents = contents
    trueZones = TrueZones(edges: edges)
  }

  /// Takes note of a row before it is processed.
  mutating func read(_ record: TraceRecord) {
    truth = record.truth
    let time = record.observation.time
    guard time.isFinite else { return }
    let start = origin ?? time
    origin = start
    if let truth = record.scoredTruth { trueZones.add(truth, at: time - start) }
  }

  /// The zones beside those of the truth; `nil` where the trace has no truth.
  func comparison() -> ZoneComparison? {
    var truth = trueZones
    truth.finish()
    let comparison = ZoneComparison(truth, moves: moves)
    return comparison.stretches.isEmpty ? nil : comparison
  }

  var wantsConsiderations: Bool { contents.contains(.considerations) }

  mutating func estimated(_ estimate: RangeEstimate?, zone: Int?, from observation: Observation) {
    statistics.add(observation, estimate, zone: zone)
    if contents.contains(.plot) {
      plot.add(observation, truth: truth, estimate: estimate)
    }
  }

  mutating func changed(_ change: ZoneChange) {
    statistics.add(change)
    if change.isMove { moves.append(ZoneComparison.Move(time: change.time, zone: change.to)) }
    if contents.contains(.timeline) { zoneChanges.append(change) }
    if contents.contains(.plot) { plot.add(change) }
    if contents.contains(.considerations), change.evidence == nil {
      considerations.append(ZoneConsideration(change))
    }
  }

  mutating func considered(_ consideration: ZoneConsideration) {
    considerations.append(consideration)
  }

  mutating func acted(_ action: CeremonyAction) {
    statistics.add(action)
    if contents.contains(.timeline) { actions.append(action) }
  }

  mutating func beat(_ beat: Beat) {
    statistics.add(beat)
    if contents.contains(.timeline) { beats.append(beat) }
    if contents.contains(.plot) { plot.add(beat) }
  }

  mutating func played(_ event: HapticEvent) {
    if contents.contains(.timeline) { events.append(event) }
  }
}
