internal import JSON
internal import Haptics
internal import Quantities

/// The timeline document as one JSON object per line: a header, then beats and events in the order of
/// time. Each line says in `record` what it is. A live session also writes zone changes, phases, cues
/// and contacts, takes beats back that it has told ahead (`cancelled`), and tells its duration at the
/// end.
enum TimelineNDJSON {
  /// Everything is kept.
  static let features = FormatFeatures(
    title: "Lubdub timeline, one record a line", fileExtension: "ndjson", timeResolution: 1e-9,
    transients: .kept, continuous: .kept, intensity: .kept, sharpness: .kept, curves: .kept,
    overlaps: .kept, annotations: .kept, limits: "none", isReadable: true)

  static let coder = TimelineCoder(features, encode: encode, read: read)

  static func encode(
    _ document: TimelineDocument, _ options: ExportOptions
  ) throws(FormatError) -> EncodedTimeline {
    var loss = LossReport()
    let timeline = try NormalizedTimeline.normalize(document.timeline, loss: &loss)
    var header = document.annotations
    header["format"] = .string(TimelineDocument.formatName)
    header["version"] = .number(TimelineDocument.version)
    header["duration_s"] = .number(timeline.duration.value)
    var bytes = line(.object(header), "timeline")
    var beats = timeline.beats[...]
    for event in timeline.events {
      while let beat = beats.first, beat.time <= event.time {
        bytes += line(TimelineJSON.json(beat), "beat")
        beats.removeFirst()
      }
      bytes += line(TimelineJSON.json(event), "event")
    }
    for beat in beats { bytes += line(TimelineJSON.json(beat), "beat") }
    return EncodedTimeline(bytes, loss: loss)
  }

  private static func line(_ value: JSONValue, _ record: String) -> [UInt8] {
    var members = value.object ?? [:]
    members["record"] = .string(record)
    return JSONWriter.encode(.object(members), lineLength: nil)
  }

  static func read(
    _ bytes: [UInt8], findings: inout [Finding], loss: inout LossReport
  ) -> TimelineDocument? {
    var header: [String: JSONValue]?
    var beats: [Named<Beat>] = []
    var events: [Named<HapticEvent>] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      var found: [Finding] = []
      if let place = JSONPlace.parse(Array(line), findings: &found) {
        switch place["record"]?.value.string {
        case "timeline" where header == nil:
          if TimelineJSON.hasKnownVersion(place, findings: &found) {
            header = place.value.object ?? [:]
          }
        case "beat":
          let id = place.value["id"]?.string
          if let beat = TimelineJSON.beat(place, findings: &found) {
            beats.append(Named(id: id, value: beat))
          }
        case "event":
          let id = place.value["beat"]?.string
          if let event = TimelineJSON.event(place, findings: &found) {
            events.append(Named(id: id, value: event))
          }
        case "cancelled":
          guard let id = place.value["id"]?.string else {
            found.append(
              Finding(
                .error, rule: "missing-id", at: "$.id",
                "\"id\" must name the beat that is cancelled"))
            break
          }
          beats.removeAll { $0.id == id }
          events.removeAll { $0.id == id }
        case "zone_change", "phase", "cue", "contact": break
        case "end": header?["duration_s"] = place["duration_s"]?.value
        default:
          found.append(
            Finding(
              .error, rule: "unknown-record", at: "$.record",
              "\"record\" must be \"timeline\" (once), \"beat\", \"event\", \"zone_change\", "
                + "\"phase\", \"cue\", \"contact\", \"cancelled\" or \"end\""))
        }
      }
      findings += found.map { $0.onLine(index + 1) }
    }
    // A live session tells the events of a beat when it hands the beat out, ahead of its time.
    let isLive = beats.contains { $0.id != nil }
    let played = events.map { $0.value }
    return document(
      header, beats.map { $0.value }, isLive ? played.sorted { $0.time < $1.time } : played,
      findings: &findings)
  }

  /// A record with the identity of the beat that it belongs to; `nil` for none.
  private struct Named<Value> {
    let id: String?
    let value: Value
  }

  private static func document(
    _ header: [String: JSONValue]?, _ beats: [Beat], _ events: [HapticEvent],
    findings: inout [Finding]
  ) -> TimelineDocument? {
    guard !findings.contains(where: { $0.severity == .error }) else { return nil }
    guard var header else {
      findings.append(
        Finding(.error, rule: "not-a-timeline", at: "line 1", "no line has the record timeline"))
      return nil
    }
    let place = JSONPlace(.object(header))
    guard let duration = place.number("duration_s", in: 0...Double.infinity, findings: &findings)
    else { return nil }
    TimelineJSON.checkOrder(beats, events, duration, findings: &findings)
    header["record"] = nil
    return TimelineDocument(
      Timeline(duration: Seconds(duration), beats: beats, events: events), annotations: header)
  }
}

extension Finding {
  /// The finding with its place within a line turned into the line and the place.
  func onLine(_ number: Int) -> Finding {
    var finding = self
    let inner = place.flatMap { $0.hasPrefix("$.") ? String($0.dropFirst(2)) : nil }
    finding.place = inner.map { "line \(number): \($0)" } ?? "line \(number)"
    return finding
  }
}
