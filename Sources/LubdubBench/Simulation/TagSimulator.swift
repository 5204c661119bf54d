/// Makes the logs of two people who play tag outdoors: they come closer, stand together and part, and
/// their phones are metres off for half a minute at a time.
///
/// The errors are those of `docs/explanation/positions.md`: a Gauss-Markov process of 40 s with 4 m along each axis,
/// twice what the phones state, and a small new part.
package struct TagSimulator: Sendable {
  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  private struct Player {
    let name: String
    /// In m/s.
    let speed: Double
    /// Way points east and north of the origin, in m; the time in s to stand at each.
    let way: [(east: Double, north: Double, rest: Double)]

    func place(at time: Double) -> (east: Double, north: Double) {
      var left = time
      for (from, to) in zip(way, way.dropFirst()) {
        guard left >= from.rest else { return (from.east, from.north) }
        left -= from.rest
        let (dx, dy) = (to.east - from.east, to.north - from.north)
        let length = (dx * dx + dy * dy).squareRoot()
        guard left * speed >= length else {
          let share = left * speed / length
          return (from.east + share * dx, from.north + share * dy)
        }
        left -= length / speed
      }
      return way.last.map { ($0.east, $0.north) } ?? (0, 0)
    }
  }

  private static let players = [
    Player(
      name: "anna", speed: 1.4,
      way: [(0, 0, 20), (180, 0, 0), (180, 150, 60), (60, 150, 30), (60, 320, 0)]),
    Player(
      name: "ben", speed: 1.3, way: [(420, 160, 40), (186, 152, 80), (420, 152, 0), (420, 160, 0)]),
  ]
  private static let duration = 480
  private static let interval = 2
  private static let statedAccuracy = 3.0
  private static let start = "2026-01-01T10:"

  package struct File: Sendable, Hashable {
    package let name: String
    package let bytes: [UInt8]
  }

  /// The same seed gives the same bytes.
  package func files() -> [File] {
    let random = SplitMix64(seed: seed)
    let walks = Self.players.enumerated().map { index, player in
      walk(player, random.split(UInt64(index)))
    }
    let logs = zip(Self.players, walks).map { player, walk in
      File(name: player.name + ".gpx", bytes: Array(gpx(player, walk).utf8))
    }
    return logs + [
      File(name: "walk.csv", bytes: Array(table(walks).utf8)),
      File(name: "zones.geojson", bytes: Array(Self.zones.utf8)),
      File(name: "actions.ndjson", bytes: Array(Self.actions.utf8)),
    ]
  }

  private func walk(_ player: Player, _ generator: SplitMix64) -> [Coordinate] {
    var random = generator
    var east = GaussMarkov(deviation: 4, timeConstant: 40, at: 0, random: &random)
    var north = GaussMarkov(deviation: 4, timeConstant: 40, at: 0, random: &random)
    return stride(from: 0, through: Self.duration, by: Self.interval).compactMap { second in
      let time = Double(second)
      let place = player.place(at: time)
      let offset = PlaneOffset(
        east: Meters(place.east + east.advance(to: time, random: &random) + 0.3 * random.normal()),
        north: Meters(
          place.north + north.advance(to: time, random: &random) + 0.3 * random.normal()))
      return Self.coordinate(offset)
    }
  }

  private static func coordinate(_ offset: PlaneOffset) -> Coordinate? {
    guard let origin = Coordinate(latitude: 51.5, longitude: -0.12) else { return nil }
    return LocalPlane(origin: origin)?.place(at: offset)
  }

  private func gpx(_ player: Player, _ walk: [Coordinate]) -> String {
    let points = walk.enumerated().map { index, place in
      let second = index * Self.interval
      let clock = "\(Self.two(second / 60)):\(Self.two(second % 60))Z"
      return
        "<trkpt lat=\"\(Self.degrees(place.latitude))\" lon=\"\(Self.degrees(place.longitude))\">"
        + "<time>\(Self.start)\(clock)</time>"
        + "<extensions><accuracy>\(Self.statedAccuracy)</accuracy></extensions></trkpt>\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- synthetic, made by lubdub simulate, positions, seed \(seed) -->
      <gpx version="1.1" creator="lubdub" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><name>\(player.name)</name><trkseg>
      \(points.joined())</trkseg></trk></gpx>

      """
  }

  private func table(_ walks: [[Coordinate]]) -> String {
    var text = "# synthetic, made by lubdub simulate --positions, seed \(seed)\n"
    text += "t_s,lat_a_deg,lon_a_deg,accuracy_a_m,lat_b_deg,lon_b_deg,accuracy_b_m,truth_m\n"
    for (index, (a, b)) in zip(walks[0], walks[1]).enumerated() {
      let time = Double(index * Self.interval)
      let (p, q) = (Self.players[0].place(at: time), Self.players[1].place(at: time))
      let truth =
        ((p.east - q.east) * (p.east - q.east) + (p.north - q.north) * (p.north - q.north))
        .squareRoot()
      let places = [a, b].map {
        "\(Self.degrees($0.latitude)),\(Self.degrees($0.longitude)),\(Self.statedAccuracy)"
      }
      text += "\(index * Self.interval),\(places.joined(separator: ",")),"
      text += JSONWriter.text(of: (truth * 1000).rounded() / 1000) + "\n"
    }
    return text
  }

  private static func degrees(_ angle: Degrees) -> String {
    JSONWriter.text(of: (angle.value * 1e7).rounded() / 1e7)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension TagSimulator {
  static let zones = """
    {"type": "FeatureCollection", "features": [
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-0.12, 51.5]},
     "properties": {"id": "home-anna", "kind": "homeBase", "owner": "anna", "radius_m": 50}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-0.1139514, 51.5014379]},
     "properties": {"id": "home-ben", "kind": "homeBase", "owner": "ben", "radius_m": 50}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-0.1225, 51.4985]},
     "properties": {"id": "work-anna", "kind": "homeBase", "owner": "anna", "radius_m": 50}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-0.111, 51.5035]},
     "properties": {"id": "work-ben", "kind": "homeBase", "owner": "ben", "radius_m": 50}},
    {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[-0.1179838, 51.5010785],
     [-0.1167596, 51.5010785], [-0.1167596, 51.5016178], [-0.1179838, 51.5016178],
     [-0.1179838, 51.5010785]]]}, "properties": {"id": "square"}},
    {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[-0.1186, 51.4996],
     [-0.1186, 51.5004]]},
     "properties": {"id": "wire-ben", "kind": "tripwire", "owner": "ben", "permanent": false}},
    {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[-0.1155, 51.5010],
     [-0.1155, 51.5018]]},
     "properties": {"id": "wire-anna", "kind": "tripwire", "owner": "anna", "permanent": true}}
    ]}

    """

  static let actions = """
    {"t_s": 10, "type": "tag", "from": "ben", "target": "anna", "kind": "basic", "lat_deg": 51.5, "lon_deg": -0.12}
    {"t_s": 120, "type": "tag", "from": "anna", "target": "ben", "kind": "basic", "lat_deg": 51.5014, "lon_deg": -0.1166}
    {"t_s": 160, "type": "tag", "from": "ben", "target": "anna", "kind": "basic", "lat_deg": 51.5001, "lon_deg": -0.1174}
    {"t_s": 250, "type": "tag", "from": "ben", "target": "anna", "kind": "basic", "lat_deg": 51.5013, "lon_deg": -0.1174}
    {"t_s": 330, "type": "tag", "from": "anna", "target": "ben", "kind": "wideRadius", "lat_deg": 51.5014, "lon_deg": -0.1174}
    {"t_s": 440, "type": "tag", "from": "ben", "target": "anna", "kind": "basic", "lat_deg": 51.502, "lon_deg": -0.12}

    """
}
