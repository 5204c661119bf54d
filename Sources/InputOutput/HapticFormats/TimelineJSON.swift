internal import JSON
internal import Haptics
internal import Quantities

/// The timeline document of this package, as `docs/timeline.schema.json` describes it.
enum TimelineJSON {
  /// Everything is kept.
  static let features = FormatFeatures(
    title: "Lubdub timeline document", fileExtension: "json", timeResolution: 1e-9,
    transients: .kept, continuous: .kept, intensity: .kept, sharpness: .kept, curves: .kept,
    overlaps: .kept, annotations: .kept, limits: "none", isReadable: true)

  static let coder = TimelineCoder(features, encode: encode, read: read)

  static func encode(
    _ document: TimelineDocument, _ options: ExportOptions
  ) throws(FormatError) -> EncodedTimeline {
    var loss = LossReport()
    let timeline = try NormalizedTimeline.normalize(document.timeline, loss: &loss)
    var members = document.annotations.mapValues { JSONObjectWriter.Member.value($0) }
    members["format"] = .value(.string(TimelineDocument.formatName))
    members["version"] = .value(.number(TimelineDocument.version))
    members["duration_s"] = .value(.number(timeline.duration.value))
    members["beats"] = .elements(count: timeline.beats.count) { json(timeline.beats[$0]) }
    members["events"] = .elements(count: timeline.events.count) { json(timeline.events[$0]) }
    return EncodedTimeline(JSONObjectWriter.encode(members), loss: loss)
  }

  static func read(
    _ bytes: [UInt8], findings: inout [Finding], loss: inout LossReport
  ) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, findings: &findings),
      root.requireObject("the document", findings: &findings),
      hasKnownVersion(root, findings: &findings)
    else { return nil }
    let duration = root.number("duration_s", in: 0...Double.infinity, findings: &findings)
    let beats = (root.array("beats", findings: &findings) ?? []).compactMap {
      beat($0, findings: &findings)
    }
    let events = (root.array("events", findings: &findings) ?? []).compactMap {
      event($0, findings: &findings)
    }
    checkOrder(beats, events, duration ?? .infinity, findings: &findings)
    guard let duration, !findings.contains(where: { $0.severity == .error }) else { return nil }
    return TimelineDocument(
      Timeline(duration: Seconds(duration), beats: beats, events: events),
      annotations: root.value.object ?? [:])
  }

  static func hasKnownVersion(_ root: JSONPlace, findings: inout [Finding]) -> Bool {
    guard root["format"]?.value.string == TimelineDocument.formatName else {
      findings.append(
        Finding(
          .error, rule: "not-a-timeline", at: "$.format",
          "a timeline document says \"format\": \"\(TimelineDocument.formatName)\""))
      return false
    }
    guard root["version"]?.value.number == TimelineDocument.version else {
      findings.append(
        Finding(
          .error, rule: "unknown-version", at: "$.version",
          "only version 1 of the timeline document is known"))
      return false
    }
    return true
  }

  static func checkOrder(
    _ beats: [Beat], _ events: [HapticEvent], _ duration: Double, findings: inout [Finding]
  ) {
    let pairs = zip(beats, beats.dropFirst()).enumerated()
    for (index, pair) in pairs where pair.1.time <= pair.0.time {
      findings.append(
        Finding(
          .error, rule: "beat-order", at: "$.beats[\(index + 1)].t_s",
          "beats must strictly increase in time, here \(pair.1.time) follows \(pair.0.time)"))
    }
    for (index, pair) in zip(events, events.dropFirst()).enumerated()
    where pair.1.time < pair.0.time {
      findings.append(
        Finding(
          .error, rule: "event-order", at: "$.events[\(index + 1)].t_s",
          "events must be in the order of time, here \(pair.1.time) follows \(pair.0.time)"))
    }
    for (index, event) in events.enumerated() where event.end > duration + 1e-9 {
      findings.append(
        Finding(
          .error, rule: "event-after-end", at: "$.events[\(index)]",
          "the event ends at \(toNanosecond(event.end)) s, after the timeline's \(duration) s"))
    }
  }
}

extension TimelineJSON {
  static func json(_ beat: Beat) -> JSONValue {
    [
      "t_s": .number(beat.time.value), "interval_s": .number(beat.interval.value),
      "intensity": .number(beat.intensity), "zone": .number(Double(beat.zone)),
    ]
  }

  static func json(_ event: HapticEvent) -> JSONValue {
    var members: [String: JSONValue] = [
      "t_s": .number(event.time.value), "intensity": .number(event.intensity),
      "sharpness": .number(event.sharpness), "kind": "transient",
    ]
    guard case .continuous(let duration, let curve) = event.kind else { return .object(members) }
    members["kind"] = "continuous"
    members["duration_s"] = .number(duration.value)
    if !curve.isEmpty {
      members["curve"] = .array(
        curve.map {
          [
            "t_s": .number($0.time.value), "intensity": .number($0.intensity),
            "sharpness": .number($0.sharpness),
          ]
        })
    }
    return .object(members)
  }

  static func beat(_ place: JSONPlace, findings: inout [Finding]) -> Beat? {
    guard place.requireObject("a beat", findings: &findings) else { return nil }
    let time = place.number("t_s", in: 0...Double.infinity, findings: &findings)
    let interval = place.number("interval_s", in: 0...Double.infinity, findings: &findings)
    let intensity = place.number("intensity", in: 0...1, findings: &findings)
    let zone = place.number("zone", in: 0...1e6, findings: &findings)
    guard let time, let interval, let intensity, let zone else { return nil }
    guard let zone = Int(exactly: zone) else {
      findings.append(
        Finding(
          .error, rule: "wrong-type", at: "\(place.path).zone", "\"zone\" must be a whole number"))
      return nil
    }
    return Beat(
      time: Seconds(time), interval: Seconds(interval), intensity: intensity, zone: zone)
  }

  static func event(_ place: JSONPlace, findings: inout [Finding]) -> HapticEvent? {
    guard place.requireObject("an event", findings: &findings) else { return nil }
    let time = place.number("t_s", in: 0...Double.infinity, findings: &findings)
    let intensity = place.number("intensity", in: 0...1, findings: &findings)
    let sharpness = place.number("sharpness", in: 0...1, findings: &findings)
    let kind = kind(place, findings: &findings)
    guard let time, let intensity, let sharpness, let kind else { return nil }
    return HapticEvent(
      time: Seconds(time), intensity: intensity, sharpness: sharpness, kind: kind)
  }

  private static func kind(
    _ place: JSONPlace, findings: inout [Finding]
  ) -> HapticEvent.Kind? {
    switch place["kind"]?.value.string {
    case "transient": return .transient
    case "continuous":
      let duration = place.number(
        "duration_s", in: Double.leastNonzeroMagnitude...Double.infinity, findings: &findings)
      guard let duration else { return nil }
      return curve(place, duration: duration, findings: &findings).map {
        .continuous(duration: Seconds(duration), curve: $0)
      }
    default:
      findings.append(
        Finding(
          .error, rule: "unknown-kind", at: "\(place.path).kind",
          "\"kind\" must be \"transient\" or \"continuous\""))
      return nil
    }
  }

  private static func curve(
    _ place: JSONPlace, duration: Double, findings: inout [Finding]
  ) -> [HapticEvent.CurvePoint]? {
    guard place["curve"] != nil else { return [] }
    guard let points = place.array("curve", findings: &findings) else { return nil }
    var curve: [HapticEvent.CurvePoint] = []
    for point in points {
      let time = point.number("t_s", in: 0...duration, findings: &findings)
      let intensity = point.number("intensity", in: 0...1, findings: &findings)
      let sharpness = point.number("sharpness", in: 0...1, findings: &findings)
      guard let time, let intensity, let sharpness else { return nil }
      if let last = curve.last, time < last.time.value {
        findings.append(
          Finding(
            .error, rule: "curve-order", at: "\(point.path).t_s",
            "curve points must be in the order of time"))
        return nil
      }
      curve.append(.init(time: Seconds(time), intensity: intensity, sharpness: sharpness))
    }
    return curve
  }
}
