public import Lubdub

/// The distance of a channel-sounding procedure from the likelihood of its first arrival: for every distance, the likelihood
/// of the tones if no path arrives before this distance.
///
/// An estimator keeps its transforms, so you can use one value for any number of procedures.
public struct ArrivalEstimator: ~Copyable {
  private var peak: InverseFFTPeak
  private var oneWay: ArrivalLikelihood
  private var twoWay: ArrivalLikelihood
  private let signKernel = EchoKernel(tails: SIMD4(repeating: 3), share: 0.3, .oneWay)

  /// The maximum distance of the strongest place; beyond it, there is no answer.
  public static let farthest: Meters = 75
  /// The parts of the tones whose answers are compared.
  private static let parts: [@Sendable (Int) -> Bool] = [
    { $0 < 50 }, { $0 >= 25 }, { $0 / 3 % 2 == 0 }, { $0 / 3 % 2 == 1 },
  ]
  /// The cost of each change of sign against the tracked root, in nats.
  private static let signPenalty = 3.0

  /// Prepares the transforms.
  ///
  /// - Throws: `SpectraError` if memory runs out.
  public init() throws(SpectraError) {
    let peak = try InverseFFTPeak()
    let oneWay = try ArrivalLikelihood(.oneWay)
    let twoWay = try ArrivalLikelihood(.twoWay)
    self.peak = peak
    self.oneWay = oneWay
    self.twoWay = twoWay
  }

  /// Returns the first arrival in a procedure; the logarithms of the likelihood of the antenna paths are added.
  ///
  /// - Returns: The arrival; `nil` if no path has 15 tones and its strongest place within 75 m.
  public mutating func arrival(in paths: [ProductResponse]) -> Arrival? {
    let seen = paths.compactMap { roots(of: $0) }
    guard let profile = ArrivalProfile.product(seen.map(\.profile)) else { return nil }
    let (place, distance) = ArrivalProfile.best(profile)
    let drop = place + 10 < profile.count ? profile[place] - profile[place + 10] : 1e3
    guard distance.isFinite, drop.isFinite else { return nil }
    let shifts = shifts(of: seen.map { ($0.root(at: place), $0.noise) }, from: distance)
    let spread =
      shifts.isEmpty ? 1 : shifts.reduce(0) { $0 + min(abs($1), 1) } / Double(shifts.count)
    return Arrival(distance: Meters(distance), drop: drop, spread: spread)
  }

  /// The median over the antenna paths of the distances of their strongest places.
  package mutating func strongest(in paths: [ProductResponse]) -> Meters? {
    let found = paths.compactMap { peak.distance(of: $0)?.value }
    return Statistics.median(found).map { Meters($0) }
  }

  /// The candidate roots of one antenna path, and their likelihood.
  private mutating func roots(of response: ProductResponse) -> PathRoots? {
    guard let coarse = peak.distance(of: response), coarse <= Self.farthest else { return nil }
    let slots = response.tones.indices.filter { response.tones[$0] != nil }
    let root = response.root(coarse: coarse)
    guard let noise = CovarianceMatrix.noise(in: root) else { return nil }
    let tracked = ToneVector(slots.map { root[$0] }, at: slots)
    let inverses = oneWay.inverses(of: slots, noise: noise / 2)
    let profile = oneWay.profile(of: tracked, inverses)
    let squares = ToneVector(response.tones.compactMap(\.self), at: slots)
    let square = twoWay.profile(of: squares, twoWay.inverses(of: slots, noise: 2 * noise))
    let tries =
      ArrivalProfile.maxima(ArrivalProfile.sum([profile]), count: 4)
      + ArrivalProfile.maxima(ArrivalProfile.sum([square]), count: 2)
    let signInverse = InverseCovariance(signKernel, slots: slots, noise: noise)
    var known: Set = [[Double](repeating: 1, count: slots.count)]
    var roots = [(tracked, profile)]
    for distance in tries {
      let signs = RootSigns.fitted(tracked, signInverse, at: distance)
      guard known.insert(signs).inserted else { continue }
      let changes = zip(signs, signs.dropFirst()).count { $0 != $1 }
      let root = tracked.signed(signs)
      let penalty = Self.signPenalty * Double(changes)
      roots.append((root, oneWay.profile(of: root, inverses, penalty: penalty)))
    }
    return PathRoots(noise: noise, roots: roots, profile: ArrivalProfile.sum(roots.map(\.1)))
  }

  /// The differences between the answers of parts of the tones and a distance, in m.
  private mutating func shifts(
    of paths: [(root: ToneVector, noise: Double)], from distance: Double
  ) -> [Double] {
    Self.parts.compactMap { takes in
      let profiles = paths.compactMap { root, noise in
        root.part(takes).map { part in
          let inverses = oneWay.inverses(of: part.slots, noise: noise / 2)
          return ArrivalProfile.sum([oneWay.profile(of: part, inverses)])
        }
      }
      return ArrivalProfile.product(profiles).map { ArrivalProfile.best($0).distance - distance }
    }
  }
}

/// The roots of one antenna path with their likelihoods, and the logarithm of the sum of the likelihoods.
private struct PathRoots {
  let noise: Double
  let roots: [(tones: ToneVector, profile: ArrivalProfile)]
  let profile: [Double]

  /// The root whose most likely channel is more likely at a place than the channels of the other roots.
  func root(at place: Int) -> ToneVector {
    let best = roots.indices.reduce(0) {
      roots[$1].profile.tops[place] > roots[$0].profile.tops[place] ? $1 : $0
    }
    return roots[best].tones
  }
}
