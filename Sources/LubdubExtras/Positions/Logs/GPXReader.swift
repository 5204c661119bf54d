/// Reads GPX 1.1 and 1.0: track points with times.
enum GPXReader {
  private static let accuracyWriters = ["osmand", "locus", "opentracks", "oruxmaps"]
  private static let accuracyNames: Set<String> = ["accuracy", "horaccur", "accuracy_horizontal"]

  private struct Point {
    var line: Int
    var latitude: Double?
    var longitude: Double?
    var time: LogText?
    var accuracy: Double?
    var dilution: Double?
    var beginsSegment: Bool
  }

  static func read(_ bytes: [UInt8], into sink: inout PositionSink) {
    var scanner = XMLScanner(bytes)
    var points: [Point] = []
    var creator = ""
    var point: Point?
    var path: [String] = []
    var beginsSegment = true
    while let event = scanner.next() {
      switch event {
      case .open(let name, let tag):
        path.append(name)
        switch name {
        case "gpx": creator = XMLScanner.attribute("creator", of: tag)?.string ?? ""
        case "trkseg": beginsSegment = true
        case "trkpt":
          point = Point(
            line: scanner.line, latitude: XMLScanner.attribute("lat", of: tag)?.trimmed.decimal,
            longitude: XMLScanner.attribute("lon", of: tag)?.trimmed.decimal,
            beginsSegment: beginsSegment)
          beginsSegment = false
        case "wpt", "rtept": sink.ignore()
        default: break
        }
      case .text(let text): if let name = path.last { read(text.trimmed, name, into: &point) }
      case .close(let name):
        if let place = path.lastIndex(of: name) { path.removeSubrange(place...) }
        if name == "trkpt", let done = point {
          points.append(done)
          point = nil
        }
      case .cut: sink.reject(.damaged, scanner.line, "the file ends inside an element")
      }
    }
    if let point { sink.reject(.damaged, point.line, "the track point has no end") }
    accept(points, creator: creator, into: &sink)
  }

  private static func read(_ text: LogText, _ name: String, into point: inout Point?) {
    let text = text.filter { $0 > 0x20 }[...]
    switch name {
    case "time": point?.time = text
    case "hdop": point?.dilution = text.decimal
    case let name where accuracyNames.contains(name): point?.accuracy = text.decimal
    default: break
    }
  }

  private static func accept(_ points: [Point], creator: String, into sink: inout PositionSink) {
    let isAccuracy = dilutionIsAccuracy(points, creator: creator, &sink)
    for point in points {
      if point.beginsSegment { sink.noteGap() }
      guard let place = sink.place(point.latitude, point.longitude, line: point.line) else {
        continue
      }
      guard let text = point.time else {
        sink.reject(.missingTime, point.line)
        continue
      }
      guard let time = CivilTime.nanoseconds(text) else {
        sink.reject(.notANumber, point.line, "time is \(Excerpt.quote(text)), not an ISO 8601 time")
        continue
      }
      let stated = point.accuracy ?? (isAccuracy ? point.dilution : nil)
      let deviation =
        sink.options.deviation(accuracy: stated)
        ?? sink.options.deviation(dilution: isAccuracy ? nil : point.dilution)
      sink.accept(place, at: Double(time) / 1e9, deviation, line: point.line)
    }
  }

  private static func dilutionIsAccuracy(
    _ points: [Point], creator: String, _ sink: inout PositionSink
  ) -> Bool {
    let values = points.compactMap(\.dilution).sorted()
    guard !values.isEmpty else { return false }
    switch sink.options.hdop {
    case .accuracy: return true
    case .dop: return false
    case .auto:
      let writer = creator.lowercased()
      let median = values[values.count / 2]
      let isAccuracy = accuracyWriters.contains { writer.contains($0) } || median >= 2.5
      sink.warn(
        isAccuracy
          ? "hdop is used as the accuracy in meters (median \(median))"
          : "hdop is used as a dilution of precision (median \(median))")
      return isAccuracy
    }
  }
}
