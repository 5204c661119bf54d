internal import Lubdub
internal import RealModule

/// The logarithm of a likelihood over the grid of distances.
struct ArrivalProfile: Sendable {
  /// The logarithms for all channels together.
  private(set) var values: [Double] = []
  /// The logarithms for the likeliest channel.
  private(set) var tops: [Double] = []

  /// The places from -3 to 75 m, in steps of c / 4096 MHz, 7.3 cm.
  static let places = -41...1024
  /// The number of places around the circle of distances.
  static let circle = 4096
  /// The distance from one place to the next, in m.
  static let step = ToneGrid.oneWaySpan.value / Double(circle)

  /// The sum of form^-count over the channels, with which the strength of `count` tones is integrated out, times
  /// exp(-penalty). There are `channels` forms vᴴ C⁻¹ v det(C)^(1 / count), each with four channels in lanes, for each place
  /// of the grid.
  init(_ forms: [SIMD4<Double>], channels: Int, count: Int, penalty: Double) {
    values.reserveCapacity(Self.places.count)
    tops.reserveCapacity(Self.places.count)
    for start in stride(from: 0, to: forms.count, by: channels) {
      var least = forms[start]
      for place in start..<start + channels {
        least.replace(with: forms[place], where: forms[place] .< least)
      }
      let low = min(min(least.x, least.y), min(least.z, least.w))
      var sum = SIMD4<Double>.zero
      for place in start..<start + channels { sum += (low / forms[place]).raised(to: count) }
      let top = -Double(count) * .log(low) - penalty
      tops.append(top)
      values.append(top + .log(sum.x + sum.y + (sum.z + sum.w)))
    }
  }

  /// The logarithm of the sum of likelihoods; smaller sums count as 1e-300 of the largest sum.
  static func sum(_ profiles: [ArrivalProfile]) -> [Double] {
    let top = profiles.reduce(-Double.infinity) { max($0, $1.tops.max() ?? $0) }
    let floor = top + .log(1e-300)
    return (profiles.first?.values ?? []).indices.map { place in
      let largest = profiles.reduce(-Double.infinity) { max($0, $1.values[place]) }
      guard largest > floor - 20 else { return floor }
      let sum = profiles.reduce(0) { $0 + .exp($1.values[place] - largest) }
      return max(floor, largest + .log(sum))
    }
  }

  /// The logarithm of the product of likelihoods; `nil` if there are no likelihoods.
  static func product(_ profiles: [[Double]]) -> [Double]? {
    guard let first = profiles.first else { return nil }
    return profiles.dropFirst().reduce(first) { zip($0, $1).map { $0 + $1 } }
  }

  /// The distance of a place, in m.
  static func distance(_ place: Int) -> Double { Double(places.lowerBound + place) * step }

  /// The place of the largest value, and the distance at which a parabola through it has its maximum.
  static func best(_ values: [Double]) -> (place: Int, distance: Double) {
    let largest = values.indices.max { values[$0] < values[$1] } ?? 0
    let place = min(max(largest, 1), values.count - 2)
    let top = parabolaTop(values[place - 1], values[place], values[place + 1])
    return (place, distance(place) + top * step)
  }

  /// The distances of the highest maxima, the highest first.
  static func maxima(_ values: [Double], count: Int) -> [Double] {
    values.indices.dropFirst().dropLast()
      .filter { values[$0] > values[$0 - 1] && values[$0] >= values[$0 + 1] }
      .sorted { (values[$0], $1) > (values[$1], $0) }
      .prefix(count).map(distance)
  }
}

extension SIMD4<Double> {
  /// The power by a whole number.
  @inline(__always) func raised(to exponent: Int) -> SIMD4<Double> {
    var (result, square, rest) = (SIMD4<Double>.one, self, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}
