/// A live session of a recording that is read at full speed. Its clock is the clock of the rows, so nothing is late, and
/// beats are delivered when they are due.
actor LiveReadTask: LiveTask {
  private var session: LiveSession
  private var end: LiveEnd
  private let sink: any LiveSink
  private let origin: Seconds
  private var now = Seconds.zero

  init(
    _ configuration: Configuration, heart: IntervalPlayback?, _ sink: any LiveSink, origin: Seconds
  ) throws(SettingError) {
    session = try LiveSession(configuration, lead: 0)
    end = LiveEnd(heart: heart)
    self.sink = sink
    self.origin = origin
  }

  func process(_ record: TraceRecord, of link: String?) async {
    var sample = record.sample
    sample.time = sample.time - origin
    var events: [LiveEvent] = []
    beat(until: sample.time) { events.append($0) }
    pass(to: sample.time) { events.append($0) }
    let reception = session.process(sample, now: now) { events.append($0) }
    end.receptions.add(reception)
    for event in events { await sink.handedOut(event) }
    guard reception.isTaken else { return }
    await sink.processed(record, at: sample.time, session.estimate)
  }

  private func beat(until time: Seconds, _ handOut: (LiveEvent) -> Void) {
    while let interval = end.heart?.next(until: time) {
      pass(to: interval.end, handOut)
      let reception = session.process(interval: interval.length, now: now, handOut)
      end.heart?.note(reception)
    }
  }

  private func pass(to time: Seconds, _ handOut: (LiveEvent) -> Void) {
    now = max(now, time)
    while let wake = session.nextWake, wake < now { session.pass(to: wake, handOut) }
  }

  func finish() async -> LiveEnd {
    var events: [LiveEvent] = []
    session.finish(at: now) { events.append($0) }
    for event in events { await sink.handedOut(event) }
    (end.dropped, end.learned) = (session.droppedBeats, session.learned)
    return end
  }
}
