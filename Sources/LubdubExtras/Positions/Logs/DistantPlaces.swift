/// Finds places that are far from all players, for example because of swapped latitude and longitude.
package enum DistantPlaces {
  /// The distance from every fix above which a place counts as far, because nobody walks that far.
  package static let reach: Meters = 100_000

  /// The note about far places; `nil` if no or only a few places are far.
  package static func note(
    on places: [(name: String, place: Coordinate)], from fixes: [Coordinate]
  ) -> String? {
    // For speed, fixes within 0.1° count as one. That is up to 8 km, which is little compared with the reach.
    let cells = Dictionary(
      fixes.map { ([$0.latitude, $0.longitude].map { Int(($0.value * 10).rounded(.down)) }, $0) }
    ) { first, _ in first }.values
    guard !cells.isEmpty else { return nil }
    func distance(_ place: Coordinate) -> Meters {
      cells.map { place.haversine(to: $0) }.min() ?? .zero
    }
    let far = places.map { (name: $0.name, place: $0.place, distance: distance($0.place)) }
      .filter { $0.distance > reach }
    guard let worst = far.max(by: { $0.distance < $1.distance }) else { return nil }
    let areSwapped = far.allSatisfy { one in
      Coordinate(latitude: one.place.longitude, longitude: one.place.latitude)
        .map { distance($0) <= reach } ?? false
    }
    guard areSwapped || far.count == places.count else { return nil }
    let kilometers = "\(Int((worst.distance.value / 1000).rounded())) km"
    let what =
      places.count == 1
      ? "\(worst.name) is \(kilometers) from every fix"
      : "\(far.count) of \(places.count) places are more than 100 km from every fix (\(worst.name): \(kilometers))"
    return what
      + (areSwapped
        ? "; with latitude and longitude swapped they would be near (GeoJSON has the longitude first)"
        : "; do the files belong together?")
  }
}
