/// The bases and wires of a game, or regions and wires without an owner, from GeoJSON (RFC 7946). Points with `radius_m` are
/// regions, and points with an owner are bases. Lines are wires. The properties contain `id`, `kind`, `owner`, and
/// `permanent`.
package struct GroundPlan: Sendable {
  package private(set) var bases: [Base] = []
  package private(set) var wires: [PlacedWire] = []
  /// All points, including those that the game does not use.
  package private(set) var regions: [Region] = []
  /// All lines, with their owners.
  package private(set) var lines: [(wire: Tripwire, owner: String?)] = []
  /// The ids of shapes other than points with a radius and lines.
  package private(set) var polygons: [String] = []
  /// One place of every shape, including shapes that the game does not use.
  package private(set) var places: [(name: String, place: Coordinate)] = []
  /// Warnings about unknown kinds, in the order of the file.
  package private(set) var warnings: [String] = []
  /// Notes on the bases, wires, and polygons that the game skips, with the reasons, in the order of the file.
  package private(set) var skipped: [String] = []

  package init(_ bytes: [UInt8], path: String) throws(ReadError) {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONParser.parse(bytes)
    } catch {
      throw ReadError(
        path: path, line: error.line, kind: .unrecognised,
        message: "this is not GeoJSON, which bases and wires need: \(error.rule)")
    }
    guard document["type"]?.string != nil else {
      throw ReadError(
        path: path, kind: .unrecognised, message: "expected GeoJSON, which has a type")
    }
    var names: Set<String> = []
    for (index, feature) in (document["features"]?.array ?? [document]).enumerated() {
      func fault(_ rule: String) -> ReadError {
        ReadError(path: path, kind: .unrecognised, message: "feature \(index + 1): \(rule)")
      }
      let id = Self.name(feature) ?? "feature \(index + 1)"
      guard names.insert(id).inserted else { throw fault("the id \"\(id)\" appears twice") }
      if let rule = add(feature, id) { throw fault(rule) }
    }
  }

  private static func name(_ feature: JSONValue) -> String? {
    (feature["properties"]?["id"] ?? feature["id"] ?? feature["properties"]?["name"])?.string
  }

  private mutating func add(_ feature: JSONValue, _ id: String) -> String? {
    let properties = feature["properties"]
    let geometry = feature["geometry"] ?? feature
    let owner = properties?["owner"]?.string
    let isWire = geometry["type"]?.string == "LineString"
    let kind = known(properties?["kind"]?.string, id, isWire: isWire)
    func skip(_ lack: String) {
      if let kind {
        skipped.append("\(id): \(isWire ? "notices" : "verdicts") skip this \(kind), which \(lack)")
      }
    }
    let coordinates = geometry["coordinates"]
    switch geometry["type"]?.string {
    case "Point":
      guard let radius = properties?["radius_m"]?.number, radius > 0, radius <= 1e6 else {
        return "a point needs radius_m, a positive number of meters"
      }
      guard let center = coordinates.flatMap(Coordinate.init(geoJSON:)) else {
        return Self.placeRule
      }
      places.append((id, center))
      regions.append(Region(id: id, center: center, radius: Meters(radius), owner: owner))
      guard let owner else {
        skip("has no owner")
        return nil
      }
      if let kind = kind.flatMap(Base.Kind.init) {
        bases.append(
          Base(id: id, kind: kind, owner: owner, center: center, radius: Meters(radius)))
      }
    case "Polygon":
      let ring = coordinates?.array?.first.flatMap(Coordinate.places(geoJSON:))
      guard let corner = ring?.first else { return Self.placeRule }
      places.append((id, corner))
      polygons.append(id)
      skip("is a polygon; expected a point with radius_m")
    case "LineString":
      guard let path = coordinates.flatMap(Coordinate.places(geoJSON:)) else {
        return Self.placeRule
      }
      guard path.count >= 2 else { return "a wire needs two places" }
      places.append((id, path[0]))
      lines.append((Tripwire(id: id, path: path), owner))
      guard let owner else {
        skip("has no owner")
        return nil
      }
      wires.append(
        PlacedWire(
          wire: Tripwire(id: id, path: path), owner: owner,
          isPermanent: properties?["permanent"]?.bool ?? true))
    case let type:
      return "\(type ?? "no geometry") is not read; expected a Point with radius_m or a LineString"
    }
    return nil
  }

  /// Returns a kind, and warns about an unknown kind.
  private mutating func known(_ kind: String?, _ id: String, isWire: Bool) -> String? {
    let kinds = isWire ? ["tripwire"] : Base.Kind.allCases.map(\.rawValue)
    guard let kind, !kinds.contains(kind) else { return kind }
    warnings.append(
      "\(id): the kind \"\(kind)\" has no meaning for a \(isWire ? "line" : "region"), and verdicts skip it; "
        + "expected \(kinds.joined(separator: " or ")), or none")
    return nil
  }

  private static let placeRule =
    "a place is longitude, then latitude, in degrees, at most 180 and 90; are they swapped?"
}
