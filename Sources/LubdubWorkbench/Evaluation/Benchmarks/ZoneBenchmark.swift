/// Scores many zone rules on the answers of estimators. Baselines use margins, and Lubdub's estimators also use evidence.
package struct ZoneBenchmark: Sendable {
  package var estimators: [EstimatorKind] = EstimatorKind.all
  package var source = CalibrationProtocol.leaveOneOut
  package var truthShift = TruthShift.estimated
  package var workers = Workers(1)
  package var zones: Zones
  package var range = ZoneRule.range
  package var wide = ZoneRule.range
  package var rssi = ZoneRule.rssi

  /// The margins to try, in percent of the edge.
  package static let margins: [Double] = [0, 5, 10, 20, 40]
  /// The times between false changes at rest to try with the rule by evidence.
  package static let falseChangeIntervals: [Seconds] = [10, 30, 120, 300, 1200, 3600]
  /// The half bands to try with the rule by evidence, as shares of the radio's default.
  package static let halfBandShares: [Double] = [0.6, 1, 2]
  package static let dwells: [Seconds] = [0.25, 0.5, 1, 2]

  package init(edges: [Meters] = Zones.eternalLoop.edges) throws(SettingError) {
    zones = try Zones(edges: edges)
  }

  package func run(
    _ recordings: [Recording], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(SettingError) -> ZoneReport {
    let inputs = AccuracyReport.Input.allCases.filter { $0.radio != nil }
    let work = recordings.sets.flatMap { set in
      Calibrator(set, source: source, truthShift: truthShift).parts(inputs, by: workers)
    }
    let total = work.count * estimators.count
    var groups: [ZoneReport.Group] = []
    for (index, part) in work.enumerated() {
      guard let radio = part.input.radio else { continue }
      let rows = try score(part, radio) { progress(index * estimators.count + $0, total) }
      groups.append(
        ZoneReport.Group(
          dataset: part.recordings[0].recording.dataset, radio: radio, truthOffset: part.offset,
          rows: rows))
    }
    return ZoneReport(groups: groups, edges: zones.edges)
  }

  private func score(
    _ part: BenchmarkPart, _ radio: Radio, _ progress: (Int) -> Void
  ) throws(SettingError) -> [ZoneReport.Row] {
    var rows: [ZoneReport.Row] = []
    for (place, kind) in estimators.enumerated() where part.input.suits(kind) {
      progress(place)
      let tracks = workers.map(part.recordings) { one in
        ScoredTrack(of: kind, one.parameters, over: one.recording.records, from: one.start)
      }.compactMap(\.self)
      let scored = workers.map(rules(for: kind, radio)) { rule in
        Result { () throws(SettingError) in try score(tracks, kind, rule, radio) }
      }
      for row in scored { if let row { rows.append(try row.get()) } }
    }
    return rows
  }

  private func score(
    _ tracks: [ScoredTrack], _ kind: EstimatorKind, _ rule: ZoneRule, _ radio: Radio
  ) throws(SettingError) -> ZoneReport.Row {
    // A device at rest is scored on one edge only, with the rule of the last edge.
    let last = rule.rule(of: zones.edges.count - 1)
    func resting(_ zones: Zones) -> ZoneDetector.Parameters { parameters(zones, last, radio) }
    let moving = parameters(zones, rule, radio)
    var row = ZoneReport.Row(estimator: kind, rule: rule, isDefault: rule == standard(radio))
    for track in tracks {
      row.moving.add(try ZoneComparison(of: track, deciding: moving).score)
      row.resting.add(try RestScore(of: track, deciding: resting))
    }
    return row
  }

  private func parameters(
    _ zones: Zones, _ rule: ZoneRule, _ radio: Radio
  ) -> ZoneDetector.Parameters {
    radio.family == .level
      ? ZoneDetector.Parameters(zones, rssi: rule)
      : ZoneDetector.Parameters(zones, range: rule, wide: rule)
  }

  private func standard(_ radio: Radio) -> ZoneRule {
    switch radio.family {
    case .range: range
    case .level: rssi
    case .wideRange: wide
    }
  }

  private func rules(for kind: EstimatorKind, _ radio: Radio) -> [ZoneRule] {
    let standard = standard(radio)
    let margins = Self.margins.flatMap { margin in
      ([0] + Self.dwells).map { dwell in
        standard.withHysteresis(margin, dwell: dwell, samples: dwell > .zero ? 2 : 1)
      }
    }
    guard !kind.isBaseline else { return margins }
    let evidence = Self.halfBandShares.flatMap { share in
      Self.falseChangeIntervals.map { interval in
        var rule = standard
        rule.falseChangeInterval = [interval]
        rule.halfBand = standard.halfBand.map { share * $0 }
        return rule
      }
    }
    // If the default band is wide, a band of twice the width may not fit between the edges.
    let possible = evidence.filter { rule in
      rule != standard && (try? parameters(zones, rule, radio).validate()) != nil
    }
    return [standard] + possible + margins
  }
}
