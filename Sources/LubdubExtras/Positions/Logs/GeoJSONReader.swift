/// Reads GeoJSON (RFC 7946): points with a time in their properties, and lines with `coordTimes` or `times`. The standard
/// has no times, but programs write these members.
struct GeoJSONReader {
  private let record: Int
  private let properties: JSONValue
  private let name: String

  static func recognises(_ text: LogText) -> Bool {
    text.contains("\"type\"")
      && ["FeatureCollection", "Feature", "LineString", "Point"].contains {
        text.contains("\"\($0)\"")
      }
  }

  static func read(
    _ bytes: [UInt8], path: String, into sink: inout PositionSink
  ) throws(ReadError) {
    sink.report.unit = .record
    let document = try JSONParser.parse(bytes, path: path)
    for (index, feature) in (document["features"]?.array ?? [document]).enumerated() {
      GeoJSONReader(feature, index + 1).read(feature["geometry"] ?? feature, into: &sink)
    }
  }

  private init(_ feature: JSONValue, _ record: Int) {
    self.record = record
    properties = feature["properties"] ?? .object([:])
    name = (properties["name"] ?? properties["id"] ?? properties["player"])?.string ?? ""
  }

  private func read(_ geometry: JSONValue, into sink: inout PositionSink) {
    let coordinates = geometry["coordinates"]
    switch geometry["type"]?.string {
    case "Point": read(coordinates, time: time, into: &sink)
    case "LineString": read(line: coordinates?.array ?? [], times: times?.array ?? [], into: &sink)
    case "MultiLineString":
      let lists = times?.array ?? []
      for (index, part) in (coordinates?.array ?? []).enumerated() {
        if index > 0 { sink.noteGap(track: name) }
        read(
          line: part.array ?? [],
          times: lists.indices.contains(index) ? lists[index].array ?? [] : [], into: &sink)
      }
    default: sink.ignore()
    }
  }

  private var times: JSONValue? {
    let nested = properties["coordinateProperties"]
    return properties["coordTimes"] ?? properties["times"] ?? nested?["times"]
      ?? nested?["coordTimes"]
  }

  private var time: JSONValue? {
    ["time", "timestamp", "t_s", "datetime", "date"].lazy.compactMap { properties[$0] }.first
  }

  private func read(line: [JSONValue], times: [JSONValue], into sink: inout PositionSink) {
    guard times.count == line.count else {
      return sink.reject(
        .missingTime, record, "\(line.count) places have \(times.count) times (coordTimes)")
    }
    for (place, time) in zip(line, times) { read(place, time: time, into: &sink) }
  }

  private func read(_ coordinates: JSONValue?, time: JSONValue?, into sink: inout PositionSink) {
    let pair = coordinates?.array ?? []
    guard pair.count >= 2 else {
      return sink.reject(.damaged, record, "a place needs longitude and latitude")
    }
    // In GeoJSON, the longitude comes first.
    guard let place = sink.place(pair[1].number, pair[0].number, line: record) else { return }
    guard let seconds = Self.seconds(time) else { return sink.reject(.missingTime, record) }
    let accuracy = ["accuracy_m", "accuracy", "horizontal_accuracy"].lazy.compactMap {
      properties[$0]?.number
    }.first
    sink.accept(
      place, at: seconds, sink.options.deviation(accuracy: accuracy),
      track: name, line: record)
  }

  private static func seconds(_ time: JSONValue?) -> Double? {
    guard let time else { return nil }
    return switch time {
    case .number(let number): PositionTime.seconds(number)
    case .string(let text): PositionTime.seconds(Array(text.utf8)[...])
    default: nil
    }
  }
}
