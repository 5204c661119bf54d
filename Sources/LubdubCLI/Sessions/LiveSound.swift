import FileIO
import HapticAudio
import Link
import Lubdub
import LubdubLive
import Reports
import TraceReading

/// Plays what a live session hands out: 48,000 samples of 16 bits a second, one channel, little endian.
actor LiveSound: LiveSink {
  /// A piece of sound and where it begins, in samples since the session's begin.
  private struct Clip {
    let id: Beat.ID?
    let start: Int
    var samples: [Float]
    /// A factor on what is still to come of a sustained contact.
    var gain: Float = 1
  }

  private static let rate = 48_000
  /// How far ahead of the clock samples are written, in samples: a fiftieth of a second.
  private static let ahead = rate / 50

  private let clock = ContinuousClock()
  private let pace: Double
  private let play: PCMPlayer
  private var live = LiveOutput()
  private var start: ContinuousClock.Instant?
  private var clips: [Clip] = []
  /// Samples that were written.
  private var position = 0
  private var writing: Task<Void, Never>?
  private(set) var failure: FileError?

  /// - Parameters:
  ///   - play: Takes the samples.
  ///   - pace: How many seconds of the session pass in one.
  init(_ play: PCMPlayer, pace: Double) {
    self.play = play
    self.pace = pace
  }

  func begin() {
    start = clock.now
    writing = Task {
      while !Task.isCancelled {
        self.write(until: self.now + Self.ahead)
        try? await self.clock.sleep(for: .milliseconds(5), tolerance: .zero)
      }
    }
  }

  func handedOut(_ event: LiveEvent) {
    live.handedOut(event)
    _ = live.take()
    switch event {
    case .scheduled(let beat, let pattern):
      var events = pattern.events(for: beat)
      for index in events.indices { events[index].time = events[index].time - beat.time }
      add(events, at: beat.time, id: beat.id)
    case .cancelled(let beat):
      clips.removeAll { $0.id == beat.id && $0.start >= position }
    case .decided(.sustained(let contact)): follow(contact)
    case .decided(.ceremony(let action)):
      add(Decision.ceremony(action).events.map { $0.moved(by: -action.time) }, at: action.time)
    case .decided: break
    }
  }

  func processed(_ record: TraceRecord, _ estimate: DistanceEstimate?, zone: Int?) {
    live.processed(record, estimate, zone: zone)
  }

  func end() async throws -> SessionStatistics {
    writing?.cancel()
    await writing?.value
    write(until: clips.map { $0.start + $0.samples.count }.max() ?? position)
    play.finish()
    live.end()
    if let failure { throw failure }
    return live.statistics
  }

  /// Samples since the begin.
  private var now: Int {
    guard let start else { return 0 }
    let (seconds, attoseconds) = start.duration(to: clock.now).components
    return Int(Double(Self.rate) * (Double(seconds) + Double(attoseconds) * 1e-18))
  }

  private func sample(of time: Seconds) -> Int {
    Int((time.value / pace * Double(Self.rate)).rounded())
  }

  private func add(_ events: [HapticEvent], at time: Seconds, id: Beat.ID? = nil) {
    guard !events.isEmpty else { return }
    let end = events.map { $0.time + $0.duration }.max() ?? 0
    let timeline = Timeline(duration: end, events: events)
    guard let samples = try? renderSamples(timeline) else { return }
    clips.append(Clip(id: id, start: sample(of: time), samples: samples))
  }

  /// A sustained contact is rendered for as long as it can last, and cut when it ends.
  private func follow(_ contact: SustainedContact) {
    let sustained = clips.lastIndex { $0.id == nil && $0.samples.count >= 30 * Self.rate }
    switch contact {
    case .began(let time, let intensity, let sharpness):
      let event = HapticEvent(
        time: 0, intensity: intensity, sharpness: sharpness,
        kind: .continuous(duration: 30, curve: []))
      add([event], at: time)
    case .changed(_, let intensity):
      if let sustained { clips[sustained].gain = Float(intensity) }
    case .ended(let time, _):
      guard let sustained else { return }
      let count = max(sample(of: time), position) - clips[sustained].start
      clips[sustained].samples = Array(clips[sustained].samples.prefix(max(0, count)))
    }
  }

  private func write(until end: Int) {
    guard end > position, failure == nil else { return }
    var block = [Float](repeating: 0, count: end - position)
    for clip in clips {
      let from = max(clip.start, position)
      let to = min(clip.start + clip.samples.count, end)
      guard from < to else { continue }
      for place in from..<to {
        block[place - position] += clip.gain * clip.samples[place - clip.start]
      }
    }
    clips.removeAll { $0.start + $0.samples.count <= end }
    position = end
    failure = play.write(block)
  }
}

extension HapticEvent {
  fileprivate func moved(by duration: Seconds) -> HapticEvent {
    var event = self
    event.time = time + duration
    return event
  }
}
