package import Quantities

extension ZoneRule {
  /// Every setting of the rule for one radio.
  ///
  /// - Parameters:
  ///   - unit: The unit of the resolution.
  ///   - range: What the resolution may be.
  /// - Returns: One setting for each value of the rule.
  static func schema(resolutionIn unit: String, _ range: ClosedRange<Double>) -> [Setting<Self>] {
    [
      .choice("rule", "How a change is decided", get: { $0.kind }, set: { $0.kind = $1 }),
      .numbers(
        "calm", "Evidence: about the time between changes of a device at rest", unit: "s",
        level: .basic, eachIn: 1...1e7, get: { $0.calm.map { $0.value } },
        set: { $0.calm = $1.map { Seconds($0) } }),
      .numbers(
        "resolution", "Evidence: half the band around an edge", unit: unit, level: .basic,
        eachIn: range, get: { $0.resolution }, set: { $0.resolution = $1 }),
      .numbers(
        "lead", "Evidence: look ahead along the velocity", unit: "s", eachIn: 0...10,
        get: { $0.lead.map { $0.value } }, set: { $0.lead = $1.map { Seconds($0) } }),
      .numbers(
        "margin", "Margin: half the band around an edge, in marginUnit", eachIn: 0...1000,
        get: { $0.margin }, set: { $0.margin = $1 }),
      .choice(
        "marginUnit", "Margin: unit of the margin", get: { $0.marginUnit },
        set: { $0.marginUnit = $1 }),
      .numbers(
        "dwell", "Margin: how long every reading must be beyond it", unit: "s", eachIn: 0...600,
        get: { $0.dwell.map { $0.value } }, set: { $0.dwell = $1.map { Seconds($0) } }),
      .count(
        "minimumSamples", "Margin: so many independent readings must be beyond it", in: 1...1000,
        get: { $0.minimumSamples }, set: { $0.minimumSamples = $1 }),
    ]
  }

  /// Checks that each list has one value for all edges or one for each.
  func validate(edgeCount: Int) throws(SettingError) {
    let counts = [
      ("calm", calm.count), ("resolution", resolution.count), ("lead", lead.count),
      ("margin", margin.count), ("dwell", dwell.count),
    ]
    for (key, count) in counts where count != 1 && count != edgeCount {
      throw SettingError(
        key: key,
        rule: "has \(count) values, expected one for all edges or one for each of the "
          + "\(edgeCount)")
    }
  }
}

extension ZoneDetector.Parameters {
  /// Every setting of the zones.
  package static let schema: [Setting<Self>] =
    [
      .numbers(
        "edges", "Edges from the nearest; an edge belongs to the farther zone", unit: "m",
        level: .basic, eachIn: 0.001...1000, get: { $0.edges.map { $0.value } },
        set: { $0.edges = $1.map { Meters($0) } }),
      .texts(
        "names", "One name for each zone from the nearest", level: .basic, get: { $0.names },
        set: { $0.names = $1 }),
    ]
    + ZoneRule.schema(resolutionIn: "m", 0.001...10).map {
      $0.lifted("uwb", get: { $0.uwb }, set: { $0.uwb = $1 })
    }
    + ZoneRule.schema(resolutionIn: "ln(distance)", 0.001...3).map {
      $0.lifted("rssi", get: { $0.rssi }, set: { $0.rssi = $1 })
    }

  /// Checks every setting, and that they fit each other.
  ///
  /// - Throws: `SettingError` with the setting's key within the zones, such as `uwb.calm`.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
    _ = try zones()
    for index in names.indices {
      guard names[..<index].contains(names[index]) else { continue }
      throw SettingError(
        key: "names",
        rule: "has \"\(names[index])\" twice, expected a name of its own for each zone")
    }
    for (name, rule) in [("uwb", uwb), ("rssi", rssi)] {
      do {
        try rule.validate(edgeCount: edges.count)
      } catch {
        throw error.inside(name)
      }
    }
  }
}
