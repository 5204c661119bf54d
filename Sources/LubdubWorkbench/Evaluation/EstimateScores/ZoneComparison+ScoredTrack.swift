extension ZoneComparison {
  /// Compares the zones of a track with the true zones. `moves` contains zones that were decided elsewhere with the same
  /// edges. Without `moves`, the zone detector decides.
  package init(
    of track: ScoredTrack, deciding parameters: ZoneDetector.Parameters, moves: [Move]? = nil
  ) throws(SettingError) {
    var truth = TrueZones(edges: parameters.edges)
    for row in track.rows {
      if let distance = row.truth { truth.add(distance, at: row.time, by: row.radio) }
    }
    truth.finish()
    let decided =
      if let moves { moves } else { try Self.moves(over: track.rows, deciding: parameters) }
    self.init(truth, moves: decided)
  }

  /// The zone changes that the zone detector decides from the answers of rows.
  package static func moves(
    over rows: [ScoredTrack.Row], deciding parameters: ZoneDetector.Parameters
  ) throws(SettingError) -> [Move] {
    try parameters.validate()
    var detector = ZoneDetector(parameters)
    var moves: [Move] = []
    func take(_ change: ZoneChange) {
      if change.isMove { moves.append(Move(time: change.time, zone: change.to)) }
    }
    for row in rows {
      while let change = detector.advance(to: row.time) { take(change) }
      if let event = row.event, let change = detector.handle(event, at: row.time) { take(change) }
      if let heard = row.heard { detector.hear(heard, at: row.time.value) }
      guard let estimate = row.estimate else { continue }
      if let change = detector.update(estimate, isIndependent: row.isIndependent) { take(change) }
    }
    return moves
  }
}
