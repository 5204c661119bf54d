/// The data of a session for a poster, in s and m, on a clock that starts at the first row.
struct PosterSession: Sendable {
  var course: [(time: Double, distance: Double?)]
  var zones: [(time: Double, zone: Int?)]
  var zoneCount: Int
  var edges: [Double]
  var beats: [(time: Double, intensity: Double)]
  var length: Double
  var nearest: Double?

  var hasContent: Bool { !beats.isEmpty || course.contains { $0.distance != nil } }

  /// The largest distance in the drawing. Nearly all known distances are below it, so that one outlier does not flatten the
  /// rest.
  var top: Double {
    let known = course.compactMap(\.distance).sorted()
    guard let last = known.last else { return 1 }
    let usual = known[min(known.count - 1, known.count * 99 / 100)]
    return max(min(last, 1.5 * usual), (edges.last ?? 0) * 1.2, 0.01)
  }
}

extension PosterSession {
  init(
    _ record: SessionRecord, _ statistics: SessionStatistics, zones: ZoneDetector.Parameters,
    length: Seconds
  ) {
    self.init(
      course: record.buckets.map { ($0.time, $0.isStale ? nil : $0.estimate) },
      zones: record.zoneChanges.filter { $0.from != $0.to }.map { ($0.time.value, $0.to) },
      zoneCount: zones.names.count, edges: zones.edges.map(\.value),
      beats: record.beats.map { ($0.time.value, $0.intensity) }, length: length.value,
      nearest: statistics.nearest)
  }
}
