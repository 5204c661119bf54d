struct HysteresisTest: Sendable, Hashable {
  struct Edge: Sendable, Hashable {
    let edge, margin, dwell: Double

    /// Returns whether a distance is beyond the margin; the edge belongs to the outside.
    func isBeyond(_ distance: Double, isInside: Bool) -> Bool {
      let gap = distance - edge
      return isInside ? gap >= margin : gap < -margin
    }
  }

  /// Times in traces are rounded, so a duration counts as passed if only a microsecond is missing.
  static let tolerance = 1e-6

  let edges: [Edge]
  let minimumSamples: Int

  init(_ rule: ZoneRule, edges: [Meters]) {
    minimumSamples = rule.minimumSamples
    self.edges = edges.indices.map { index in
      let edge = edges[index].value
      let margin = rule.margin.value(of: index)
      return Edge(
        edge: edge, margin: rule.marginUnit == .percent ? margin / 100 * edge : margin,
        dwell: rule.dwell.value(of: index).value)
    }
  }

  func update(
    _ reading: Reading, _ sides: inout [EdgeSide], inwardFrom first: Int = 0
  ) -> EdgeFlip? {
    var flip: EdgeFlip?
    for index in edges.indices {
      let edge = edges[index]
      let isInside = sides[index].isInside
      if !isInside, index < first { continue }
      guard edge.isBeyond(reading.distance, isInside: isInside) else {
        if sides[index].since != nil { sides[index].forget() }
        continue
      }
      let since = sides[index].since ?? reading.time
      sides[index].since = since
      if reading.isIndependent { sides[index].samples += 1 }
      let waited = reading.time - since
      guard waited >= edge.dwell - Self.tolerance, sides[index].samples >= minimumSamples else {
        continue
      }
      flip = EdgeFlip(
        edge: index, isInward: !isInside, share: 1, led: reading.distance,
        reference: isInside ? edge.edge + edge.margin : edge.edge - edge.margin, since: since)
      sides.flip(index)
    }
    return flip
  }

  func lacksSamples(_ side: EdgeSide, of index: Int, at time: Double) -> Bool {
    guard let since = side.since else { return false }
    return time - since >= edges[index].dwell - Self.tolerance && side.samples < minimumSamples
  }
}
