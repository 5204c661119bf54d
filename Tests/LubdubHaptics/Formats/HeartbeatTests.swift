import TestSupport
import Testing

@testable import LubdubHaptics

/// A thousand steady beats in every format: each event is within the format's resolution of its true time, and the last is as
/// exact as the first.
@Suite struct HeartbeatTests {
  static let tempi = [0.2, 0.5, 1, 2]
  /// An interval that isn't a whole number of milliseconds: 72 beats per minute.
  static let uneven = 60.0 / 72

  static func heartbeat(every interval: Double, beats: Int = 1000) -> Timeline {
    let times = (0..<beats).map { 0.25 + Double($0) * interval }
    let events = times.flatMap { time in
      [
        HapticEvent(time: Seconds(time), intensity: 0.6, sharpness: 0.5),
        HapticEvent(time: Seconds(time + 0.15), intensity: 0.42, sharpness: 0.3),
      ]
    }
    return Timeline(
      duration: Seconds(0.25 + Double(beats) * interval),
      beats: times.map {
        Beat(time: Seconds($0), interval: Seconds(interval), intensity: 0.6, zone: 1)
      }, events: events)
  }

  /// The starts of all events as another program would find them in the file, in seconds.
  static func starts(_ format: HapticFormat, _ encoded: EncodedTimeline) throws -> [Double] {
    switch format {
    case .androidWaveform:
      let root = try JSONParser.parse(encoded.bytes)
      return onsets(
        (root["timings"]?.array ?? []).compactMap(\.number),
        (root["amplitudes"]?.array ?? []).map { $0.number != 0 })
    case .webVibrate: return webStarts(String(decoding: encoded.bytes, as: UTF8.self))
    case .openHarmony: return try encoded.parts.flatMap { try openHarmonyStarts($0.bytes) }
    case .tact:
      let root = try JSONParser.parse(encoded.bytes)
      let effects = root["project"]?["tracks"]?.array?.first?["effects"]?.array ?? []
      return effects.compactMap { $0["startTime"]?.number }.map { $0 / 1000 }
    case .csv:
      let rows = String(decoding: encoded.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      return rows.compactMap { Double($0.split(separator: ",")[1]) }
    default: return try format.decode(encoded.bytes).timeline.events.map(\.time.value)
    }
  }

  private static func onsets(_ lengths: [Double], _ isOn: [Bool]) -> [Double] {
    var position = 0.0
    return zip(lengths, isOn).compactMap { length, isOn in
      defer { position += length }
      return isOn && length > 0 ? position / 1000 : nil
    }
  }

  private static func webStarts(_ text: String) -> [Double] {
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("  [") || $0.hasPrefix("[") }
    return rows.flatMap { row -> [Double] in
      let numbers = row.split { !$0.isNumber }.compactMap { Double($0) }
      let isChunk = row.hasPrefix("  [")
      let entries = isChunk ? Array(numbers.dropFirst()) : numbers
      let isOn = entries.indices.map { $0.isMultiple(of: 2) }
      return onsets(entries, isOn).map { $0 + (isChunk ? numbers[0] / 1000 : 0) }
    }
  }

  private static func openHarmonyStarts(_ bytes: [UInt8]) throws -> [Double] {
    let root = try JSONParser.parse(bytes)
    let description = root["MetaData"]?["Description"]?.string ?? ""
    let offset = description.split(separator: " ").compactMap { Double($0) }.last ?? 0
    let pattern = root["Channels"]?.array?.first?["Pattern"]?.array ?? []
    return pattern.compactMap { $0["Event"]?["StartTime"]?.number }.map { ($0 + offset) / 1000 }
  }

  @Test(arguments: tempi + [uneven], HapticFormat.allCases)
  func `A thousand beats keep their times`(interval: Double, format: HapticFormat) throws {
    let timeline = Self.heartbeat(every: interval)
    let styles = format == .androidXML ? ExportOptions.AndroidStyle.allCases : [.waveform]
    for style in styles {
      var options = ExportOptions()
      options.looping = .never
      options.androidStyle = style
      let encoded = try format.encode(TimelineDocument(timeline), options: options)
      var starts = try Self.starts(format, encoded)
      var expected = timeline.events.map(\.time.value)
      if interval == 0.2, starts.count == expected.count / 2 {
        // The dub's pulse runs into the next lub: the two are one.
        expected = expected.indices.filter { $0.isMultiple(of: 2) }.map { expected[$0] }
      }
      if starts.count > expected.count { starts = Array(starts.prefix(expected.count)) }
      try #require(starts.count == expected.count, "\(format.rawValue) \(style.rawValue)")
      let errors = zip(starts, expected).map { abs($0 - $1) }
      let worst = errors.max() ?? 0
      print(
        "\(format.rawValue) \(style.rawValue), \(interval) s: worst error \(worst) s, "
          + "last \(errors.last ?? 0) s")
      #expect(worst <= format.timeResolution.value / 2 + 1.1e-9)
    }
  }

  @Test(arguments: tempi)
  func `A steady heartbeat becomes a loop of exactly its period`(interval: Double) throws {
    let document = TimelineDocument(Self.heartbeat(every: interval))
    for style in [ExportOptions.AndroidStyle.waveform, .basicEnvelope, .waveformEnvelope] {
      var options = ExportOptions()
      options.androidStyle = style
      let encoded = try HapticFormat.androidXML.encode(document, options: options)
      let text = String(decoding: encoded.bytes, as: UTF8.self)
      #expect(text.contains("<repeating>"))
      #expect(encoded.loss[.timeline, .endless] != nil)
      let back = try HapticFormat.androidXML.decode(encoded.bytes)
      #expect(back.annotations["loop"] == ["start_s": 0.25, "period_s": .number(interval)])
      let again = try HapticFormat.androidXML.encode(back, options: options)
      #expect(again.bytes == encoded.bytes)
      let points = text.split(separator: "\n").count { $0.contains("<control-point") }
      #expect(points <= EnvelopeEffect.pointBudget)
    }
  }

  /// The onsets of the first beats of a waveform that repeats, in seconds.
  private func onsets(_ waveform: JSONValue, count: Int) throws -> [Double] {
    let timings = try #require(waveform["timings"]?.array).compactMap { $0.number }
    let amplitudes = try #require(waveform["amplitudes"]?.array).compactMap { $0.number }
    let first = Int(try #require(waveform["repeat"]?.number))
    try #require(first >= 0)
    var (onsets, position, index) = ([Double](), 0.0, 0)
    while onsets.count < count {
      if amplitudes[index] > 0, index == 0 || amplitudes[index - 1] == 0 {
        onsets.append(position / 1000)
      }
      position += timings[index]
      index = index + 1 < timings.count ? index + 1 : first
    }
    return onsets
  }

  @Test(arguments: [72.0, 60, 77, 97, 113, 143, 199])
  func `Any tempo becomes a loop without drift`(bpm: Double) throws {
    var options = ExportOptions()
    options.looping = .always
    let interval = toNanosecond(60 / bpm)
    let document = TimelineDocument(Self.heartbeat(every: interval, beats: 40))
    let encoded = try HapticFormat.androidWaveform.encode(document, options: options)
    #expect(encoded.loss[.timeline, .endless] != nil)
    #expect(encoded.loss[.timeline, .roundedTime] == nil)
    let waveform = try JSONParser.parse(encoded.bytes)
    // Every beat is a lub and a dub.
    let beats = try onsets(waveform, count: 4000).enumerated().filter { $0.offset % 2 == 0 }
    for (index, beat) in beats.enumerated() {
      #expect(abs(beat.element - 0.25 - Double(index) * 60 / bpm) <= 0.5e-3 + 1e-6)
    }
  }

  @Test(
    "A tempo that never fits milliseconds is written completely, or looped with its error reported")
  func unevenLoop() throws {
    let document = TimelineDocument(Self.heartbeat(every: 0.7315432))
    let plain = try HapticFormat.androidXML.encode(document)
    #expect(!String(decoding: plain.bytes, as: UTF8.self).contains("<repeating>"))
    var options = ExportOptions()
    options.looping = .always
    let looped = try HapticFormat.androidXML.encode(document, options: options)
    #expect(String(decoding: looped.bytes, as: UTF8.self).contains("<repeating>"))
    let error = try #require(looped.loss[.timeline, .roundedTime]?.largest)
    #expect(error > 0 && error < 1e-5)
  }

  @Test func `A pattern that is not steady is repeated as a whole`() throws {
    var options = ExportOptions()
    options.looping = .always
    let taps = [0, 0.5, 1.7].map { HapticEvent(time: $0, intensity: 1, sharpness: 0.5) }
    for format in [HapticFormat.androidXML, .androidWaveform] {
      let encoded = try format.encode(
        TimelineDocument(Timeline(duration: 3, events: taps)), options: options)
      let loop = try format.decode(encoded.bytes).annotations["loop"]
      #expect(SteadyLoop(annotation: loop) == SteadyLoop(start: 0, period: 3))
    }
  }
}
