/// The timeline document as one JSON object per line: a header, then beats and events in the order of time. If there are
/// several places, the header names them, and each event its `place`. The member `record` of each line names its kind. A
/// live session also writes zone changes, phases, cues, and contacts. It writes beats ahead of their time, cancels some of
/// them (`cancelled`), and writes its duration at the end.
enum TimelineNDJSON {
  static let coder = TimelineCoder(
    fileExtension: "ndjson", otherExtension: "jsonl", keepsAnnotations: true, encode: encode,
    read: read,
    marks: [.line { $0["format"]?.string == TimelineDocument.formatName && $0["record"] != nil }],
    places: .all)

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    var header = TimelineJSON.header(encoding)
    if !encoding.places.isEmpty {
      header["places"] = .array(encoding.places.map { .string($0.name) })
    }
    var bytes = line(.object(header), "timeline")
    var beats = encoding.timeline.beats[...]
    for (event, place) in encoding.placedEvents {
      while let beat = beats.first, beat.time <= event.time {
        bytes += line(TimelineJSON.json(beat), "beat")
        beats.removeFirst()
      }
      bytes += line(TimelineJSON.json(event), "event", place.map { .string($0) })
    }
    for beat in beats { bytes += line(TimelineJSON.json(beat), "beat") }
    return [.init(bytes: bytes)]
  }

  private static func line(
    _ value: JSONValue, _ record: String, _ place: JSONValue? = nil
  ) -> [UInt8] {
    var members = value.object ?? [:]
    members["place"] = place
    members["record"] = .string(record)
    return JSONWriter.encode(.object(members), lineLength: nil)
  }

  private static func read(_ bytes: [UInt8], _ log: inout ReadingLog) -> TimelineDocument? {
    var records = Records()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      var lineLog = ReadingLog()
      if let place = JSONPlace.parse(Array(line), &lineLog) { records.read(place, &lineLog) }
      for var finding in lineLog.findings {
        let inner = finding.place.flatMap { $0.hasPrefix("$.") ? ": \($0.dropFirst(2))" : nil }
        finding.place = "line \(index + 1)\(inner ?? "")"
        log.add(finding)
      }
      log.loss.merge(lineLog.loss)
    }
    return log.hasErrors ? nil : records.document(&log)
  }

  private struct Records {
    private var header: [String: JSONValue]?
    private var beats: [(id: String?, value: Beat)] = []
    private var events: [(id: String?, value: HapticEvent, place: String?)] = []

    mutating func read(_ place: JSONPlace, _ log: inout ReadingLog) {
      switch place.string("record") {
      case "timeline" where header == nil:
        if TimelineJSON.hasKnownVersion(place, &log) { header = place.value.object ?? [:] }
      case "beat":
        guard let beat = TimelineJSON.beat(place, &log) else { return }
        beats.append((place.string("id"), beat))
      case "event":
        place.checkNames(TimelineJSON.keys + " record beat place", &log)
        guard let event = TimelineJSON.event(place, &log) else { return }
        let name = place.string("place")
        if let name, !names.contains(name) {
          log.fail("no-place", at: "$.place", "the header has no place \"\(name)\"")
        }
        events.append((place.string("beat"), event, name))
      case "cancelled":
        guard let id = place.string("id") else {
          return log.fail("missing-id", at: "$.id", "\"id\" must name the beat that is cancelled")
        }
        beats.removeAll { $0.id == id }
        events.removeAll { $0.id == id }
      case "zone_change", "phase", "cue", "contact": break
      case "end": header?["duration_s"] = place["duration_s"]?.value
      default:
        log.fail(
          "unknown-record", at: "$.record",
          "\"record\" must be \"timeline\" (once), \"beat\", \"event\", \"zone_change\", "
            + "\"phase\", \"cue\", \"contact\", \"cancelled\", or \"end\"")
      }
    }

    private var names: [String] { header?["places"]?.array?.compactMap { $0.string } ?? [] }

    func document(_ log: inout ReadingLog) -> TimelineDocument? {
      guard var header else {
        return log.fail("not-a-timeline", at: "line 1", "no line has the record timeline")
      }
      let place = JSONPlace(.object(header))
      guard let duration = place.number("duration_s", in: TimelineJSON.anyTime, &log) else {
        return nil
      }
      let beats = beats.map { $0.value }
      var events = events.map { $0.value }
      // A live session writes the events of a beat when it delivers the beat, ahead of its time.
      if self.beats.contains(where: { $0.id != nil }) {
        events = events.inOrder { $0.time < $1.time }
      }
      TimelineJSON.checkOrder(beats, events, duration, &log)
      header["record"] = nil
      let whole = Timeline(duration: Seconds(duration), beats: beats, events: events)
      let places = names.map { name in
        (name: name, events: self.events.filter { $0.place == name }.map { $0.value })
      }
      return TimelineDocument(whole, annotations: header).with(places, &log)
    }
  }
}
