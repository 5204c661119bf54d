import Lubdub
import LubdubExtras
import Testing

/// Places and tracks around one origin, in meters east and north of it.
enum Ground {
  static func place(_ east: Double, _ north: Double) throws -> Coordinate {
    let origin = try #require(Coordinate(latitude: 51.5, longitude: -0.12))
    let plane = try #require(LocalPlane(origin: origin))
    let degree = plane.offset(to: try #require(Coordinate(latitude: 52.5, longitude: 0.88)))
    return try #require(
      Coordinate(
        latitude: origin.latitude + Degrees(north / degree.north.value),
        longitude: origin.longitude + Degrees(east / degree.east.value)))
  }

  /// A track of fixes (time, east, north), each with a deviation of 1 m.
  static func track(
    _ fixes: [(Double, Double, Double)], named name: String = "a", deviation: Meters? = 1
  ) throws -> Track {
    var track = Track(name: name)
    for (time, east, north) in fixes {
      let fix = Fix(time: Seconds(time), place: try place(east, north), deviation: deviation)
      let isAdded = track.append(fix)
      #expect(isAdded)
    }
    return track
  }
}

extension Track {
  /// The length of the path through all fixes; `nil` if two of them are too far apart for an answer.
  var pathLength: Meters? {
    let steps = zip(fixes, fixes.dropFirst()).map { $0.place.distance(to: $1.place) }
    return steps.contains(nil) ? nil : steps.reduce(.zero) { $0 + ($1 ?? .zero) }
  }
}
