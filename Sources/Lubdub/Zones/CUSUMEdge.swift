/// One prepared edge of the test. Distances are in meters, or in ln(distance). The band reaches two deviations to either
/// side of the edge: distances below its inner end count as inside, and distances above its outer end as outside. The
/// deviation is learned (`RangeSpread`); its share is relative to the usual deviation, for which the band reaches `halfBand`
/// to either side.
struct CUSUMEdge: Sendable, Hashable {
  let edge, halfBand, lookAhead: Double
  private let middle: Double
  /// Whether the edge is the nearest edge, whose band is wide until the pair's contact level is known.
  private let isNearest: Bool
  let curve: Int
  private(set) var farthestInner = 0.0

  /// Whether the edge is an edge of contact, with its own band until the pair's contact level is known.
  private let isContact: Bool
  /// The ends of a phone's band at an edge of contact, in m beyond the edge, and the shifts to test for. With these values,
  /// ranges in contact may be up to 7 cm too long, and rest at 8 cm is not contact (docs/decisions/05-zones.md).
  private static let (contactInner, contactOuter) = (0.018, 0.034)
  private static let (contactShiftInward, contactShiftOutward) = (0.04, 0.03)
  /// Deviations of ranges in m. Above the deviation of a phone, contact cannot be distinguished from touch, and the band
  /// widens; from the deviation of a board on, the band has its usual width.
  private static let (phone, board) = (0.024, 0.045)

  struct Band {
    /// The inner end, the outer end, and the shifts to test for inward and outward, in the unit of the rule.
    var values: SIMD4<Double>
    /// The mean time between false changes, as a multiple of the rule's value.
    var calm = 1.0

    init(_ values: SIMD4<Double>) { self.values = values }

    init(edge: Double, inner: Double, delta: Double) {
      let outer = max(edge + delta, inner + 0.5 * delta)
      values = [inner, outer, outer - inner, outer - inner]
    }

    var inner: Double { values.x }
    var outer: Double { values.y }

    func shift(_ isInside: Bool) -> Double { isInside ? values.w : values.z }
  }

  init(
    _ edge: Double, nearer: Double, isNearest: Bool, halfBand: Double, lookAhead: Double, curve: Int
  ) {
    (self.edge, self.isNearest, self.curve) = (edge, isNearest, curve)
    isContact = isNearest && edge <= Zones.contactReach.value
    (self.halfBand, self.lookAhead) = (halfBand, lookAhead)
    middle = (edge + nearer) / 2
    farthestInner = max(edge, leastInner(1, isContactKnown: false))
  }

  /// Returns the least inner end with which a device at rest in the zone inside enters the zone.
  @inline(__always) private func leastInner(_ share: Double, isContactKnown: Bool) -> Double {
    let delta = halfBand * share
    let least = middle + delta * 0.25 * (1 + max(2 * share - 1, 0))
    guard isNearest, !isContactKnown else { return least }
    return least + (widest - least) * Self.openness(share)
  }

  /// The farthest inner end, for contact, because the error of an inaccurate radio in contact is unknown.
  private var widest: Double { middle + halfBand * 0.5 }

  /// Returns the openness of the band, 0 to 1 from 3 to 8 mm of deviation: a radio with such errors also has them in
  /// contact.
  private static func openness(_ share: Double) -> Double {
    min(max((share * RangeSpread.usualDeviation - 0.003) * (1 / 0.005), 0), 1)
  }

  @inline(__always) func band(_ spread: RangeSpread, _ share: Double) -> Band {
    if isContact, !spread.isContactKnown { return contactBand(spread, share) }
    let delta = halfBand * share
    let inner = max(edge - delta, leastInner(share, isContactKnown: spread.isContactKnown))
    return Band(edge: edge, inner: spread.isKnown ? inner : min(inner, edge), delta: delta)
  }

  private func contactBand(_ spread: RangeSpread, _ share: Double) -> Band {
    let delta = halfBand * share
    let sharp = Band(
      edge: edge, inner: max(edge - delta, leastInner(share, isContactKnown: true)), delta: delta)
    let wide = Band(edge: edge, inner: max(edge - delta, widest), delta: delta).values
    let phone: SIMD4 = [
      min(edge + Self.contactInner, wide.x), min(edge + Self.contactOuter, wide.y),
      Self.contactShiftInward, Self.contactShiftOutward,
    ]
    let noise = share * RangeSpread.usualDeviation - Self.phone
    let board = min(max(noise * (1 / (Self.board - Self.phone)), 0), 1)
    let openness = Self.openness(share)
    let opened = phone + (wide - phone) * board
    var band = Band(sharp.values + (opened - sharp.values) * openness)
    band.calm = 1 + openness * (1 - board)
    if !spread.isKnown { band.values.x = min(band.inner, edge) }
    return band
  }

  /// Returns the common part of the bands of all deviations between two shares.
  func calm(_ least: Double, _ most: Double) -> Band {
    let reach = halfBand * least
    guard isContact else {
      let inner = max(edge - reach, leastInner(most, isContactKnown: false))
      return Band([inner, edge + reach, 0, 0])
    }
    return Band([farthestInner, edge + min(reach, Self.contactOuter), 0, 0])
  }

  /// Returns the distance extrapolated along its velocity, by at most the larger of a third of the distance and the
  /// half-band: the limit keeps people who walk past out of small zones.
  func led(_ reading: Reading) -> Double {
    guard reading.drift != 0 else { return reading.distance }
    let most = max(halfBand, reading.third)
    return reading.distance + min(max(lookAhead * reading.drift, -most), most)
  }
}
