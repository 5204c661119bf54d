/// One edge of the test, made ready. Distances are in metres, or in ln(distance). Around it lies a band of two
/// deviations to either side: inside counts below its inner end, outside above its outer one. The deviation is learned
/// (`RangeSpread`), and its share is that of the usual one, for which the band is `halfBand` to either side.
struct CUSUMEdge: Sendable, Hashable {
  let edge, halfBand, lookAhead: Double
  private let middle: Double
  /// Whether it is the edge of contact, whose band is wide until it is known what the pair reads there.
  private let isNearest: Bool
  let curve: Int
  private(set) var farthestInner = 0.0

  struct Band {
    let inner, outer: Double

    var shift: Double { outer - inner }
  }

  init(
    _ edge: Double, nearer: Double, isNearest: Bool, halfBand: Double, lookAhead: Double, curve: Int
  ) {
    (self.edge, self.isNearest, self.curve) = (edge, isNearest, curve)
    (self.halfBand, self.lookAhead) = (halfBand, lookAhead)
    middle = (edge + nearer) / 2
    farthestInner = max(edge, leastInner(1, isContactKnown: false))
  }

  /// The least that the inner end may be, so that a device that rests in the zone inside gets in.
  @inline(__always) private func leastInner(_ share: Double, isContactKnown: Bool) -> Double {
    let delta = halfBand * share
    let least = middle + delta * 0.25 * (1 + max(2 * share - 1, 0))
    guard isNearest, !isContactKnown else { return least }
    // From 3 to 8 mm of deviation it opens: a radio that errs so errs in contact, too, by how much nobody knows.
    let deviation = share * RangeSpread.usualDeviation
    let openness = min(max((deviation - 0.003) * (1 / 0.005), 0), 1)
    return least + (middle + halfBand * 0.5 - least) * openness
  }

  @inline(__always) func band(_ spread: RangeSpread, _ share: Double) -> Band {
    let delta = halfBand * share
    let least = leastInner(share, isContactKnown: spread.isContactKnown)
    let inner = max(edge - delta, least)
    let held = spread.isKnown ? inner : min(inner, edge)
    return Band(inner: held, outer: max(edge + delta, held + 0.5 * delta))
  }

  func calm(_ least: Double, _ most: Double) -> Band {
    let inner = max(edge - halfBand * least, leastInner(most, isContactKnown: false))
    return Band(inner: inner, outer: edge + halfBand * least)
  }

  /// The distance carried ahead along its velocity, by no more than a third of itself or the
  /// halfBand: the limit keeps those who walk by out of small zones.
  func led(_ reading: Reading) -> Double {
    guard reading.drift != 0 else { return reading.distance }
    let most = max(halfBand, reading.third)
    return reading.distance + min(max(lookAhead * reading.drift, -most), most)
  }
}
