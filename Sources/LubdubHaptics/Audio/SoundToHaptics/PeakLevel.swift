/// The level of a sound in blocks of a millisecond, as intensities.
struct PeakLevel {
  private static let block = 0.001
  private let levels: [Double]
  let duration: Double

  init(_ channels: [[Double]], sampleRate: Double, full: Double) {
    duration = Double(channels.first?.count ?? 0) / sampleRate
    let count = Int((duration / Self.block).rounded(.up))
    var levels = [Double](repeating: 0, count: count)
    for (index, sample) in channels.lazy.flatMap({ $0.enumerated() }) {
      let place = min(Int(Double(index) / sampleRate / Self.block), count - 1)
      levels[place] = max(levels[place], abs(sample) / full)
    }
    self.levels = levels
  }

  private func index(_ time: Double) -> Int {
    min(max(Int((time / Self.block).rounded()), 0), levels.count)
  }

  func peak(from start: Double, to end: Double) -> Double {
    let (first, last) = (index(start), index(end))
    return first < last ? min(levels[first..<last].max() ?? 0, 1) : 0
  }

  /// The start of the rise that a frame of a spectrogram shows: the last moment before the peak at which the level is still
  /// near its earlier value.
  func onset(near time: Double) -> Double {
    let (first, last) = (index(time - 0.03), index(time + 0.03))
    guard first < last,
      let top = (first..<last).max(by: { levels[$0] < levels[$1] })
    else { return max(time, 0) }
    let before = levels[max(0, first - 10)..<max(first, 1)].max() ?? 0
    let floor = min(before, levels[top]) + 0.1 * max(0, levels[top] - before)
    // The first block above the floor after a quiet half period of the lowest tone.
    var start = top
    var quiet = 0
    for place in stride(from: top, through: first, by: -1) {
      if levels[place] > floor {
        (start, quiet) = (place, 0)
      } else {
        quiet += 1
        if quiet > 8 { break }
      }
    }
    return (Double(start) * Self.block * 1e6).rounded() / 1e6
  }
}
