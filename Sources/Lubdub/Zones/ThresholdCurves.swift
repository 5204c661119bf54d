internal import RealModule

/// The thresholds h of tests that raise a false alarm about once per `falseChangeInterval`: the roots of exp(h) - 1 - h =
/// `falseChangeInterval` · rate, where the rate of information is shift² / 2N (Siegmund 1985). The width of a band is 0.5 to 4
/// half-bands. A curve has the root and its slope at 85 widths, with Hermite cubics in between, exact to 1e-6.
struct ThresholdCurves: Sendable, Hashable {
  private var nodes: [SIMD2<Double>] = []
  private var last = Double.nan

  private static let steps = 84
  private static let range = 0.5...4.0
  private static let density = Double(steps) / (range.upperBound - range.lowerBound)

  /// Adds the curve for the information of a band of one half-band, unless it equals the previous curve; returns its index.
  mutating func add(information: Double) -> Int {
    guard information != last else { return nodes.count - Self.steps - 1 }
    last = information
    let place = nodes.count
    var h = 8.0
    for node in 0...Self.steps {
      let width = Self.range.lowerBound + Double(node) / Self.density
      let whole = information * width * width
      h = Self.root(whole, from: h)
      // dh / d(information) = 1 / (exp(h) - 1).
      nodes.append([h, 2 * information * width / (h + whole) / Self.density])
    }
    return place
  }

  /// Returns the root, by Newton's method on h = ln(1 + h + information).
  private static func root(_ information: Double, from start: Double) -> Double {
    var h = start
    for _ in 0..<20 {
      let sum = h + information
      let change = (h - Double.log(1 + sum)) * (1 + sum) / sum
      h -= change
      if abs(change) < 1e-9 * h { break }
    }
    return h
  }

  /// Returns the threshold of a band with a width in half-bands.
  @inline(__always) func value(_ width: Double, of curve: Int) -> Double {
    let held = min(max(width, Self.range.lowerBound), Self.range.upperBound)
    let place = (held - Self.range.lowerBound) * Self.density
    let node = min(Int(place), Self.steps - 1)
    let t = place - Double(node)
    let (from, to) = (nodes[curve + node], nodes[curve + node + 1])
    let rise = to.x - from.x
    return from.x + t * (rise + (1 - t) * ((1 - t) * (from.y - rise) - t * (to.y - rise)))
  }
}
