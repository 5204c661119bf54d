public import Proximity
public import Quantities
public import Ranging
internal import TraceReading

/// Shows what quickness costs in calm: runs many zone rules over the answers of estimators, on
/// recordings with truth.
///
/// Baselines are decided with a margin, the default estimator with a margin and by probability.
public struct ZoneBenchmark: Sendable {
  /// The estimators.
  public var estimators: [EstimatorKind] = EstimatorKind.allCases
  /// Where calibrations come from.
  public var source = CalibrationProtocol.leaveOneOut
  /// How the truth is brought onto the clock of the radio.
  public var truthShift = TruthShift.estimated
  /// The zones that changes are counted in.
  public var zones: Zones

  /// Margins that are tried, in per cent of the edge.
  public static let margins: [Double] = [0, 5, 10, 20, 40]
  /// Limits of probability that are tried: to enter, and one less it to leave.
  public static let limits: [Double] = [0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9, 0.95]
  /// Dwells that are tried.
  public static let dwells: [Seconds] = [0.25, 0.5, 1, 2]

  /// A benchmark with the usual settings.
  ///
  /// - Parameter edges: Edges of the zones that changes are counted in.
  /// - Throws: `ParameterError` for edges that are not positive and increasing.
  public init(edges: [Meters] = [0.5, 1, 2, 4, 8]) throws(ParameterError) {
    zones = try Zones(edges: edges)
  }

  /// Scores every rule, set by set and radio by radio.
  public func run(_ recordings: [Recording]) throws(ParameterError) -> ZoneReport {
    let sets = Dictionary(grouping: recordings, by: \.dataset).sorted { $0.key < $1.key }
    var groups: [ZoneReport.Group] = []
    for (name, set) in sets {
      for radio in Radio.allCases {
        let parts = set.filter { !$0.samples(of: radio).isEmpty }
        guard !parts.isEmpty else { continue }
        let rows = try score(parts.map { $0.restricted(to: radio) }, radio)
        groups.append(ZoneReport.Group(dataset: name, radio: radio, rows: rows))
      }
    }
    return ZoneReport(groups: groups, source: source, edges: zones.edges)
  }

  private func score(
    _ recordings: [Recording], _ radio: Radio
  ) throws(ParameterError) -> [ZoneReport.Row] {
    let shift = truthShift.seconds(for: recordings)
    let aligned = recordings.map { $0.shiftingTruth(by: shift) }
    let calibrator = Calibrator(aligned, source: source)
    let input: AccuracyReport.Input = radio == .uwb ? .uwb : .ble
    var rows: [ZoneReport.Row] = []
    for kind in estimators where input.suits(kind) {
      let tracks = aligned.indices.map { index in
        Track(
          of: kind.make(calibrator.parameters(for: index)), over: aligned[index].records,
          from: calibrator.scoreStart(of: index))
      }
      for rule in Self.rules(for: kind, radio) {
        rows.append(try score(tracks, kind, rule, radio))
      }
    }
    return rows
  }

  private func score(
    _ tracks: [Track], _ kind: EstimatorKind, _ rule: ZoneRule, _ radio: Radio
  ) throws(ParameterError) -> ZoneReport.Row {
    func parameters(_ zones: Zones) -> ZoneDetector.Parameters {
      var parameters = ZoneDetector.Parameters(zones: zones)
      parameters.range.edges = [rule]
      parameters.signalStrength.edges = [rule]
      return parameters
    }
    var row = ZoneReport.Row(estimator: kind, rule: rule, isDefault: Self.isDefault(rule, radio))
    for track in tracks {
      row.moving.add(try ZoneComparison(of: track, deciding: parameters(zones)).score)
      row.resting.add(try RestScore(of: track, deciding: parameters))
    }
    return row
  }

  private static func isDefault(_ rule: ZoneRule, _ radio: Radio) -> Bool {
    rule == (radio == .uwb ? SourceRules.range : .signalStrength).edges[0]
  }

  private static func rules(for kind: EstimatorKind, _ radio: Radio) -> [ZoneRule] {
    let margins = margins.flatMap { margin in
      ([0] + dwells).map { dwell in
        ZoneRule.hysteresis(
          HysteresisRule(
            margin: .percent(margin), dwell: dwell, settle: margin > 0 ? 15 : nil,
            minimumSamples: dwell > .zero ? 2 : 1))
      }
    }
    guard !kind.isBaseline else { return margins }
    let standard = (radio == .uwb ? SourceRules.range : .signalStrength).edges[0]
    let posteriors = limits.flatMap { limit in
      dwells.map { dwell in
        var rule: PosteriorRule = radio == .uwb ? .range : .signalStrength
        (rule.enter, rule.leave, rule.dwell) = (limit, 1 - limit, dwell)
        return ZoneRule.posterior(rule)
      }
    }
    return [standard] + posteriors.filter { $0 != standard } + margins
  }
}
