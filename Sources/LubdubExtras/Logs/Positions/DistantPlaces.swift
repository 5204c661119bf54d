public import Lubdub

/// Places that lie far from where everybody was, as they do when latitude and longitude are swapped.
public struct DistantPlaces: Sendable, Hashable {
  /// Further than this from every fix is far: nobody walks it.
  public static let reach: Meters = 100_000

  /// How many places were asked for.
  public let total: Int
  /// How many of them are far.
  public let count: Int
  /// One of them.
  public let example: String
  /// How far it is from the nearest fix.
  public let distance: Meters
  /// Whether all that are far are near with latitude and longitude swapped.
  public let areNearWhenSwapped: Bool

  /// Compares places with fixes. It is `nil` where nothing is doubtful: no fixes, places that are near, or a few far
  /// ones among near ones that would be far when swapped, too.
  ///
  /// - Parameters:
  ///   - places: The places and what they are called.
  ///   - fixes: Where everybody was.
  public init?(_ places: [(name: String, place: Coordinate)], from fixes: [Coordinate]) {
    // Fixes in one tenth of a degree are one, for speed: up to 8 km, which is little beside the reach.
    let cells = Dictionary(fixes.map { (Cell($0), $0) }) { first, _ in first }.values
    guard !cells.isEmpty else { return nil }
    func distance(_ place: Coordinate) -> Meters {
      cells.map { place.haversine(to: $0) }.min() ?? .zero
    }
    let far = places.map { (name: $0.name, place: $0.place, distance: distance($0.place)) }
      .filter { $0.distance > Self.reach }
    guard let worst = far.max(by: { $0.distance < $1.distance }) else { return nil }
    areNearWhenSwapped = far.allSatisfy { one in
      one.place.swapped.map { distance($0) <= Self.reach } ?? false
    }
    guard areNearWhenSwapped || far.count == places.count else { return nil }
    total = places.count
    count = far.count
    example = worst.name
    self.distance = worst.distance
  }

  /// What is wrong, in a sentence.
  public var text: String {
    let kilometers = Int((distance.value / 1000).rounded())
    let who = total == 1 ? "\(example) lies" : "\(count) of \(total) places lie"
    let which = total == 1 ? "" : " (\(example): \(kilometers) km)"
    let far = total == 1 ? "\(kilometers) km" : "more than 100 km"
    let cure =
      areNearWhenSwapped
      ? "with latitude and longitude swapped they would be near (GeoJSON has the longitude first)"
      : "do the files belong together?"
    return "\(who) \(far) from every fix\(which); \(cure)"
  }

  /// A tenth of a degree.
  private struct Cell: Hashable {
    let latitude: Int
    let longitude: Int

    init(_ place: Coordinate) {
      latitude = Int((place.latitude.value * 10).rounded(.down))
      longitude = Int((place.longitude.value * 10).rounded(.down))
    }
  }
}

extension Coordinate {
  /// The same numbers the other way round; `nil` where the longitude can be no latitude.
  public var swapped: Coordinate? { Coordinate(latitude: longitude, longitude: latitude) }
}
