public import Lubdub

/// The inverse-FFT answer of Nordic's `cs_de` library, rewritten from its description: the first path that reaches 1 / 2.5 of
/// the strongest, moved nearer if its left side is wide.
public struct StockInverseFFT: ~Copyable {
  private var transform: ComplexFFT
  private static let count = 512
  /// The first place of the search; the last two of the circle represent negative distances.
  private static let start = 510
  /// The original's speed of light: that in vacuum, unlike `ToneGrid`'s.
  private static let speedOfLight = 299_792_458.0

  /// Prepares a transform of 512 points: one for every 29 cm.
  ///
  /// - Throws: `SpectraError` if memory runs out.
  public init() throws(SpectraError) { transform = try ComplexFFT(count: Self.count) }

  /// The distance; `nil` with fewer than 15 tones, or if the path found is at a negative distance.
  public mutating func distance(of response: ProductResponse) -> Meters? {
    guard response.toneCount >= ProductResponse.fewestTones else { return nil }
    let profile = transform.profile(response, span: Self.speedOfLight / (2 * ToneGrid.spacing))
    let top = Self.firstPath(profile)
    guard top >= Self.count else { return nil }
    let null = Self.leftNull(profile, of: top)
    let place = top - null > 7 ? Double(null + 7) : profile.peak(at: top)
    let distance = (place - Double(Self.count)) * profile.step
    return distance >= 0 ? Meters(distance) : nil
  }

  /// The first maximum above 1 / 2.5 of the strongest, after a first rise.
  private static func firstPath(_ profile: DelayProfile) -> Int {
    let strongest = profile.strongest
    let least = profile[strongest] / 2.5
    var hasRisen = false
    for place in start..<start + count {
      if profile[place + 1] > profile[place] {
        hasRisen = true
      } else if hasRisen, profile[place] > least, profile[place] > profile[place - 1] {
        return place
      }
    }
    return strongest + count
  }

  /// The place at which the left side of a peak ends.
  private static func leftNull(_ profile: DelayProfile, of top: Int) -> Int {
    let peak = profile[top]
    var place = top
    while top - place < count, 10 * profile[place] > peak,
      2 * profile[place] > peak || profile[place] > 1.1 * profile[place - 1]
    { place -= 1 }
    return place
  }
}
