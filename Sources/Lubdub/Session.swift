public import Ceremony
public import Haptics
public import Link
public import Proximity
internal import Quantities

/// Everything that a pipeline made of a recording, in memory: the simple way to use it.
public struct Session: Sendable, PipelineOutput {
  /// The heartbeat and the cues.
  public private(set) var timeline = Timeline(duration: 0, events: [])
  /// Every change of zone, or of what is known about it.
  public private(set) var zoneChanges: [ZoneChange] = []
  /// What the ceremony asked for.
  public private(set) var actions: [CeremonyAction] = []
  private var beats: [Beat] = []
  private var events: [HapticEvent] = []

  /// Runs a pipeline over observations in the order of time.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself.
  public init(
    _ observations: some Sequence<Observation>, _ configuration: Configuration
  ) throws(SettingError) {
    var pipeline = try Pipeline(configuration)
    for observation in observations { pipeline.process(observation, into: &self) }
    let duration = pipeline.finish(into: &self)
    timeline = Timeline(duration: duration, beats: beats, events: events)
    beats = []
    events = []
  }

  /// Keeps the change.
  public mutating func changed(_ change: ZoneChange) { zoneChanges.append(change) }
  /// Keeps the action.
  public mutating func acted(_ action: CeremonyAction) { actions.append(action) }
  /// Keeps the beat.
  public mutating func beat(_ beat: Beat) { beats.append(beat) }
  /// Keeps the event.
  public mutating func played(_ event: HapticEvent) { events.append(event) }
}
