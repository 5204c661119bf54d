/// The timeline document of this package, as `docs/timeline.schema.json` describes it.
enum TimelineJSON {
  static let coder = TimelineCoder(
    fileExtension: "json", keepsAnnotations: true,
    encode: { encoding throws(FormatError) in
      let timeline = encoding.timeline
      var members = header(encoding).mapValues { JSONObjectWriter.Member.value($0) }
      members["beats"] = .elements(count: timeline.beats.count) { json(timeline.beats[$0]) }
      members["events"] = .elements(count: timeline.events.count) { json(timeline.events[$0]) }
      if encoding.places.count > 1 {
        members["places"] = .value(
          .array(
            encoding.places.map { place in
              [
                "name": .string(place.name),
                "events": .array(place.timeline.events.map { json($0) }),
              ]
            }))
      }
      return [.init(bytes: JSONObjectWriter.encode(members))]
    }, read: read,
    marks: [.object { $0["format"]?.string == TimelineDocument.formatName && $0["record"] == nil }],
    places: .all)

  static func header(_ encoding: TimelineEncoding) -> [String: JSONValue] {
    var members = encoding.annotations
    members["format"] = .string(TimelineDocument.formatName)
    members["version"] = .number(TimelineDocument.version)
    members["duration_s"] = .number(encoding.timeline.duration.value)
    return members
  }

  static let keys =
    "t_s intensity sharpness kind duration_s curve interval_s zone name events start_s period_s"

  private static func read(_ bytes: [UInt8], _ log: inout ReadingLog) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, &log), root.requireObject("the document", &log),
      hasKnownVersion(root, &log)
    else { return nil }
    for name in ["beats", "events", "places", "loop"] { root[name]?.checkNames(keys, &log) }
    let duration = root.number("duration_s", in: anyTime, &log)
    let beats = (root.array("beats", &log) ?? []).compactMap { beat($0, &log) }
    let events = (root.array("events", &log) ?? []).compactMap { event($0, &log) }
    checkOrder(beats, events, duration ?? .infinity, &log)
    if let loop = root["loop"], SteadyLoop(annotation: loop.value) == nil {
      log.fail(
        "loop", at: loop.path,
        "a loop needs \"start_s\", 0 or more, and \"period_s\", above 0; both are numbers of seconds"
      )
    }
    let document = TimelineDocument(
      Timeline(duration: Seconds(duration ?? 0), beats: beats, events: events),
      annotations: root.value.object ?? [:])
    var places: [(name: String, events: [HapticEvent])] = []
    for place in root["places"] == nil ? [] : root.array("places", &log) ?? [] {
      guard let name = place.string("name"), !name.isEmpty else {
        return log.fail("missing-member", at: place.path, "a place needs a \"name\"")
      }
      let events = (place.array("events", &log) ?? []).compactMap { event($0, &log) }
      checkOrder([], events, duration ?? .infinity, &log)
      places.append((name, events))
    }
    return document.with(places, &log)
  }

  static let anyTime = 0...Double.infinity

  static func hasKnownVersion(_ root: JSONPlace, _ log: inout ReadingLog) -> Bool {
    guard root.string("format") == TimelineDocument.formatName else {
      log.fail(
        "not-a-timeline", at: "$.format",
        "a timeline document says \"format\": \"\(TimelineDocument.formatName)\"")
      return false
    }
    guard root.number("version") == TimelineDocument.version else {
      log.fail(
        "unknown-version", at: "$.version", "only version 1 of the timeline document is known")
      return false
    }
    return true
  }

  static func checkOrder(
    _ beats: [Beat], _ events: [HapticEvent], _ duration: Double, _ log: inout ReadingLog
  ) {
    func check(_ times: [Seconds], _ name: String, isStrict: Bool) {
      for (index, pair) in zip(times, times.dropFirst()).enumerated()
      where pair.1 < pair.0 || isStrict && pair.1 == pair.0 {
        log.fail(
          "\(name)-order", at: "$.\(name)s[\(index + 1)].t_s",
          "\(name)s must \(isStrict ? "strictly increase in time" : "be in the order of time"), "
            + "here \(pair.1) follows \(pair.0)")
      }
    }
    check(beats.map { $0.time }, "beat", isStrict: true)
    check(events.map { $0.time }, "event", isStrict: false)
    for (index, event) in events.enumerated() where event.end > duration + 1e-9 {
      log.fail(
        "event-after-end", at: "$.events[\(index)]",
        "the event ends at \(toNanosecond(event.end)) s, after the timeline's \(duration) s")
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

  static func beat(_ place: JSONPlace, _ log: inout ReadingLog) -> Beat? {
    guard place.requireObject("a beat", &log) else { return nil }
    let time = place.number("t_s", in: anyTime, &log)
    let interval = place.number("interval_s", in: anyTime, &log)
    let intensity = place.number("intensity", in: 0...1, &log)
    let zone = place.number("zone", in: 0...1e6, &log)
    guard let time, let interval, let intensity, let zone else { return nil }
    guard let zone = Int(exactly: zone) else {
      return log.fail("wrong-type", at: "\(place.path).zone", "\"zone\" must be a whole number")
    }
    return Beat(time: Seconds(time), interval: Seconds(interval), intensity: intensity, zone: zone)
  }

  static func event(_ place: JSONPlace, _ log: inout ReadingLog) -> HapticEvent? {
    guard place.requireObject("an event", &log) else { return nil }
    let time = place.number("t_s", in: anyTime, &log)
    let intensity = place.number("intensity", in: 0...1, &log)
    let sharpness = place.number("sharpness", in: 0...1, &log)
    let kind = kind(place, &log)
    guard let time, let intensity, let sharpness, let kind else { return nil }
    return HapticEvent(time: Seconds(time), intensity: intensity, sharpness: sharpness, kind: kind)
  }

  private static func kind(_ place: JSONPlace, _ log: inout ReadingLog) -> HapticEvent.Kind? {
    switch place.string("kind") {
    case "transient": return .transient
    case "continuous":
      let duration = place.number(
        "duration_s", in: Double.leastNonzeroMagnitude...Double.infinity, &log)
      guard let duration else { return nil }
      return curve(place, duration: duration, &log).map {
        .continuous(duration: Seconds(duration), curve: $0)
      }
    default:
      return log.fail(
        "unknown-kind", at: "\(place.path).kind", "\"kind\" must be \"transient\" or \"continuous\""
      )
    }
  }

  private static func curve(
    _ place: JSONPlace, duration: Double, _ log: inout ReadingLog
  ) -> [HapticEvent.CurvePoint]? {
    guard place["curve"] != nil else { return [] }
    guard let points = place.array("curve", &log) else { return nil }
    var curve: [HapticEvent.CurvePoint] = []
    for point in points {
      let time = point.number("t_s", in: 0...duration, &log)
      let intensity = point.number("intensity", in: 0...1, &log)
      let sharpness = point.number("sharpness", in: 0...1, &log)
      guard let time, let intensity, let sharpness else { return nil }
      if let last = curve.last, time < last.time.value {
        return log.fail(
          "curve-order", at: "\(point.path).t_s", "curve points must be in the order of time")
      }
      curve.append(.init(time: Seconds(time), intensity: intensity, sharpness: sharpness))
    }
    return curve
  }
}
