/// A tempo function of an app, which returns the interval for a distance and a zone. Two tempos with the same name are
/// equal.
public struct OwnTempo: Sendable, Hashable {
  /// The name; two tempos with the same name are equal.
  public let name: String
  private let function: @Sendable (Meters, Int) -> Seconds

  /// Creates a tempo from a function.
  ///
  /// - Parameters:
  ///   - name: A name that no other tempo has.
  ///   - interval: Returns the time between two beats for a distance and a zone, counted from the nearest. The result is
  ///     limited to the range from the refractory time to ten minutes; if the result is not finite, the zone's own interval
  ///     applies.
  public init(
    _ name: String, interval: @escaping @Sendable (_ distance: Meters, _ zone: Int) -> Seconds
  ) {
    self.name = name
    function = interval
  }

  /// Whether the names are equal.
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  func interval(at distance: Meters, in zone: Int, notBelow shortest: Seconds) -> Seconds? {
    let wanted = function(distance, zone)
    return wanted.isFinite ? min(max(wanted, shortest, 0.02), 600) : nil
  }
}
