/// Fences, bases and wires from GeoJSON (RFC 7946): points with `radius_m` and polygons are regions,
/// lines are wires. `id`, `kind`, `owner` and `permanent` are read from the properties.
package struct GroundPlan: Sendable {
  package struct Region: Sendable, Hashable {
    package var fence: Fence
    /// What it is, such as `homeBase`.
    package var kind: String?
    package var owner: String?
  }

  package struct Wire: Sendable, Hashable {
    package var wire: Tripwire
    package var owner: String?
    /// Whether it stays when it was triggered.
    package var isPermanent: Bool
  }

  package private(set) var regions: [Region] = []
  package private(set) var wires: [Wire] = []
  /// What is doubtful, in the order of the file: kinds that are not known.
  package private(set) var warnings: [String] = []

  package init(_ bytes: [UInt8], path: String) throws(ReadError) {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONParser.parse(bytes)
    } catch {
      throw ReadError(
        path: path, line: error.line, kind: .unrecognised,
        message: "this is no GeoJSON, which fences and wires are read from: \(error.rule)")
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
    warn(of: properties?["kind"]?.string, id, isWire: geometry["type"]?.string == "LineString")
    let coordinates = geometry["coordinates"]
    switch geometry["type"]?.string {
    case "Point":
      guard let radius = properties?["radius_m"]?.number, radius > 0, radius <= 1e6 else {
        return "a point needs radius_m, a positive number of metres"
      }
      guard let center = coordinates.flatMap(Coordinate.init(geoJSON:)) else {
        return Self.placeRule
      }
      add(id, .circle(center: center, radius: Meters(radius)), properties)
    case "Polygon":
      var rings: [[Coordinate]] = []
      for ring in coordinates?.array ?? [] {
        guard var places = Coordinate.places(geoJSON: ring) else { return Self.placeRule }
        if places.count > 1, places.first == places.last { places.removeLast() }
        guard places.count >= 3 else { return "a ring needs three places" }
        rings.append(places)
      }
      guard !rings.isEmpty else { return "a polygon needs a ring" }
      add(id, .polygon(rings: rings), properties)
    case "LineString":
      guard let path = coordinates.flatMap(Coordinate.places(geoJSON:)) else {
        return Self.placeRule
      }
      guard path.count >= 2 else { return "a wire needs two places" }
      wires.append(
        Wire(
          wire: Tripwire(id: id, path: path), owner: owner,
          isPermanent: properties?["permanent"]?.bool ?? true))
    case let type:
      return "\(type ?? "no geometry") is not read; "
        + "expected Point with radius_m, Polygon or LineString"
    }
    return nil
  }

  /// Notes a kind that means nothing: the place is still entered, left or crossed, but verdicts skip it.
  private mutating func warn(of kind: String?, _ id: String, isWire: Bool) {
    let kinds = isWire ? ["tripwire"] : Base.Kind.allCases.map(\.rawValue)
    guard let kind, !kinds.contains(kind) else { return }
    warnings.append(
      "\(id): the kind \"\(kind)\" means nothing for a \(isWire ? "line" : "region"), and verdicts skip it; "
        + "expected \(kinds.joined(separator: " or ")), or none")
  }

  private mutating func add(_ id: String, _ shape: Fence.Shape, _ properties: JSONValue?) {
    regions.append(
      Region(
        fence: Fence(id: id, shape: shape), kind: properties?["kind"]?.string,
        owner: properties?["owner"]?.string))
  }

  private static let placeRule =
    "a place is longitude, then latitude, in degrees, at most 180 and 90; are they swapped?"

  package var places: [(name: String, place: Coordinate)] {
    let ofRegions = regions.compactMap { region -> (name: String, place: Coordinate)? in
      switch region.fence.shape {
      case .circle(let center, _): (region.fence.id, center)
      case .polygon(let rings): rings.first?.first.map { (region.fence.id, $0) }
      }
    }
    return ofRegions + wires.compactMap { wire in wire.wire.path.first.map { (wire.wire.id, $0) } }
  }

  package var bases: [Base] {
    regions.compactMap { region in
      guard let owner = region.owner, let kind = region.kind.flatMap(Base.Kind.init),
        case .circle(let center, let radius) = region.fence.shape
      else { return nil }
      return Base(id: region.fence.id, kind: kind, owner: owner, center: center, radius: radius)
    }
  }

  package var basesPassedOver: [String] {
    regions.compactMap { region in
      guard let kind = region.kind, Base.Kind(rawValue: kind) != nil else { return nil }
      let lacks: String
      switch (region.fence.shape, region.owner) {
      case (.polygon, _): lacks = "is a polygon; expected a point with radius_m"
      case (.circle, nil): lacks = "has no owner"
      case (.circle, _?): return nil
      }
      return "\(region.fence.id): verdicts skip this \(kind), which \(lacks)"
    }
  }

  package var placedWires: [PlacedWire] {
    wires.compactMap { wire in
      wire.owner.map { PlacedWire(wire: wire.wire, owner: $0, isPermanent: wire.isPermanent) }
    }
  }
}
