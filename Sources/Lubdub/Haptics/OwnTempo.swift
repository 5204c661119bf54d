/// A tempo function of an app: from the distance and the zone to the interval. Two tempos with the same name are equal.
public struct OwnTempo: Sendable, Hashable {
  /// The name; two tempos with the same name are equal.
  public let name: String
  private let function: @Sendable (Meters, Int) -> Seconds

  /// Creates a tempo from a function.
  ///
  /// - Parameters:
  ///   - name: A name that no other tempo has.
  ///   - interval: From the distance and the zone, counted from the nearest, to the time between two beats. It is limited to
  ///     between the refractory time and ten minutes; if it is not finite, the zone's own interval applies.
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
