/// Mixes pieces of sound into one stream of samples. Positions are samples since the start of the stream.
struct SoundMixer {
  private struct Clip {
    let id: Beat.ID?
    let start: Int
    let samples: [Float]
    var end: Int { start + samples.count }
  }

  private struct Sustained {
    let start: Int
    let samples: [Float]
    var gain: Float
    var mixedGain: Float
    /// The change of the gain per sample until it reaches its target.
    var step: Float = 0
  }

  /// The number of samples over which a change of gain and an end fade, so that they do not click.
  static let fade = 240

  private(set) var position = 0
  private(set) var heldCount = 0
  private var clips: [Clip] = []
  private var sustained: Sustained?

  var end: Int { clips.map(\.end).max() ?? position }

  /// Adds a piece. If its start has passed, the whole piece begins now, because people feel its beginning most.
  mutating func add(_ samples: [Float], at start: Int, id: Beat.ID? = nil) {
    clips.append(Clip(id: id, start: max(start, position), samples: samples))
  }

  mutating func cancel(_ id: Beat.ID) { clips.removeAll { $0.id == id && $0.start >= position } }

  mutating func sustain(_ samples: [Float], at start: Int, gain: Float) {
    sustained = Sustained(
      start: max(start, position), samples: samples, gain: gain, mixedGain: gain)
  }

  mutating func changeGain(to gain: Float) {
    guard var playing = sustained else { return }
    playing.gain = gain
    if playing.start >= position { playing.mixedGain = gain }
    playing.step = (gain - playing.mixedGain) / Float(Self.fade)
    sustained = playing
  }

  mutating func release(at place: Int) {
    guard let ending = sustained else { return }
    sustained = nil
    let from = max(position, ending.start)
    let mixed = min(from - ending.start, ending.samples.count)
    let whole = min(max(place, from) - ending.start, ending.samples.count)
    var rest = ending.samples[mixed..<whole].map { ending.mixedGain * $0 }
    for (index, sample) in ending.samples[whole...].prefix(Self.fade).enumerated() {
      rest.append(ending.mixedGain * sample * (1 - Float(index + 1) / Float(Self.fade)))
    }
    add(rest, at: from)
  }

  mutating func mix(until end: Int) -> [Float] {
    guard end > position else { return [] }
    var block = [Float](repeating: 0, count: end - position)
    for clip in clips {
      let from = max(clip.start, position)
      let to = min(clip.end, end)
      guard from < to else { continue }
      for place in from..<to { block[place - position] += clip.samples[place - clip.start] }
    }
    mixSustained(into: &block, until: end)
    clips.removeAll { $0.end <= end }
    position = end
    for index in block.indices where block[index].magnitude > 1 {
      block[index] = block[index] > 0 ? 1 : -1
      heldCount += 1
    }
    return block
  }

  private mutating func mixSustained(into block: inout [Float], until end: Int) {
    guard var playing = sustained, playing.start < end else { return }
    let from = max(playing.start, position)
    let to = min(playing.start + playing.samples.count, end)
    for place in stride(from: from, to: to, by: 1) {
      let left = playing.gain - playing.mixedGain
      playing.mixedGain =
        left.magnitude <= playing.step.magnitude ? playing.gain : playing.mixedGain + playing.step
      block[place - position] += playing.mixedGain * playing.samples[place - playing.start]
    }
    sustained = playing
  }
}
