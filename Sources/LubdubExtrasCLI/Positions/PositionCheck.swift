enum PositionCheck {
  static func seldom(_ steps: ArraySlice<Double>) -> Finding? {
    guard let step = Statistics.median(Array(steps)), step > SamplePace.longest.value else {
      return nil
    }
    return Finding(
      .warning, code: "seldom",
      "a position every \(Int(step)) s; a zone lasts only between positions at most "
        + "\(SamplePace.longest) apart, so there will be no beat",
      cure: "log a position at least every quarter of an hour")
  }

  static func findings(_ bytes: [UInt8], path: String) throws(ReadError) -> [Finding] {
    let log = try PositionLog(bytes, path: path)
    if log.format == .geojson, log.report.accepted == 0 {
      return try GroundPlan(bytes, path: path).warnings.map {
        Finding(.warning, code: "unknown-kind", $0)
      }
    }
    let fixes = log.tracks.flatMap(\.fixes)
    let unstated = fixes.count { $0.deviation == nil }
    var found = log.report.findings
    if unstated > 0 {
      found.append(
        Finding(
          .note, code: "no-accuracy",
          "\(unstated) of \(counted(fixes.count, "fix states", "fixes state")) no accuracy, and a default is used"
        ))
    }
    let steps = log.tracks.flatMap { track in
      zip(track.fixes, track.fixes.dropFirst()).map { ($1.time - $0.time).value }
    }
    if let finding = seldom(steps[...]) {
      found.append(finding)
    } else if let step = Statistics.median(steps), step > TrackPair.usualGap.value {
      found.append(
        Finding(
          .note, code: "slow-fixes",
          "a fix every \(Int(step)) s; another log is joined with this one only where its "
            + "fixes are at most \(TrackPair.usualGap) apart",
          cure: "allow a longer gap where the two are paired"))
    }
    return found
  }
}
