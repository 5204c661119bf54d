public import Lubdub

/// Whether the distances that the two ends measure agree.
///
/// The peer's distance is as old as its way was long: in the own filter it would make the distance worse. It says whether both
/// mean the same pair.
public struct PeerAgreement: Sendable, Hashable {
  /// The largest difference at which they agree: at walking pace, a distance changes by so much in a third of a second.
  public static let tolerance = Meters(0.5)

  private static let most = 9
  private var differences: [Meters] = []

  /// The peer's distance less the own one, in the middle of the last nine; `nil` before there are five.
  public var difference: Meters? {
    differences.count < 5 ? nil : differences.sorted()[differences.count / 2]
  }

  /// Whether they agree; `nil` where nobody knows.
  public var isGiven: Bool? { difference.map { abs($0.value) <= Self.tolerance.value } }

  mutating func add(own: Meters, peer: Meters) {
    differences.append(peer - own)
    if differences.count > Self.most { differences.removeFirst() }
  }
}
