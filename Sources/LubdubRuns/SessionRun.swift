/// A session: a pipeline run over the rows of a trace, and its kept data. `lubdub run`, the C interface, the page, and
/// scores all use it. The kept data omit rejected rows, except for the estimates, which have one entry per row.
package struct SessionRun {
  package private(set) var recorder: SessionRecorder
  package private(set) var estimates = EstimateColumns()
  /// The length of the session, from the first row; `nil` while it continues.
  package private(set) var duration: Seconds?
  package let configuration: Configuration

  private let contents: SessionRecorder.Contents
  private var run: PipelineRun
  private var contact: ContactCheck?

  /// Creates a session without rows. If `truthEdges` differ from the edges of the settings, in equal number,
  /// `recorder.fixedComparison` uses true zones with these edges, so that figures of settings that move edges refer to the
  /// same truth.
  package init(
    _ configuration: Configuration, keeping contents: SessionRecorder.Contents,
    heart: IntervalPlayback? = nil, truthEdges: [Meters]? = nil
  ) throws(SettingError) {
    let run = try PipelineRun(
      configuration, explainsZones: contents.contains(.considerations), intervals: heart)
    let recorder = SessionRecorder(
      contents, edges: configuration.zones.edges,
      fixed: configuration.zones.trueEdges(truthEdges))
    self.init(run, recorder, configuration, contents)
  }

  // All steps that can fail come before this call, because an initializer that throws copies the whole value at its end.
  private init(
    _ run: consuming PipelineRun, _ recorder: consuming SessionRecorder,
    _ configuration: Configuration, _ contents: SessionRecorder.Contents
  ) {
    self.run = run
    self.recorder = recorder
    self.configuration = configuration
    self.contents = contents
    if contents.contains(.findings) { contact = ContactCheck(configuration) }
  }

  /// The reason why the session keeps too much data for its outputs; `nil` if there is no such fault.
  package var fault: String? { recorder.fault }
  package var receptions: ReceptionCounts { run.receptions }
  package var heart: IntervalPlayback? { run.intervals }
  package var time: Seconds { run.time }
  package var learned: LearnedLink { run.learned }
  package var estimate: DistanceEstimate? { run.estimate }

  /// The findings about the settings of the session; empty if they are not among its contents.
  package var findings: [Finding] {
    guard let contact else { return [] }
    let isFelt = recorder.statistics.timeInZone[0] ?? 0 > 0
    return contact.findings(deviation: learned.rangeDeviation, isFelt: isFelt)
      + recorder.statistics.findings(configuration, learned)
  }

  @discardableResult package mutating func process(_ sample: Sample, truth: Meters?) -> Reception {
    contact?.check(sample, truth: truth)
    let reception = run.process(sample) { recorder.decided($0) }
    let answer = run.answer()
    if contents.contains(.estimates) {
      estimates.add(answer.estimate, zone: answer.zone, run.state)
    }
    guard reception.isTaken else { return reception }
    var sample = sample
    sample.time = run.time
    recorder.processed(sample, truth: truth, answer.estimate, zone: answer.zone)
    return reception
  }

  package func plan(ahead: Seconds) -> [Beat] {
    var beats: [Beat] = []
    for beat in run.plan(ahead: ahead) { beats.append(beat) }
    return beats
  }

  package mutating func finish() {
    let end = run.finish { recorder.decided($0) }
    duration = end
    recorder.ended(at: end)
  }

  package func document(input: [String: JSONValue]) -> SessionDocument {
    SessionDocument(
      timeline: recorder.timeline(until: duration ?? max(.zero, run.time)),
      configuration: configuration, input: input, origin: run.origin,
      statistics: recorder.statistics, zoneChanges: recorder.zoneChanges,
      actions: recorder.actions, comparison: recorder.comparison())
  }
}
