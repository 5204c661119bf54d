internal import CanonicalJSON
internal import Haptics
internal import Quantities

/// The vibration JSON of OpenHarmony and HarmonyOS. A file holds 128 events and 64 KB; what is longer
/// becomes several files, each with its own clock.
enum OpenHarmony: TimelineFormat {
  static let features = FormatFeatures(
    title: "OpenHarmony, HarmonyOS vibration JSON", fileExtension: "json", timeResolution: 1e-3,
    transients: .kept, continuous: .kept, intensity: .approximated("100 steps"),
    sharpness: .approximated("100 steps"),
    curves: .approximated("4 to 16 points, in whole milliseconds"), overlaps: .kept,
    annotations: .dropped,
    limits: "128 events and 64 KB a file: more become several files; events above 5 s are cut",
    isReadable: false)

  /// The most events in one file.
  static let eventLimit = 128
  /// The largest file, in bytes.
  static let sizeLimit = 64 * 1024
  /// The latest start, in milliseconds.
  static let latestStart = 1_800_000
  /// The longest continuous event, in milliseconds.
  static let longestEvent = 5000
  static let fewestPoints = 4
  static let mostPoints = 16

  static func encode(
    _ document: TimelineDocument, options: ExportOptions
  ) throws(FormatError) -> EncodedTimeline {
    var loss = LossReport()
    let timeline = try NormalizedTimeline.normalize(document.timeline, loss: &loss)
    loss.noteAnnotations(of: document)
    var encoder = OpenHarmonyEncoder()
    for event in timeline.events { try encoder.add(event) }
    loss.merge(encoder.loss)
    loss.note(encoder.sharp, of: .transient)
    loss.note(encoder.dull, of: .continuous)
    let end = timeline.events.map(\.end).max() ?? 0
    if end < timeline.duration.value {
      loss.note(.droppedSilence, of: .timeline, by: timeline.duration.value - end)
    }
    let files = files(encoder.events.sorted { $0.start < $1.start }, options)
    loss.note(.split, of: .timeline, count: files.count - 1)
    let parts = files.enumerated().map { index, bytes in
      EncodedTimeline.Part(label: files.count > 1 ? String(index + 1) : nil, bytes: bytes)
    }
    return EncodedTimeline(parts: parts, loss: loss)
  }

  /// One event with its start in milliseconds.
  struct Entry {
    var start: Int
    var members: [String: JSONValue]
    var size: Int

    init(start: Int, members: [String: JSONValue]) {
      (self.start, self.members) = (start, members)
      // Written on lines of their own, members take at most about this much more than packed.
      size = 4 * JSONWriter.encode(.object(members), lineLength: nil).count
    }
  }

  private static func files(_ entries: [Entry], _ options: ExportOptions) -> [[UInt8]] {
    var files: [[UInt8]] = []
    var part: [Entry] = []
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
      let isFull =
        part.count == eventLimit || size + entry.size > sizeLimit - 2048
        || entry.start - offset > latestStart
      if isFull, !part.isEmpty { close() }
      part.append(entry)
      size += entry.size
    }
    if !part.isEmpty || files.isEmpty { close() }
    return files
  }

  private static func file(
    _ entries: [Entry], offset: Int, _ options: ExportOptions
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
}

private struct OpenHarmonyEncoder {
  private(set) var events: [OpenHarmony.Entry] = []
  private(set) var loss = LossReport()
  private(set) var sharp = Ticks(perSecond: 1000)
  private(set) var dull = Ticks(perSecond: 1000)

  private mutating func percent(
    _ value: Double, _ kind: LossReport.Loss, _ subject: LossReport.Subject
  ) -> Double {
    let rounded = (value * 100).rounded()
    if abs(rounded / 100 - value) > 1e-12 {
      loss.note(kind, of: subject, by: rounded / 100 - value)
    }
    return rounded
  }

  mutating func add(_ event: HapticEvent) throws(FormatError) {
    let intensity = percent(event.intensity, .roundedIntensity, event.subject)
    let sharpness = percent(event.sharpness, .roundedSharpness, event.subject)
    guard event.kind != .transient else {
      let start = try sharp.require(event.time.value)
      let parameters: JSONValue = [
        "Intensity": .number(intensity), "Frequency": .number(sharpness),
      ]
      events.append(.init(start: start, members: ["Type": "transient", "Parameters": parameters]))
      return
    }
    let ramps = EnvelopeCurve.ramps(of: event)
    let start = try dull.require(event.time.value)
    let end = try dull.require(toNanosecond(event.end))
    guard end > start else { return loss.note(.dropped, of: .continuous) }
    var pieces = (end - start + OpenHarmony.longestEvent - 1) / OpenHarmony.longestEvent
    let bends = Set(ramps.flatMap { [$0.start, $0.end] }).count
    let isFlat = ramps.allSatisfy { $0.from == ramps[0].from && $0.to == ramps[0].from }
    if !isFlat { pieces = max(pieces, (bends + 10) / 12) }
    pieces = min(pieces, end - start)
    loss.note(.split, of: .continuous, count: pieces - 1)
    for index in 0..<pieces {
      let from = start + (end - start) * index / pieces
      let until = start + (end - start) * (index + 1) / pieces
      addPiece(ramps, from, until, isFlat: isFlat)
    }
  }

  private mutating func addPiece(
    _ ramps: [EnvelopeSegment], _ from: Int, _ until: Int, isFlat: Bool
  ) {
    let times = points(ramps, from, until)
    let levels = times.map { level(ramps, at: Double($0) / 1000, isLast: $0 == until) }
    let peak = isFlat ? ramps[0].from.intensity : levels.map(\.intensity).max() ?? 0
    // The peak is rounded up, so that the curve's factors stay within 1.
    let intensity = isFlat ? (peak * 100).rounded() : (peak * 100).rounded(.up)
    let base = (levels[0].sharpness * 100).rounded()
    var parameters: [String: JSONValue] = [
      "Intensity": .number(intensity), "Frequency": .number(base),
    ]
    if !isFlat {
      parameters["Curve"] = .array(
        zip(times, levels).map { time, level in
          let factor = intensity > 0 ? level.intensity * 100 / intensity : 0
          return [
            "Time": .number(Double(time - from)), "Intensity": .number(toPicoUnit(min(factor, 1))),
            "Frequency": .number((level.sharpness * 100).rounded() - base),
          ]
        })
    }
    events.append(
      .init(
        start: from,
        members: [
          "Type": "continuous", "Duration": .number(Double(until - from)),
          "Parameters": .object(parameters),
        ]))
  }

  /// 4 to 16 different moments from the start to the end, at the course's bends where there is room.
  private mutating func points(_ ramps: [EnvelopeSegment], _ from: Int, _ until: Int) -> [Int] {
    var bends = Set([from, until])
    for ramp in ramps {
      for time in [ramp.start, ramp.end] {
        let tick = Int((time * 1000).rounded())
        if tick > from, tick < until { bends.insert(tick) }
      }
    }
    var sorted = bends.sorted()
    if sorted.count > OpenHarmony.mostPoints {
      let count = OpenHarmony.mostPoints - 1
      sorted = (0...count).map { sorted[(sorted.count - 1) * $0 / count] }
      loss.note(.resampledCurve, of: .continuous, by: Double(until - from) / 1000)
    }
    while sorted.count < OpenHarmony.fewestPoints {
      let gaps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
      guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }), gaps[widest] > 1 else {
        break
      }
      sorted.insert(sorted[widest] + gaps[widest] / 2, at: widest + 1)
    }
    return sorted
  }

  private func level(_ ramps: [EnvelopeSegment], at time: Double, isLast: Bool) -> Level {
    let ramp =
      isLast
      ? ramps.first { $0.end >= time - 1e-9 } : ramps.last { $0.start <= time + 1e-9 }
    guard let ramp = ramp ?? (isLast ? ramps.last : ramps.first) else {
      return Level(intensity: 0, sharpness: 0)
    }
    return ramp.level(at: time)
  }
}
