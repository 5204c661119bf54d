package import Haptics
internal import Lubdub
package import Proximity
package import Quantities
package import Ranging
internal import TraceReading

/// What a run keeps of a session: counts always, and the rest only where an output asks for it, so
/// that a summary alone takes no memory however long the trace is.
package struct SessionRecorder: PipelineOutput {
  /// What is to be kept.
  package struct Contents: OptionSet {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// Beats, events, zone changes and what the ceremony did.
    package static let timeline = Contents(rawValue: 1)
    /// Considered zone changes.
    package static let considerations = Contents(rawValue: 2)
    /// What a plot needs.
    package static let plot = Contents(rawValue: 4)
  }

  private let contents: Contents
  package private(set) var statistics = SessionStatistics()
  package private(set) var beats: [Beat] = []
  package private(set) var events: [HapticEvent] = []
  package private(set) var zoneChanges: [ZoneChange] = []
  package private(set) var actions: [CeremonyAction] = []
  package private(set) var considerations: [ZoneConsideration] = []
  package private(set) var plot = SessionRecord()
  /// The truth of the row that is being processed.
  package var truth: Meters?

  package init(_ contents: Contents) {
    self.contents = contents
  }

  package var wantsConsiderations: Bool { contents.contains(.considerations) }

  package mutating func estimated(
    _ estimate: RangeEstimate?, zone: Int?, from observation: Observation
  ) {
    statistics.add(observation, estimate, zone: zone)
    if contents.contains(.plot) {
      plot.add(observation, truth: truth, estimate: estimate)
    }
  }

  package mutating func changed(_ change: ZoneChange) {
    statistics.add(change)
    if contents.contains(.timeline) { zoneChanges.append(change) }
    if contents.contains(.plot) { plot.add(change) }
    if contents.contains(.considerations), change.probability == nil {
      considerations.append(ZoneConsideration(change))
    }
  }

  package mutating func considered(_ consideration: ZoneConsideration) {
    considerations.append(consideration)
  }

  package mutating func acted(_ action: CeremonyAction) {
    statistics.add(action)
    if contents.contains(.timeline) { actions.append(action) }
  }

  package mutating func beat(_ beat: Beat) {
    statistics.add(beat)
    if contents.contains(.timeline) { beats.append(beat) }
    if contents.contains(.plot) { plot.add(beat) }
  }

  package mutating func played(_ event: HapticEvent) {
    if contents.contains(.timeline) { events.append(event) }
  }
}
