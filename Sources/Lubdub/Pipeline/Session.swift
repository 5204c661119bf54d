/// The output of a pipeline for a recording, in memory: the simple way to use a pipeline.
///
/// All times are times of the timeline: seconds since the first sample.
public struct Session: Sendable {
  /// The heartbeat and the cues.
  public private(set) var timeline: Timeline
  /// Every change of the zone, or of the knowledge about it.
  public private(set) var zoneChanges: [ZoneChange]
  /// The actions of the ceremony.
  public private(set) var actions: [CeremonyAction]
  /// The counts of accepted and rejected samples.
  public private(set) var receptions: ReceptionCounts

  /// Runs a pipeline over samples in the order of time.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself.
  @specialized(where Samples == [Sample]) public init<Samples: Sequence<Sample>>(
    _ samples: Samples, _ configuration: Configuration
  ) throws(SettingError) {
    var run = try PipelineRun(configuration)
    var record = Record()
    for sample in samples { run.process(sample) { record.add($0) } }
    let end = run.finish { record.add($0) }
    timeline = record.recorder.timeline(until: end)
    zoneChanges = record.changes
    actions = record.actions
    receptions = run.receptions
  }

  private struct Record {
    var recorder = TimelineRecorder()
    var changes: [ZoneChange] = []
    var actions: [CeremonyAction] = []

    mutating func add(_ decision: Decision) {
      recorder.add(decision)
      switch decision {
      case .zone(let change): changes.append(change)
      case .ceremony(let action): actions.append(action)
      case .beat, .cancelled, .sustained, .considered: break
      }
    }
  }
}
