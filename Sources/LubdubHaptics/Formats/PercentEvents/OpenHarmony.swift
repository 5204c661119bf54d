/// The vibration JSON of OpenHarmony and HarmonyOS. A file may have 128 events and 64 KB; a longer timeline becomes several
/// files, each with its own clock.
enum OpenHarmony {
  static let coder = TimelineCoder(
    fileExtension: "json", timeResolution: 1e-3, encode: encode, read: read,
    marks: [.object { $0["Channels"] != nil || $0["MetaData"] != nil }], places: .sides,
    padsSilence: true)

  private static let sizeLimit = 64 * 1024
  static let limits = PercentEvent.Limits(
    startName: "StartTime", eventCount: 128, latestStart: 1_800_000, startsAtRest: false)

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    let events = try PercentEventEncoder(&encoding, limits).events
    let overlaps = zip(events, events.dropFirst()).count {
      $0.index == $1.index && $0.start + ($0.duration ?? 0) > $1.start
    }
    encoding.loss.note(
      .deviceLimit, of: .timeline, count: overlaps,
      names: ["taps in vibrations, for which devices without HD haptics reject a file"])
    let files = files(events, encoding.options)
    encoding.loss.note(.split, of: .timeline, count: files.count - 1)
    return files.enumerated().map { index, file in
      .init(
        label: files.count > 1 ? String(index + 1) : nil, bytes: file.bytes,
        start: Seconds(Double(file.start) / 1000))
    }
  }

  private static func files(
    _ entries: [PercentEvent], _ options: ExportOptions
  ) -> [(start: Int, bytes: [UInt8])] {
    var files: [(start: Int, bytes: [UInt8])] = []
    var part: [PercentEvent] = []
    var size = 0
    func close() {
      let startsAtZero = files.isEmpty && part.allSatisfy { $0.start <= limits.latestStart }
      let start = startsAtZero ? 0 : part.first?.start ?? 0
      files.append((start, file(part, offset: start, options)))
      (part, size) = ([], 0)
    }
    for entry in entries {
      let startsAtZero = files.isEmpty && (part.first?.start ?? 0) <= limits.latestStart
      let offset = startsAtZero ? 0 : part.first?.start ?? entry.start
      // On separate lines, members need at most about four times the bytes of the packed form.
      let entrySize = 4 * JSONWriter.encode(.object(entry.members), lineLength: nil).count
      let isFull =
        part.count == limits.eventCount || size + entrySize > sizeLimit - 2048
        || entry.start - offset > limits.latestStart
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
    let channels = Set(entries.map { $0.index }).union(entries.isEmpty ? [0] : []).inOrder()
    let description = offset == 0 ? options.name : "\(options.name), to be started at \(offset) ms"
    return JSONWriter.encode([
      "MetaData": [
        "Version": 1, "ChannelNumber": .number(Double(channels.count)),
        "Create": .string(options.date),
        "Description": .string(description),
      ],
      "Channels": .array(
        channels.map { index in
          let own = entries.filter { $0.index == index }
          return [
            "Parameters": ["Index": .number(Double(index))],
            "Pattern": .array(own.map { $0.entry(limits, from: offset) }),
          ]
        }),
    ])
  }

  private static func read(_ bytes: [UInt8], _ log: inout ReadingLog) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, &log) else { return nil }
    if bytes.count > sizeLimit {
      log.fail(
        "file-too-large", "the file has \(bytes.count) bytes, at most \(sizeLimit) are read",
        cure: "cut it into several files")
    }
    root.checkNames(
      PercentEvent.keys + " StartTime MetaData Version ChannelNumber Create Description Channels",
      &log)
    let metadata = root["MetaData"]
    if metadata?["Description"] != nil { log.loss.note(.droppedAnnotations, of: .timeline) }
    var reader = PercentEventReader(limits)
    let channels = root.array("Channels", &log) ?? []
    #if !hasFeature(Embedded)
    check(metadata, channels.count, &log)
    #endif
    for channel in channels {
      let index = channel["Parameters"]?["Index"]
      let pattern = channel.array("Pattern", &log) ?? []
      #if !hasFeature(Embedded)
      let none = JSONPlace(.null, path: "\(channel.path).Parameters.Index")
      limits.check(index: index ?? none, &log)
      limits.check(count: pattern.count, at: "\(channel.path).Pattern", &log)
      #endif
      for entry in pattern { reader.read(entry, motor: index?.value.number ?? 0, &log) }
    }
    return reader.document(&log)
  }

  #if !hasFeature(Embedded)
  private static func check(
    _ metadata: JSONPlace?, _ channelCount: Int, _ log: inout ReadingLog
  ) {
    let place = "$.MetaData"
    if metadata?.number("Version") != 1 {
      PercentEvent.Limits.refuse("version", at: place, "a file without \"Version\": 1.0", &log)
    }
    let stated = metadata?.number("ChannelNumber")
    guard stated != Double(channelCount) || !(1...2).contains(channelCount) else { return }
    PercentEvent.Limits.refuse(
      "channel-number", at: "\(place).ChannelNumber",
      "a file unless it states its number of channels, 1 or 2, which is "
        + "\(channelCount) here", &log)
  }
  #endif
}
