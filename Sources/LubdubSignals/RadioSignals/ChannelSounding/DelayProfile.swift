public import Lubdub

/// The strength of a response over distance: the size of its inverse transform, padded with zeros.
public struct DelayProfile: Sendable, Hashable {
  /// The sizes; place k stands for distance k · `step`.
  public let sizes: [Double]
  /// The distance after which the profile repeats.
  public let span: Meters

  init(sizes: [Double], span: Double) {
    self.sizes = sizes
    self.span = Meters(span)
  }

  /// From one place to the next.
  public var step: Meters { Meters(span.value / Double(sizes.count)) }

  /// The size at a place, counted round the circle.
  subscript(place: Int) -> Double {
    let rest = place % sizes.count
    return sizes[rest < 0 ? rest + sizes.count : rest]
  }

  var strongest: Int {
    var best = 0
    for place in sizes.indices where sizes[place] > sizes[best] { best = place }
    return best
  }

  func peak(at place: Int) -> Double {
    Double(place) + parabolaTop(self[place - 1], self[place], self[place + 1])
  }

  /// The distance of a place; the last twentieth of the circle stands for negative distances.
  func distance(_ place: Double) -> Double {
    let span = span.value
    var distance = place * span / Double(sizes.count)
    if distance > 0.95 * span { distance -= span }
    return distance
  }
}

extension ComplexFFT {
  mutating func profile(_ response: [Complex], span: Meters) -> DelayProfile {
    load(response)
    inverse()
    return DelayProfile(sizes: (0..<count).map { self[$0].magnitude }, span: span.value)
  }
}
