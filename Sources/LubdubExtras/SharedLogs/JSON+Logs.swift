extension JSONParser {
  static func parse(_ bytes: [UInt8], path: String) throws(ReadError) -> JSONValue {
    do throws(JSONError) {
      return try parse(bytes)
    } catch {
      throw ReadError(path: path, line: error.line, kind: .unrecognised, message: error.rule)
    }
  }
}

extension Coordinate {
  init?(geoJSON value: JSONValue) {
    guard let pair = value.array, pair.count >= 2, let longitude = pair[0].number,
      let latitude = pair[1].number
    else { return nil }
    self.init(latitude: Degrees(latitude), longitude: Degrees(longitude))
  }

  /// The places of a line or a ring; `nil` if a place is invalid.
  static func places(geoJSON value: JSONValue) -> [Coordinate]? {
    guard let list = value.array else { return nil }
    let places = list.compactMap(Coordinate.init(geoJSON:))
    return places.count == list.count ? places : nil
  }
}
