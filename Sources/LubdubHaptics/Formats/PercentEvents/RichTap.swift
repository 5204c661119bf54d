/// RichTap HE, which many Android phones play: version 1.0 with up to 16 events, version 2.0 with a list of such patterns. A
/// timeline that fits is written as 1.0. Names and limits come from the player in published Android frameworks
/// (`android.os.HapticPlayer`).
enum RichTap {
  static let coder = TimelineCoder(
    fileExtension: "he", otherExtension: "json", timeResolution: 1e-3, encode: encode, read: read,
    marks: [.object { isPattern($0) }], places: .sides, padsSilence: true)

  /// Whether an object is RichTap: it shares the names `Metadata` and `Pattern` with AHAP, and its events have a
  /// `Type`.
  static func isPattern(_ members: [String: JSONValue]) -> Bool {
    if members["PatternList"] != nil { return true }
    let events = (members["Pattern"]?.array ?? []).map { $0["Event"] ?? $0 }
    // AHAP has its version beside the metadata.
    let isEmpty = events.isEmpty && members["Metadata"]?["Version"] != nil
    return isEmpty || events.contains { $0["EventType"] == nil && $0["Type"] != nil }
  }

  /// The limits of the player: `MAX_EVENT_COUNT`, `MAX_PATERN_LAST_TIME`, and others.
  static let limits = PercentEvent.Limits(
    startName: "RelativeTime", eventCount: 16, latestStart: 50_000, startsAtRest: true,
    tapFrequencies: -50...150)

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    var events = try PercentEventEncoder(&encoding, limits).events
    // Players need at least one event.
    if events.isEmpty { events = [PercentEvent(start: 0, intensity: 0, frequency: 0)] }
    let isShort =
      encoding.places.isEmpty && events.count <= limits.eventCount
      && events.last?.start ?? 0 <= limits.latestStart
    var members: [String: JSONObjectWriter.Member] = [
      "Metadata": .value([
        "Version": isShort ? 1 : 2, "Created": .string(encoding.options.date),
        "Description": .string(encoding.options.name),
      ])
    ]
    if isShort {
      members["Pattern"] = .value(.array(events.map { $0.entry(limits, from: 0) }))
    } else {
      let groups = groups(events)
      members["PatternList"] = .elements(count: groups.count) { pattern(groups[$0]) }
    }
    return [.init(bytes: JSONObjectWriter.encode(members))]
  }

  private static func pattern(_ events: ArraySlice<PercentEvent>) -> JSONValue {
    let start = events.first?.start ?? 0
    return [
      "AbsoluteTime": .number(Double(start)),
      "Pattern": .array(events.map { $0.entry(limits, from: start, hasIndex: true) }),
    ]
  }

  private static func groups(_ events: [PercentEvent]) -> [ArraySlice<PercentEvent>] {
    var groups: [ArraySlice<PercentEvent>] = []
    var first = 0
    for index in events.indices {
      let isLate = events[index].start - events[first].start > limits.latestStart
      if index - first == limits.eventCount || isLate {
        groups.append(events[first..<index])
        first = index
      }
    }
    groups.append(events[first...])
    return groups
  }

  private static func read(_ bytes: [UInt8], _ log: inout ReadingLog) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, &log) else { return nil }
    root.checkNames(
      PercentEvent.keys
        + " RelativeTime PatternList AbsoluteTime Metadata Version Created Description", &log)
    if root["Metadata"]?["Description"] != nil { log.loss.note(.droppedAnnotations, of: .timeline) }
    var reader = PercentEventReader(limits)
    let isList = root["PatternList"] != nil
    let range = 0...Timeline.longestTime * 1000
    for pattern in isList ? root.array("PatternList", &log) ?? [] : [root] {
      let start = isList ? pattern.number("AbsoluteTime", in: range, rule: "start-range", &log) : 0
      guard let start else { continue }
      let entries = pattern.array("Pattern", &log) ?? []
      #if !hasFeature(Embedded)
      let times = entries.compactMap { ($0["Event"] ?? $0).number(limits.startName) }
      let place = "\(pattern.path).Pattern"
      limits.check(count: entries.count, at: place, &log)
      limits.check(order: times, at: place, "events", &log)
      #endif
      for entry in entries { reader.read(entry, from: Int(start.rounded()), &log) }
    }
    #if !hasFeature(Embedded)
    check(root, isList, &log)
    #endif
    return reader.document(&log)
  }

  #if !hasFeature(Embedded)
  private static func check(_ root: JSONPlace, _ isList: Bool, _ log: inout ReadingLog) {
    let isFlat = root.elements("Pattern").contains { $0["Event"] == nil }
    if !isFlat,
      root["Metadata"]?.number("Version")?.rounded(.towardZero)
        != (isList ? 2 : 1)
    {
      PercentEvent.Limits.refuse(
        "version", at: "$.Metadata.Version",
        "\(isList ? "a \"PatternList\" without version 2" : "a \"Pattern\" without version 1")",
        &log)
    }
    let starts = root.elements("PatternList").compactMap { $0.number("AbsoluteTime") }
    limits.check(order: starts, at: "$.PatternList", "patterns", &log)
    if Set(starts).count < starts.count {
      PercentEvent.Limits.refuse("order", at: "$.PatternList", "two patterns at one time", &log)
    }
  }
  #endif
}
