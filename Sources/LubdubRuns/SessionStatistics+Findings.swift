extension SessionStatistics {
  /// The findings about a session after all rows are counted. `learned` is the knowledge of the link at the end; `nil` for
  /// an estimator without such knowledge.
  package func findings(_ configuration: Configuration, _ learned: LearnedLink?) -> [Finding] {
    let zones = [
      untaught(configuration, learned), widths(configuration), nearZones(configuration),
      farZones(configuration), briefZones(configuration),
    ]
    return zones.compactMap { $0 } + teachingFindings(learned)
  }

  private func untaught(_ configuration: Configuration, _ learned: LearnedLink?) -> Finding? {
    guard samples.count == 1, samples[.ble] != nil, let learned, learned.teachings == 0,
      configuration.ranging.signal.trust == .unknown
    else { return nil }
    return Finding(
      .untaught,
      "zones by signal strength only are neither calibrated nor taught, and mostly wrong",
      cure:
        "stand at an edge for ten seconds and write the row t_s,event = 12.5,at 1 (its distance in m), "
        + "or run lubdub calibrate")
  }

  private func teachingFindings(_ learned: LearnedLink?) -> [Finding] {
    guard teachings > 0, let learned else { return [] }
    guard learned.teachings > 0, let power = learned.referencePower,
      let deviation = learned.powerDeviation
    else {
      return [
        Finding(
          .taughtNothing, "\(counted(teachings, "row")) with the event at had no effect",
          cure: "each needs a distance, such as at 1, and a level, but no ranges")
      ]
    }
    let level = NumberText.rounded(power.value, 1)
    let taught = Finding(
      .taught,
      "taught \(counted(learned.teachings, "time")): the level at 1 m is \(level) ± "
        + "\(NumberText.rounded(deviation.value, 1)) dBm",
      cure: "to keep this level, add --set rssi.trust=thisLink --set rssi.referencePower=\(level) "
        + "--set rssi.exponent=\(NumberText.rounded(learned.exponent ?? 1.8, 1)) "
        + "--set rssi.powerDeviation=\(NumberText.rounded(deviation.value, 1))")
    switch learned.teachingDoubt {
    case .levelMoved(let size):
      return [
        taught,
        Finding(
          .teachingMoved,
          "the last teaching is doubtful: the level still changed by \(NumberText.rounded(size.value, 0)) dB",
          cure: "stand still for ten seconds first"),
      ]
    case .contradicts(let size):
      return [
        taught,
        Finding(
          .teachingContradicts,
          "the last teaching contradicts the one before by \(NumberText.rounded(size.value, 0)) dB",
          cure: "was a body in the way, or the distance wrong?"),
      ]
    case nil: return [taught]
    }
  }

  private func widths(_ configuration: Configuration) -> Finding? {
    guard withoutWidth > 0 else { return nil }
    let position = configuration.ranging.wide
    return Finding(
      .withoutWidth,
      "\(withoutWidth) of \(counted(samples[.gnss] ?? 0, "range")) between positions without a width; "
        + "a deviation of \(NumberText.shortest(position.usualDeviation.value)) m is used "
        + "(gnss.usualDeviation), times \(NumberText.shortest(position.accuracyScale)) "
        + "(gnss.accuracyScale)")
  }

  /// The finding about edges for radios in a session whose distances come from positions.
  private func nearZones(_ configuration: Configuration) -> Finding? {
    let own = Preset.phoneTag.configuration.zones.edges[0].value
    guard samples.count == 1, samples[.gnss] != nil,
      let last = configuration.zones.edges.last?.value, last < own
    else { return nil }
    return Finding(
      .nearZones,
      (beats == 0 ? "no beats: " : "")
        + "these zones end at \(NumberText.shortest(last)) m, too near for positions",
      cure:
        "use --preset \(Preset.phoneTag.name), whose first edge is \(NumberText.shortest(own)) m")
  }

  /// The finding about edges in another unit.
  private func farZones(_ configuration: Configuration) -> Finding? {
    let edges = configuration.zones.edges.map { $0.value }
    guard samples.count != 1 || samples[.gnss] == nil, let farthest, let first = edges.first,
      farthest < first, first >= Self.farEdge,
      let scale = [100.0, 1000].first(where: { first / $0 < farthest })
    else { return nil }
    let metres = edges.map { NumberText.shortest($0 / scale) }.joined(separator: ", ")
    return Finding(
      .farZones,
      "every distance is below the first edge, \(NumberText.shortest(first)) m, so there is only one zone",
      cure: "edges are in m: --set 'zones.edges=[\(metres)]'")
  }

  /// The finding about rows so far apart that each zone ends before the next row.
  private func briefZones(_ configuration: Configuration) -> Finding? {
    let count = samples[.uwb] ?? 0
    let step = duration / Double(max(1, count - 1))
    let stale = configuration.ranging.range.silence.stale.value
    guard samples.keys.allSatisfy({ $0 == .uwb }), count >= 10, step > stale, zoneMoves == 0 else {
      return nil
    }
    let wider = Int(3 * step.rounded(.up))
    return Finding(
      .briefZones,
      "a range comes every \(NumberText.rounded(step, 1)) s, but a zone ends "
        + "\(NumberText.shortest(stale)) s after a range",
      cure:
        "measure ranges more often, or add --set uwb.staleAfter=\(wider) --set uwb.lostAfter=\(wider)"
    )
  }

  /// The smallest first edge, in m, that may be in centimeters.
  private static let farEdge = 5.0
}
