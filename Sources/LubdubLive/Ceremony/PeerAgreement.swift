public import Lubdub

/// Whether the distances that the two ends measure agree.
///
/// The peer's distance arrives late, so it would make the distance of the local filter worse. But it shows whether both ends
/// measure the same pair.
public struct PeerAgreement: Sendable, Hashable {
  /// The largest difference between agreeing distances: at walking pace, a distance changes by this amount in a third of a
  /// second.
  public static let tolerance = Meters(0.5)

  private static let (most, memory) = (9, Seconds(30))
  private var comparisons: [Comparison] = []

  private struct Comparison: Sendable, Hashable {
    let time: Seconds
    let difference: Meters
  }

  /// The time of the last comparison, on the player's clock; `nil` before the first comparison.
  public var time: Seconds? { comparisons.last?.time }

  /// The median of the peer's distance minus the local distance, over the last nine comparisons in the 30 s before the last
  /// comparison; `nil` if there are fewer than five comparisons.
  public var difference: Meters? {
    let differences = comparisons.map(\.difference).sorted()
    return differences.count < 5 ? nil : differences[differences.count / 2]
  }

  /// Whether the distances agree; `nil` if this is unknown.
  public var isGiven: Bool? { difference.map { abs($0.value) <= Self.tolerance.value } }

  mutating func add(own: Meters, peer: Meters, at time: Seconds) {
    comparisons.removeAll { $0.time < time - Self.memory }
    comparisons.append(Comparison(time: time, difference: peer - own))
    if comparisons.count > Self.most { comparisons.removeFirst() }
  }
}
