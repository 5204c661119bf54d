internal import Lubdub
public import Proximity
public import Quantities
internal import Statistics

/// How often the zone changes while a device rests exactly on an edge: the worst place for it.
///
/// A rest is a stretch of a recording in which the truth stays within `tolerance` for at least
/// `shortest`. The edge is put at the median of the answers of each rest, one edge and nothing else,
/// and changes after the first zone are counted.
public struct RestScore: Sendable, Hashable {
  /// Changes in all rests.
  public var changes = 0
  /// The most changes in one rest.
  public var mostChanges = 0
  /// Length of all rests.
  public var time = Seconds.zero

  /// How far the truth may move.
  public static let tolerance: Meters = 0.05
  /// Stretches that are shorter are not scored.
  public static let shortest: Seconds = 30

  /// The score of nothing, to add others to.
  public init() {}

  /// The score of the rests of a track.
  ///
  /// - Parameters:
  ///   - track: The answers that zones are decided on.
  ///   - parameters: How they are decided, given the edge's zones.
  /// - Throws: `SettingError` for parameters that a detector refuses.
  public init(
    of track: Track, deciding parameters: (Zones) -> ZoneDetector.Parameters
  ) throws(SettingError) {
    self.init()
    for rest in Self.rests(of: track) {
      let answers = rest.compactMap(\.estimate?.distance.value)
      guard let edge = Statistics.median(answers), edge > 0 else { continue }
      var detector = try ZoneDetector(parameters(try Zones(edges: [Meters(edge)])))
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

  /// Adds the rests of another recording.
  public mutating func add(_ other: RestScore) {
    changes += other.changes
    mostChanges = max(mostChanges, other.mostChanges)
    time = time + other.time
  }

  /// Changes in ten minutes; `nil` when nothing rests.
  public var changesInTenMinutes: Double? {
    time.value > 0 ? 600 * Double(changes) / time.value : nil
  }

  private static func rests(of track: Track) -> [ArraySlice<Track.Point>] {
    let points = track.points
    var found: [ArraySlice<Track.Point>] = []
    var start = 0
    var (low, high) = (Double.infinity, -Double.infinity)
    for index in points.indices {
      let truth = points[index].truth.value
      let isApart =
        index > start && points[index].time - points[index - 1].time > ZoneComparison.longestGap
      if isApart || max(high, truth) - min(low, truth) > tolerance.value {
        found.append(points[start..<index])
        start = index
        (low, high) = (truth, truth)
      }
      (low, high) = (min(low, truth), max(high, truth))
    }
    found.append(points[start...])
    return found.filter { rest in
      guard let first = rest.first, let last = rest.last else { return false }
      return last.time - first.time >= shortest
    }
  }
}
