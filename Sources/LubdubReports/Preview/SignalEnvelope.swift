/// The envelope of a rendering: the lowest and the highest sample in each of equal pieces of time.
package struct SignalEnvelope: Sendable, Hashable {
  package private(set) var low: [Float]
  package private(set) var high: [Float]

  package var peak: Double { Double(max(high.max() ?? 0, -(low.min() ?? 0))) }

  package init(
    _ timeline: Timeline, _ options: RenderOptions, span: Seconds, count: Int
  ) throws(AudioError) {
    low = [Float](repeating: 0, count: count)
    high = low
    var renderer = try Renderer(timeline, options)
    let rate = Double(options.sampleRate)
    let lead = Int((renderer.startOffset.value * rate).rounded())
    let framesOfPiece = max(1, span.value * rate / Double(count))
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 4096) { block in
      while renderer.remaining > 0 {
        _ = renderer.skipSilence()
        let start = renderer.frameCount - renderer.remaining - lead
        let written = renderer.render(into: block)
        guard written > 0 else { break }
        for index in 0..<written where start + index >= 0 {
          let piece = Int(Double(start + index) / framesOfPiece)
          guard piece < count else { break }
          low[piece] = min(low[piece], block[index])
          high[piece] = max(high[piece], block[index])
        }
      }
    }
  }
}
