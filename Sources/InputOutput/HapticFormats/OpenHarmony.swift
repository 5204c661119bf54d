internal import JSON
internal import Haptics
internal import Quantities

/// The vibration JSON of OpenHarmony and HarmonyOS. A file holds 128 events and 64 KB; what is longer
/// becomes several files, each with its own clock.
enum OpenHarmony {
  static let features = FormatFeatures(
    title: "OpenHarmony, HarmonyOS vibration JSON", fileExtension: "json", timeResolution: 1e-3,
    transients: .kept, continuous: .kept, intensity: .approximated("100 steps"),
    sharpness: .approximated("100 steps"),
    curves: .approximated("4 to 16 points, in whole milliseconds"), overlaps: .kept,
    annotations: .dropped,
    limits: "128 events and 64 KB a file: more become several files; events above 5 s are cut",
    isReadable: true)

  /// The most events in one file.
  static let eventLimit = 128
  /// The largest file, in bytes.
  static let sizeLimit = 64 * 1024
  /// The latest start, in milliseconds.
  static let latestStart = 1_800_000
  /// The longest continuous event, in milliseconds.
  static let longestEvent = 5000
  static let limits = PercentEvent.Limits(
    startName: "StartTime", latestStart: latestStart, longestEvent: longestEvent, points: 4...16,
    startsAtRest: false)

  static let coder = TimelineCoder(features, encode: encode, read: read)

  static func encode(
    _ document: TimelineDocument, _ options: ExportOptions
  ) throws(FormatError) -> EncodedTimeline {
    var loss = LossReport()
    let timeline = try NormalizedTimeline.normalize(document.timeline, loss: &loss)
    loss.noteAnnotations(of: document)
    var encoder = PercentEventEncoder(limits)
    try encoder.encode(timeline)
    loss.merge(encoder.loss)
    let files = files(encoder.events, options)
    loss.note(.split, of: .timeline, count: files.count - 1)
    let parts = files.enumerated().map { index, bytes in
      EncodedTimeline.Part(label: files.count > 1 ? String(index + 1) : nil, bytes: bytes)
    }
    return EncodedTimeline(parts: parts, loss: loss)
  }

  private static func files(_ entries: [PercentEvent], _ options: ExportOptions) -> [[UInt8]] {
    var files: [[UInt8]] = []
    var part: [PercentEvent] = []
    var size = 0
    func close() {
      let offset =
        files.isEmpty && part.allSatisfy { $0.start <= latestStart }
        ? 0 : part.first?.start ?? 0
      files.append(file(part, offset: offset, options))
      (part, size) = ([], 0)
    }
    for entry in entries {
      let offset =
        files.isEmpty && (part.first?.start ?? 0) <= latestStart
        ? 0 : part.first?.start ?? entry.start
      // Written on lines of their own, members take at most about four times as much as packed.
      let entrySize = 4 * JSONWriter.encode(.object(entry.members), lineLength: nil).count
      let isFull =
        part.count == eventLimit || size + entrySize > sizeLimit - 2048
        || entry.start - offset > latestStart
      if isFull, !part.isEmpty { close() }
      part.append(entry)
      size += entrySize
    }
    if !part.isEmpty || files.isEmpty { close() }
    return files
  }

  private static func file(
    _ entries: [PercentEvent], offset: Int, _ options: ExportOptions
  ) -> [UInt8] {
    let pattern = entries.map { entry -> JSONValue in
      var members = entry.members
      members["StartTime"] = .number(Double(entry.start - offset))
      return ["Event": .object(members)]
    }
    let description =
      offset == 0 ? options.name : "\(options.name), to be started at \(offset) ms"
    return JSONWriter.encode([
      "MetaData": [
        "Version": 1, "ChannelNumber": 1, "Create": .string(options.date),
        "Description": .string(description),
      ],
      "Channels": [["Parameters": ["Index": 0], "Pattern": .array(pattern)]],
    ])
  }

  static func read(
    _ bytes: [UInt8], findings: inout [Finding], loss: inout LossReport
  ) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, findings: &findings) else { return nil }
    if bytes.count > sizeLimit {
      findings.append(
        Finding(
          .error, rule: "file-too-large",
          "the file has \(bytes.count) bytes, at most \(sizeLimit) are read",
          cure: "cut it into several files"))
    }
    if let count = root["MetaData"]?["ChannelNumber"]?.value.number, !(1...2).contains(count) {
      findings.append(
        Finding(
          .error, rule: "channel-number", at: "$.MetaData.ChannelNumber",
          "there may be 1 or 2 channels"))
    }
    loss.note(
      .droppedAnnotations, of: .timeline, count: root["MetaData"]?["Description"] == nil ? 0 : 1)
    var reader = PercentEventReader(limits)
    var events: [HapticEvent] = []
    var count = 0
    var sounding = 0
    for channel in root.array("Channels", findings: &findings) ?? [] {
      let pattern = channel.array("Pattern", findings: &findings) ?? []
      count += pattern.count
      sounding += pattern.isEmpty ? 0 : 1
      for entry in pattern {
        guard let event = reader.read(entry) else { continue }
        if event.duration == 0 {
          loss.note(.dropped, of: .continuous)
        } else {
          events.append(event.event(from: 0))
        }
      }
    }
    findings += reader.findings
    loss.note(.mergedChannels, of: .timeline, count: sounding - 1)
    if count > eventLimit {
      findings.append(
        Finding(
          .error, rule: "too-many-events",
          "there are \(count) events, at most \(eventLimit) are played",
          cure: "cut it into several files"))
    }
    guard !findings.contains(where: { $0.severity == .error }) else { return nil }
    let end = events.map { $0.end }.max() ?? 0
    return TimelineDocument(Timeline(duration: Seconds(toNanosecond(end)), events: events))
  }
}
