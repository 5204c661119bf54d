internal import JSON
internal import Haptics
internal import Quantities

/// RichTap HE, which many Android telephones play: version 1.0 with up to 16 events, version 2.0 with
/// a list of such patterns. What fits is written as 1.0.
///
/// Names and limits are those of the player in published Android frameworks (`android.os.HapticPlayer`).
enum RichTap {
  static let features = FormatFeatures(
    title: "RichTap HE 1.0 and 2.0", fileExtension: "he", timeResolution: 1e-3,
    transients: .kept, continuous: .approximated("from rest to rest, edges of 1 ms"),
    intensity: .approximated("100 steps"), sharpness: .approximated("100 steps"),
    curves: .approximated("4 to 16 points, in whole milliseconds"), overlaps: .kept,
    annotations: .dropped,
    limits: "16 events a pattern: more become version 2.0; events above 5 s are cut",
    isReadable: true)

  static let coder = TimelineCoder(features, encode: encode, read: read)

  /// The most events in one pattern (`MAX_EVENT_COUNT`).
  static let eventLimit = 16
  /// The latest start of an event in its pattern, in milliseconds (`MAX_PATERN_LAST_TIME`).
  static let latestStart = 50_000
  static let limits = PercentEvent.Limits(
    startName: "RelativeTime", latestStart: latestStart, longestEvent: 5000, points: 4...16,
    startsAtRest: true)

  static func encode(
    _ document: TimelineDocument, _ options: ExportOptions
  ) throws(FormatError) -> EncodedTimeline {
    var loss = LossReport()
    let timeline = try NormalizedTimeline.normalize(document.timeline, loss: &loss)
    loss.noteAnnotations(of: document)
    var encoder = PercentEventEncoder(limits)
    try encoder.encode(timeline)
    loss.merge(encoder.loss)
    let events = encoder.events
    var members: [String: JSONValue] = [:]
    let isShort = events.count <= eventLimit && events.last?.start ?? 0 <= latestStart
    members["Metadata"] = [
      "Version": isShort ? 1 : 2, "Created": .string(options.date),
      "Description": .string(options.name),
    ]
    if isShort {
      members["Pattern"] = pattern(events[...], from: 0, index: nil)
    } else {
      members["PatternList"] = .array(
        groups(events).map { group in
          let start = group.first?.start ?? 0
          return [
            "AbsoluteTime": .number(Double(start)),
            "Pattern": pattern(group, from: start, index: 0),
          ]
        })
    }
    return EncodedTimeline(JSONWriter.encode(.object(members)), loss: loss)
  }

  private static func pattern(
    _ events: ArraySlice<PercentEvent>, from start: Int, index: Double?
  ) -> JSONValue {
    .array(
      events.map { event in
        var members = event.members
        members["RelativeTime"] = .number(Double(event.start - start))
        if let index { members["Index"] = .number(index) }
        return ["Event": .object(members)]
      })
  }

  private static func groups(_ events: [PercentEvent]) -> [ArraySlice<PercentEvent>] {
    var groups: [ArraySlice<PercentEvent>] = []
    var first = 0
    for index in events.indices {
      if index - first == eventLimit || events[index].start - events[first].start > latestStart {
        groups.append(events[first..<index])
        first = index
      }
    }
    groups.append(events[first...])
    return groups
  }

  static func read(
    _ bytes: [UInt8], findings: inout [Finding], loss: inout LossReport
  ) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, findings: &findings) else { return nil }
    loss.note(
      .droppedAnnotations, of: .timeline, count: root["Metadata"]?["Description"] == nil ? 0 : 1)
    var reader = PercentEventReader(limits)
    var events: [HapticEvent] = []
    var sides: Set<Double> = []
    func add(_ entry: JSONPlace, from start: Int) {
      if let side = entry["Event"]?["Index"]?.value.number { sides.insert(side) }
      guard let event = reader.read(entry) else { return }
      guard event.duration != 0 else { return loss.note(.dropped, of: .continuous) }
      events.append(event.event(from: start))
    }
    if root["PatternList"] != nil {
      let latest = NormalizedTimeline.longestTime * 1000
      for pattern in root.array("PatternList", findings: &findings) ?? [] {
        guard
          let start = pattern.number(
            "AbsoluteTime", in: 0...latest, rule: "start-range", findings: &findings)
        else { continue }
        for entry in pattern.array("Pattern", findings: &findings) ?? [] {
          add(entry, from: Int(start.rounded()))
        }
      }
    } else {
      let entries = root.array("Pattern", findings: &findings) ?? []
      if entries.count > eventLimit {
        findings.append(
          Finding(
            .warning, rule: "too-many-events", at: "$.Pattern",
            "there are \(entries.count) events, players of version 1.0 take \(eventLimit)",
            cure: "write version 2.0"))
      }
      for entry in entries { add(entry, from: 0) }
    }
    findings += reader.findings
    loss.note(.mergedChannels, of: .timeline, count: sides.count - 1)
    guard !findings.contains(where: { $0.severity == .error }) else { return nil }
    let end = events.map { $0.end }.max() ?? 0
    return TimelineDocument(Timeline(duration: Seconds(toNanosecond(end)), events: events))
  }
}
