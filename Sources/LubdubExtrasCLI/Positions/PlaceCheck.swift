enum PlaceCheck {
  private struct Content {
    let path: String
    var places: [(name: String, place: Coordinate)]
    /// Whether the file is a plan of bases and wires, which contains no positions of people.
    let isPlan: Bool

    init?(path: String) {
      guard let bytes = try? readFile(at: path), let log = try? PositionLog(bytes, path: path)
      else { return nil }
      self.path = path
      places = log.tracks.flatMap(\.fixes).map { ("fix", $0.place) }
      let plan = log.report.accepted == 0 ? try? GroundPlan(bytes, path: path) : nil
      isPlan = plan != nil
      if let plan { places = plan.places }
    }
  }

  static func findings(_ paths: [String]) -> [String: Finding] {
    guard paths.count > 1 else { return [:] }
    let contents = paths.compactMap { Content(path: $0) }
    var findings: [String: Finding] = [:]
    for (index, content) in contents.enumerated() {
      let others = contents.enumerated().filter { $0.offset != index && !$0.element.isPlan }
      let fixes = others.flatMap { $0.element.places.map(\.place) }
      guard let far = DistantPlaces.note(on: content.places, from: fixes) else { continue }
      findings[content.path] = Finding(.warning, code: "far-places", far)
    }
    return findings
  }
}
