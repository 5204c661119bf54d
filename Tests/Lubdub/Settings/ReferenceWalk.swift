import Lubdub

/// A simulated approach that touches every stage: settings from JSON, both radios, outliers, a gap, a ring, and silence until
/// the peer is given up.
///
/// The tests compile it, and so does `tools/embedded/run`, as Embedded Swift for this machine and for WebAssembly. All three
/// print the lines of `ReferenceWalk.txt`.
enum ReferenceWalk {
  /// Beats first, then the same walk with a contact that is one sustained event.
  static func lines() -> [String] {
    run(#"{"preset": "eternal-loop"}"#)
      + run(#"{"heartbeat": {"contact": "continuous"}, "zones.range.falseChangeInterval": 600}"#)
      + run(#"{"heartbeat": {"refractory": -1}}"#)
  }

  private static func run(_ settings: String) -> [String] {
    let configuration: Configuration
    do {
      configuration = try SettingsJSON.decode(Array(settings.utf8), source: "settings")
    } catch {
      return [error.description]
    }
    guard var pipeline = try? Pipeline(configuration) else { return ["no pipeline"] }
    var lines = ["settings: \(SettingsJSON.encode(configuration).count) bytes of JSON"]
    for sample in samples {
      pipeline.process(sample) { lines.append(line($0)) }
    }
    pipeline.advance(to: 120) { lines.append(line($0)) }
    let end = pipeline.finish { lines.append(line($0)) }
    return lines + ["end \(end)"]
  }

  /// Ranges from 3 m to contact and back, five per second; RSSI twice per second until long after them.
  private static var samples: [Sample] {
    var rows: [Sample] = [.event(.connected, at: 0)]
    for step in 0..<200 {
      let time = Seconds(Double(step) / 5)
      let truth = max(0.02, (Double(step) - 100).magnitude / 33 - 0.3)
      let noise = Double(step * 37 % 11 - 5) * 0.008
      let isOutlier = step % 29 == 17
      let isGap = (40..<58).contains(step)
      if !isGap && step < 170 {
        rows.append(.uwb(Meters(max(0, truth + noise + (isOutlier ? 4 : 0))), at: time))
      }
      if step % 5 == 2 { rows.append(.ble(DBm(-62 - 8 * truth + 40 * noise), at: time)) }
      if step == 100 { rows.append(.event(.manualTriggerPressed, at: time)) }
      if step == 130 { rows.append(.event(.attached, at: time)) }
    }
    return rows
  }

  private static func line(_ decision: Decision) -> String {
    let time = decision.time
    return switch decision {
    case .zone(let change):
      "\(time) zone \(text(change.from)) to \(text(change.to)): \(change.reason.rawValue)"
    case .beat(let beat, let pattern):
      "\(time) beat \(beat.id.plan).\(beat.id.index) intensity \(beat.intensity), \(pattern.name)"
    case .cancelled: "\(time) cancelled"
    case .sustained(.began(_, let intensity, _)): "\(time) sustained, intensity \(intensity)"
    case .sustained(.changed): "\(time) sustained event changed"
    case .sustained(.ended): "\(time) sustained event ended"
    case .ceremony(let action): "\(time) ceremony: \(action.kind.text)"
    case .considered: "\(time) considered"
    }
  }

  private static func text(_ zone: Int?) -> String { zone.map { "\($0)" } ?? "none" }
}

extension CeremonyAction.Kind {
  fileprivate var text: String {
    switch self {
    case .phase(_, .readyToSend): "ready to send"
    case .phase(_, .searching): "searching again"
    case .phase: "another phase"
    case .cue(let cue): "cue \(cue.name)"
    case .reconnect(let attempt): "reconnect \(attempt)"
    case .restartRanging: "restart ranging"
    case .refused(let event, _): "refused \(event.rawValue)"
    }
  }
}
