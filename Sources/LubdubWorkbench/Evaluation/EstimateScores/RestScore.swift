/// Changes of the zone while a device rests exactly on an edge, which is the worst place. For each rest, the edge is the
/// median of the answers.
package struct RestScore: Sendable, Hashable {
  package var changes = 0
  package var mostChanges = 0
  package var time = Seconds.zero

  package init() {}

  package init(
    of track: ScoredTrack, deciding parameters: (Zones) -> ZoneDetector.Parameters
  ) throws(SettingError) {
    self.init()
    for rest in Self.rests(of: track) {
      let answers = rest.compactMap(\.estimate?.distance.value)
      guard let edge = Statistics.median(answers), edge > 0 else { continue }
      let parameters = parameters(try Zones(edges: [Meters(edge)]))
      try parameters.validate()
      var detector = ZoneDetector(parameters)
      var moves = 0
      for point in rest {
        guard let estimate = point.estimate else { continue }
        let change = detector.update(estimate, isIndependent: point.isIndependent)
        if let change, change.from != nil { moves += 1 }
      }
      changes += moves
      mostChanges = max(mostChanges, moves)
      time = time + (rest[rest.endIndex - 1].time - rest[rest.startIndex].time)
    }
  }

  package mutating func add(_ other: RestScore) {
    changes += other.changes
    mostChanges = max(mostChanges, other.mostChanges)
    time = time + other.time
  }

  /// The number of changes in ten minutes; `nil` if there are no rests.
  package var changesInTenMinutes: Double? {
    time.value > 0 ? 600 * Double(changes) / time.value : nil
  }

  private static func rests(of track: ScoredTrack) -> [ArraySlice<ScoredTrack.Point>] {
    var found = RestPeriods()
    var last: Seconds?
    for point in track.points {
      if let last, point.time - last > TrueZones.longestGap { found.close() }
      found.add(point.truth, at: point.time)
      last = point.time
    }
    found.close()
    return found.periods.map { period in
      let start = track.points.firstIndex { $0.time >= period.lowerBound } ?? 0
      return track.points[start...].prefix { $0.time <= period.upperBound }
    }
  }
}
