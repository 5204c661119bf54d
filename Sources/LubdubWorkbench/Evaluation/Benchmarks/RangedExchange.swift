/// An ultra-wideband exchange with a range and a truth, and the frames of its impulse responses.
struct RangedExchange {
  var frames: [ReceivedFrame]
  let recording: String
  let label: String
  let isBlocked: Bool?
  /// The device's range, in m.
  let range: Double
  /// The true distance, in m.
  let truth: Double

  /// The exchanges of a log that have a range and a truth, in the order of the log.
  static func all(in signals: [RawSignal]) -> [RangedExchange] {
    var found: [RangedExchange] = []
    var frames: [ReceivedFrame] = []
    for signal in signals {
      guard case .frame(let frame) = signal.content else { continue }
      if frame.beginsExchange(after: frames.last?.exchange) { frames = [] }
      frames.append(frame)
      guard let range = frame.range, let truth = signal.truth else { continue }
      found.append(
        RangedExchange(
          frames: frames, recording: signal.recording ?? "", label: signal.label,
          isBlocked: signal.isBlocked, range: range.value, truth: truth.value))
    }
    return found
  }
}

extension NLOSSample {
  package static func all(in signals: [RawSignal]) throws -> (samples: [NLOSSample], unscored: Int)
  {
    let ranging = SignalRanging()
    var samples: [NLOSSample] = []
    var unscored = 0
    for exchange in RangedExchange.all(in: signals) {
      let scores = try exchange.frames.compactMap { try ranging.score(of: $0) }
      guard let score = Statistics.mean(scores.map(\.value)) else {
        unscored += 1
        continue
      }
      samples.append(
        NLOSSample(
          recording: exchange.recording, error: Meters(exchange.range - exchange.truth),
          score: score, range: Meters(exchange.range), isBlocked: exchange.isBlocked))
    }
    return (samples, unscored)
  }

  package static func read(at paths: [String]) throws -> (samples: [NLOSSample], unscored: Int) {
    var samples: [NLOSSample] = []
    var unscored = 0
    for (path, _) in RecordingLoader.traces(in: paths).traces {
      let bytes = try readFile(at: path)
      guard SignalReader.recognises(Array(bytes.prefix(1 << 16))) else { continue }
      let found = try all(in: SignalReader(bytes, path: path).signals)
      for var sample in found.samples {
        sample.recording = "\(path)/\(sample.recording)"
        samples.append(sample)
      }
      unscored += found.unscored
    }
    return (samples, unscored)
  }
}
