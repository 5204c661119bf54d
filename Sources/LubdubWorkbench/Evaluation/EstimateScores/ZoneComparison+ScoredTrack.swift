extension ZoneComparison {
  package init(
    of track: ScoredTrack, deciding parameters: ZoneDetector.Parameters
  ) throws(SettingError) {
    try parameters.validate()
    var detector = ZoneDetector(parameters)
    var truth = TrueZones(edges: parameters.edges)
    var moves: [Move] = []
    func take(_ change: ZoneChange) {
      if change.isMove { moves.append(Move(time: change.time, zone: change.to)) }
    }
    for row in track.rows {
      while let change = detector.advance(to: row.time) { take(change) }
      if let distance = row.truth { truth.add(distance, at: row.time, by: row.radio) }
      if let event = row.event, let change = detector.handle(event, at: row.time) { take(change) }
      guard let estimate = row.estimate else { continue }
      if let change = detector.update(estimate, isIndependent: row.isIndependent) { take(change) }
    }
    truth.finish()
    self.init(truth, moves: moves)
  }
}
