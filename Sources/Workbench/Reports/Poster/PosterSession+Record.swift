internal import Haptics
package import Lubdub
internal import Proximity
internal import Quantities
package import Sessions

extension PosterSession {
  /// A session as it was recorded for a plot.
  package init(
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
