internal import RealModule

/// The test of summed evidence, one for each edge: Page's CUSUM ("Continuous inspection schemes",
/// Biometrika 1954) for a shift of the mean, with a band around the edge.
struct CUSUMTest: Sendable, Hashable {
  /// What a radio's errors are like. Measured on recordings; docs/decisions/0021 says how.
  struct Noise: Sendable, Hashable {
    /// Time over which errors stay alike, in s.
    let memory: Double
    /// Noise density of the answers for the threshold: unit² · s.
    let density: Double
    /// No reading is worth a larger share of the threshold, however slowly readings come.
    let largestShare: Double

    /// Measured ranges: errors of 0.06 m with a memory of 0.15 s, N = 2 · 0.06² · 0.15.
    static let range = Noise(memory: 0.15, density: 2 * 0.06 * 0.06 * 0.15, largestShare: 0.5)
    /// Signal strength, in ln(distance).
    static let level = Noise(memory: 2.5, density: 645, largestShare: 0.25)
    /// Wide ranges: errors of 5 m along the line between the two, N = 2 · 5² · 3. Errors stay for 40 s, but
    /// people who walk past an edge do not wait for that; docs/positions.md has what both give.
    static let wideRange = Noise(memory: 3, density: 2 * 5 * 5 * 3, largestShare: 0.5)
  }

  /// One edge, made ready. Distances are in metres, or in ln(distance).
  struct Edge: Sendable, Hashable {
    let edge: Double
    /// Inside counts below `inner`, outside above `outer`: the band.
    let inner, outer: Double
    /// The shift that is tested for: the width of the band.
    let shift: Double
    /// The evidence that is needed, in nats.
    let threshold: Double
    let halfBand, lookAhead: Double

    init(
      _ edge: Double, nearer: Double, halfBand: Double, lookAhead: Double,
      falseChangeInterval: Double, _ noise: Noise
    ) {
      self.edge = edge
      // Never below the middle of the zone inside: a device that rests there must get in.
      inner = max(edge - halfBand, (edge + nearer) / 2 + halfBand / 2)
      outer = edge + halfBand
      shift = outer - inner
      threshold = CUSUMTest.threshold(falseChangeInterval * shift * shift / (2 * noise.density))
      self.halfBand = halfBand
      self.lookAhead = lookAhead
    }

    /// The distance carried ahead along its velocity, by no more than a third of itself or the
    /// halfBand: the limit keeps those who walk by out of small zones.
    func led(_ reading: Reading) -> Double {
      guard reading.drift != 0 else { return reading.distance }
      let most = max(halfBand, reading.third)
      return reading.distance + min(max(lookAhead * reading.drift, -most), most)
    }
  }

  /// The deviation that a reading has at least, so that a filter that is too sure cannot rush.
  private static let smallestDeviation = 0.05
  /// No reading is worth a larger share of the threshold: gross errors come in bursts of three.
  private static let usualShare = 0.25
  /// What a reading may be worth grows with the time since the one before, by this share a second: half
  /// from 0.42 s on, so that a radio of 2 Hz whose times jitter needs two readings, and three at 4 Hz are
  /// still too few.
  private static let shareRate = 1.2
  /// Sums are rounded; a threshold counts as reached when a billionth of it is missing.
  private static let slack = 1 - 1e-9

  /// Where a distance speaks for no other side, in each zone.
  struct Calm: Sendable, Hashable {
    let nearest, farthest: Double

    /// The distances that no edge's band ends in, for a device that is outside the first `zone` edges.
    init(_ edges: [Edge], zone: Int) {
      nearest = edges[..<zone].map { $0.inner }.max() ?? -.infinity
      farthest = edges[zone...].map { $0.outer }.min() ?? .infinity
    }
  }

  let edges: [Edge]
  let noise: Noise
  let calm: [Calm]
  let longestLookAhead, largestHalfBand: Double
  let usesLogarithm: Bool

  init(_ rule: ZoneRule, edges: [Meters], noise: Noise, usesLogarithm: Bool) {
    self.noise = noise
    self.usesLogarithm = usesLogarithm
    let places = edges.map { usesLogarithm ? Double.log($0.value) : $0.value }
    self.edges = places.indices.map { index in
      Edge(
        places[index], nearer: index > 0 ? places[index - 1] : usesLogarithm ? -.infinity : 0,
        halfBand: rule.halfBand.value(of: index), lookAhead: rule.lookAhead.value(of: index).value,
        falseChangeInterval: rule.falseChangeInterval.value(of: index).value, noise)
    }
    calm = (0...places.count).map { [edges = self.edges] in Calm(edges, zone: $0) }
    longestLookAhead = self.edges.map { $0.lookAhead }.max() ?? 0
    largestHalfBand = self.edges.map { $0.halfBand }.max() ?? 0
  }

  /// The threshold h of a test that raises a false alarm about once in `falseChangeInterval`: the root of
  /// exp(h) - 1 - h = `falseChangeInterval` · rate, where the rate of information is shift² / 2N (Siegmund 1985).
  static func threshold(_ information: Double) -> Double {
    var h = 1.0
    for _ in 0..<50 {
      let next = Double.log(1 + h + information)
      if next == h { break }
      h = next
    }
    return h
  }

  /// Takes one reading: adds up what it says about every edge.
  func update(
    _ reading: Reading, _ weighing: inout Weighing, _ sides: inout [EdgeSide],
    inwardFrom first: Int = 0
  ) -> EdgeFlip? {
    guard let step = weighing.step(to: reading.time) else { return nil }
    return weigh(reading, after: step, &weighing, &sides, inwardFrom: first)
  }

  /// As far as a reading is carried ahead for any edge at most; see `Edge.led`.
  @inline(__always)
  private func reach(of reading: Reading) -> Double {
    let most = max(largestHalfBand, reading.third)
    return min(longestLookAhead * reading.drift.magnitude, most)
  }

  /// Adds up what a reading says about every edge, one after the other.
  func weigh(
    _ reading: Reading, after step: Double, _ weighing: inout Weighing, _ sides: inout [EdgeSide],
    inwardFrom first: Int = 0
  ) -> EdgeFlip? {
    var weight: Double?
    var flip: EdgeFlip?
    let reach = reach(of: reading)
    let (nearest, farthest) = (reading.distance - reach, reading.distance + reach)
    for index in edges.indices {
      let edge = edges[index]
      let isInside = sides[index].isInside
      if !isInside, index < first { continue }
      let before = sides[index].sum
      if before == 0, isInside ? farthest <= edge.outer : nearest >= edge.inner { continue }
      let led = edge.led(reading)
      let beyond = isInside ? led - edge.outer : edge.inner - led
      if beyond <= 0, before == 0 { continue }
      if weight == nil {
        let deviation = max(reading.deviation, Self.smallestDeviation)
        weight = weighing.share(of: step, noise) / (deviation * deviation)
      }
      let most =
        min(max(Self.shareRate * step, Self.usualShare), noise.largestShare) * edge.threshold
      let gain = min(max(edge.shift * beyond * (weight ?? 0), -most), most)
      let sum = max(0, before + gain)
      if sum >= edge.threshold * Self.slack, beyond > 0 {
        flip = EdgeFlip(
          edge: index, isInward: !isInside, share: sum / edge.threshold, led: led,
          reference: isInside ? edge.outer : edge.inner,
          since: sides[index].since ?? reading.time)
        sides.flip(index)
      } else {
        sides[index].add(sum, at: reading.time)
      }
    }
    return flip
  }
}

extension EdgeSide {
  fileprivate mutating func add(_ sum: Double, at time: Double) {
    guard sum > 0 else { return forget() }
    if since == nil { since = time }
    self.sum = sum
    peak = max(peak, sum)
  }
}

/// How much a reading weighs: by the time since the one before, not by their number, so that held
/// values and fast radios count no more than others.
struct Weighing: Sendable, Hashable {
  private var last: Double
  /// The last step for which `share` was asked, in s.
  private var knownStep = 0.0
  private var knownShare = 0.0

  init(from time: Double) { last = time }

  /// The time since the reading before; `nil` when there was none.
  mutating func step(to time: Double) -> Double? {
    let step = time - last
    last = time
    return step > 0 ? step : nil
  }

  /// The share of an independent reading that one after this time is worth: tanh(step / 2 memory).
  mutating func share(of step: Double, _ noise: CUSUMTest.Noise) -> Double {
    // Steps that are the same but for rounding are worth the same.
    if abs(step - knownStep) > 1e-9 {
      knownStep = step
      knownShare = Double.tanh(step / (2 * noise.memory))
    }
    return knownShare
  }
}

extension [Double] {
  /// The value for an edge: the only one, or its own.
  func value(of edge: Int) -> Double { count == 1 ? self[0] : self[edge] }
}

extension [Seconds] {
  /// The value for an edge: the only one, or its own.
  func value(of edge: Int) -> Seconds { count == 1 ? self[0] : self[edge] }
}
