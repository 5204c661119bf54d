/// The actions of players, one JSON object per line: `{"t_s": 30, "type": "tag", "from": "a", "target": "b", "kind":
/// "basic", "lat_deg": 51.5, "lon_deg": -0.1}`.
///
/// `t_s` counts from the start of the game, or from 1970 if it is above 100,000,000. The other types are `tripwire` with
/// `path` (longitude and latitude of each place), `permanent`, and `id`; `pack` with `kind` (`basic`, `wideRadius`, or
/// `tripwire`) and optionally `count` (10, 5, or 3); and `ready` without other members. If players send `ready`, the game
/// starts after all of them have sent it.
package struct ActionLog: Sendable {
  package private(set) var actions: [GameAction] = []
  package private(set) var lines: [Int] = []
  package private(set) var report = ReadReport()

  /// Reads actions. The start is in seconds since 1970-01-01. A line that breaks a rule is rejected and counted.
  package init(_ bytes: [UInt8], start: Seconds) {
    for (number, line) in TextLines(DecodedText(bytes).bytes) where !line.isEmpty {
      guard let object = try? JSONParser.parse(line), object.object != nil else {
        reject(.notJSON, number)
        continue
      }
      guard let given = object["t_s"]?.number, given.isFinite, abs(given) <= 1e11 else {
        reject(.missingTime, number, object["t_s"] == nil ? "" : "t_s is not a number of seconds")
        continue
      }
      guard let player = object["from"]?.string else {
        reject(.damaged, number, "from is missing")
        continue
      }
      guard let kind = Self.kind(object, line: number) else {
        reject(.damaged, number, Self.rule(object))
        continue
      }
      let time = abs(given) >= 1e8 ? Seconds(given) : start + Seconds(given)
      actions.append(GameAction(time: time, player: player, kind: kind))
      lines.append(number)
    }
  }

  private mutating func reject(_ reason: RejectionReason, _ line: Int, _ found: String = "") {
    report.reject(reason, line: line, example: found.isEmpty ? reason.sentence : found)
  }

  private static func kind(_ object: JSONValue, line: Int) -> GameAction.Kind? {
    switch object["type"]?.string {
    case "tag":
      guard let target = object["target"]?.string,
        let kind = object["kind"]?.string.flatMap(TagKind.init),
        let latitude = object["lat_deg"]?.number, let longitude = object["lon_deg"]?.number,
        let guess = Coordinate(latitude: Degrees(latitude), longitude: Degrees(longitude))
      else { return nil }
      return .tag(kind, target: target, guess: guess)
    case "tripwire":
      guard let path = object["path"].flatMap(Coordinate.places(geoJSON:)), path.count >= 2 else {
        return nil
      }
      return .wire(
        Tripwire(id: object["id"]?.string ?? "line \(line)", path: path),
        isPermanent: object["permanent"]?.bool ?? true)
    case "pack":
      guard let kind = object["kind"]?.string, let size = packSizes[kind],
        let count = (object["count"] ?? .number(size)).number.flatMap(Int.init(exactly:)),
        (1...1_000_000).contains(count)
      else { return nil }
      return TagKind(rawValue: kind).map { .tags($0, count: count) } ?? .wires(count: count)
    case "ready": return .ready
    default: return nil
    }
  }

  private static let packSizes = ["basic": 10.0, "wideRadius": 5, "tripwire": 3]

  private static func rule(_ object: JSONValue) -> String {
    switch object["type"]?.string {
    case "tag": "a tag needs target, kind (basic or wideRadius), lat_deg, and lon_deg"
    case "tripwire": "a tripwire needs a path of two or more places, longitude first"
    case "pack":
      "a pack needs kind (basic, wideRadius, or tripwire); its count, if any, is at least 1"
    default: "a type is tag, tripwire, pack, or ready"
    }
  }
}
