public import Lubdub

/// The distance from the rising edge of the first path: where the profile passes half of its first
/// strong maximum, plus half the width that one path alone has.
public struct LeadingEdge: ~Copyable {
  /// Which response is looked at.
  public enum Way: Sendable, Hashable, CaseIterable {
    /// The product of both sides: 149.85 m, paths 2 m wide.
    case twoWay
    /// Its root: 299.70 m, paths 4 m wide, but without the cross terms of the product.
    case oneWay

    /// The distance after which the response repeats.
    var span: Meters { self == .twoWay ? ToneGrid.twoWaySpan : ToneGrid.oneWaySpan }
  }

  private let way: Way
  private var transform: ComplexFFT

  /// Prepares a transform of 1,024 points.
  ///
  /// - Throws: `SpectraError` when there is no memory.
  public init(_ way: Way) throws(SpectraError) {
    self.way = way
    transform = try ComplexFFT(count: 1024)
  }

  /// The distance of the first path that reaches 0.4 of the strongest, within 8 m before it.
  public mutating func distance(of response: PreparedResponse) -> Meters {
    let profile = transform.profile(response[way], span: way.span)
    let top = Self.firstMaximum(profile)
    let half = profile[top] / 2
    var place = top
    while top - place < profile.sizes.count, profile[place - 1] >= half { place -= 1 }
    let rise = profile[place] - profile[place - 1]
    let crossing = Double(place - 1) + (rise > 0 ? (half - profile[place - 1]) / rise : 1)
    let halfWidth = way == .twoWay ? 1.2057 : 2.4114
    let count = Double(profile.sizes.count)
    let start = crossing < 0 ? crossing + count : crossing
    return Meters(profile.distance(start) + halfWidth)
  }

  private static func firstMaximum(_ profile: DelayProfile) -> Int {
    let strongest = profile.strongest
    let reach = Int(8 / profile.step.value)
    let least = 0.4 * profile[strongest]
    for place in (strongest - reach)..<strongest
    where profile[place] >= least && profile[place] >= profile[place - 1]
      && profile[place] > profile[place + 1]
    { return place }
    return strongest
  }
}
