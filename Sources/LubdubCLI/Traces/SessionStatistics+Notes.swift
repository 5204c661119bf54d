extension SessionStatistics {
  func noteWidths(_ configuration: Configuration) {
    guard withoutWidth > 0 else { return }
    let position = configuration.ranging.wide
    let usual = NumberText.shortest(position.usualDeviation.value)
    let scale = NumberText.shortest(position.accuracyScale)
    let ranges = counted(samples[.gnss] ?? 0, "range")
    Console.note(
      "\(withoutWidth) of \(ranges) between positions without a "
        + "width; a deviation of \(usual) m is taken (gnss.usualDeviation), \(scale) times as wide "
        + "(gnss.accuracyScale)")
  }

  func noteTeaching(_ learned: LearnedLink, _ configuration: Configuration) {
    if Set(samples.keys) == [.ble], configuration.ranging.signal.trust == .unknown,
      learned.teachings == 0
    {
      Console.note(
        "zones by signal strength alone are neither calibrated nor taught, and mostly wrong: stand at an edge "
          + "for ten seconds and write the row t_s,event = 12.5,at 1 (its distance in m), or lubdub calibrate"
      )
    }
    guard teachings > 0 else { return }
    guard learned.teachings > 0, let power = learned.referencePower,
      let deviation = learned.powerDeviation
    else {
      return Console.note(
        "\(counted(teachings, "row")) with the event at taught nothing: each needs a distance, such as at 1, and a level, but no ranges"
      )
    }
    let level = NumberText.rounded(power.value, 1)
    Console.note(
      "taught \(counted(learned.teachings, "time")): the level at 1 m is \(level) ± "
        + "\(NumberText.rounded(deviation.value, 1)) dBm; to keep it, --set rssi.trust=thisLink "
        + "--set rssi.referencePower=\(level) "
        + "--set rssi.exponent=\(NumberText.rounded(learned.exponent ?? 1.8, 1)) "
        + "--set rssi.powerDeviation=\(NumberText.rounded(deviation.value, 1))")
    switch learned.teachingDoubt {
    case .levelMoved(let size):
      Console.note(
        "the last teaching is doubtful: the level still moved by \(NumberText.rounded(size.value, 0)) dB; "
          + "stand still for ten seconds first")
    case .contradicts(let size):
      Console.note(
        "the last teaching contradicts the one before by \(NumberText.rounded(size.value, 0)) dB: was a body in the "
          + "way, or the distance another?")
    case nil: break
    }
  }

  /// Says what keeps these zones from changing: edges of radios with positions, edges in another unit, or rows so far
  /// apart that each zone ends before the next row.
  func noteZones(_ configuration: Configuration) {
    let edges = configuration.zones.edges.map(\.value)
    guard let first = edges.first, let last = edges.last else { return }
    guard Set(samples.keys) != [.gnss] else {
      let own = Preset.phoneTag.configuration.zones.edges[0].value
      guard last < own else { return }
      return Console.note(
        (beats == 0 ? "no beats: " : "")
          + "these zones end at \(NumberText.shortest(last)) m, which positions hardly show; "
          + "--preset \(Preset.phoneTag.name) has zones for them, from \(NumberText.shortest(own)) m"
      )
    }
    if let farthest, farthest < first, first >= Self.farEdge,
      let scale = [100.0, 1000].first(where: { first / $0 < farthest })
    {
      let metres = edges.map { NumberText.shortest($0 / scale) }.joined(separator: ", ")
      Console.note(
        "every distance lies below the first edge, \(NumberText.shortest(first)) m, so there is one zone only; "
          + "edges are in m: --set 'zones.edges=[\(metres)]'")
    }
    let count = samples[.uwb] ?? 0
    let (step, stale) = (
      duration / Double(max(1, count - 1)), configuration.ranging.range.silence.stale.value
    )
    if samples.keys.allSatisfy({ $0 == .uwb }), count >= 10, step > stale, zoneMoves == 0 {
      let wider = Int(3 * step.rounded(.up))
      Console.note(
        "a range comes every \(NumberText.rounded(step, 1)) s, and a zone ends \(NumberText.shortest(stale)) s after one; "
          + "range more often, or --set uwb.staleAfter=\(wider) --set uwb.lostAfter=\(wider)")
    }
  }

  /// Edges from here on, in m, may be centimetres.
  private static let farEdge = 5.0
}
