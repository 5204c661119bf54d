/// A tempo of an app's own: from the distance and the zone to the interval. Two are equal when their names are.
public struct OwnTempo: Sendable, Hashable {
  /// A tempo is the same as another of this name.
  public let name: String
  private let function: @Sendable (Meters, Int) -> Seconds

  /// A tempo by a function.
  ///
  /// - Parameters:
  ///   - name: A name that no other has.
  ///   - interval: From the distance and the zone, counted from the nearest, to the time between two beats. It is held
  ///     between the refractory time and ten minutes; where it is not finite, the zone's own counts.
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
