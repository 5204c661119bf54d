extension Timeline {
  package init(cues: [(cue: Cue, time: Seconds)], duration: Seconds) {
    let events = cues.flatMap { $0.cue.events(at: $0.time) }
    let end = events.map { $0.time + $0.duration }.max() ?? .zero
    self.init(duration: max(duration, end), events: events)
  }
}
