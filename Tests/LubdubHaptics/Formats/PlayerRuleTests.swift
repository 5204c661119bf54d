import Foundation
import Lubdub
import LubdubSupport
import TestSupport
import Testing

@testable import LubdubHaptics

/// The decoders of OpenHarmony's `sensors_miscdevice` (9394f749): `default_vibrator_decoder.cpp` for its own files and
/// `he_vibrator_decoder.cpp` for RichTap files. Values are whole numbers, to which the decoders truncate.
private enum Decoder {
  static func plays(_ root: JSONValue, as format: HapticFormat) -> Bool {
    format == .openHarmony ? playsOpenHarmony(root) : playsRichTap(root)
  }

  private static func playsOpenHarmony(_ root: JSONValue) -> Bool {
    let metadata = root["MetaData"]
    guard metadata?["Version"]?.number == 1, let count = metadata?["ChannelNumber"]?.number,
      (1...2).contains(count), let channels = root["Channels"]?.array,
      Double(channels.count) == count
    else { return false }
    return channels.allSatisfy { channel in
      guard let index = channel["Parameters"]?["Index"]?.number, (0...2).contains(index),
        let pattern = channel["Pattern"]?.array, pattern.count <= 128
      else { return false }
      return pattern.allSatisfy { plays($0["Event"], "StartTime", 0...1_800_000, 0...100) }
    }
  }

  private static func playsRichTap(_ root: JSONValue) -> Bool {
    switch root["Metadata"]?["Version"]?.number {
    case 1: return root["Pattern"].map { playsPattern($0) } ?? false
    case 2:
      guard let list = root["PatternList"]?.array, !list.isEmpty else { return false }
      let times = list.map { $0["AbsoluteTime"]?.number ?? -1 }
      return times[0] >= 0 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
        && list.allSatisfy { $0["Pattern"].map { playsPattern($0) } ?? false }
    default: return false
    }
  }

  private static func playsPattern(_ pattern: JSONValue) -> Bool {
    guard let events = pattern.array, (1...16).contains(events.count) else { return false }
    let times = events.map { $0["Event"]?["RelativeTime"]?.number ?? -1 }
    return zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
      && events.allSatisfy {
        (0...2).contains($0["Event"]?["Index"]?.number ?? 0)
          && plays($0["Event"], "RelativeTime", 0...(.infinity), -50...150)
      }
  }

  private static func plays(
    _ event: JSONValue?, _ start: String, _ starts: ClosedRange<Double>,
    _ tapFrequencies: ClosedRange<Double>
  ) -> Bool {
    let isRichTap = start == "RelativeTime"
    guard let event, let time = event[start]?.number, starts.contains(time),
      let parameters = event["Parameters"], let intensity = parameters["Intensity"]?.number,
      (0...100).contains(intensity), let frequency = parameters["Frequency"]?.number
    else { return false }
    if event["Type"]?.string == "transient" { return tapFrequencies.contains(frequency) }
    guard event["Type"]?.string == "continuous", (0...100).contains(frequency),
      let duration = event["Duration"]?.number, (0...5000).contains(duration),
      duration > 0 || !isRichTap
    else { return false }
    guard let curve = parameters["Curve"] else { return !isRichTap }
    guard let points = curve.array, (4...16).contains(points.count),
      points.allSatisfy({ point in
        guard let time = point["Time"]?.number, let intensity = point["Intensity"]?.number,
          let frequency = point["Frequency"]?.number
        else { return false }
        return (0...duration).contains(time) && (0...1).contains(intensity)
          && (-100...100).contains(frequency)
      })
    else { return false }
    guard isRichTap else { return true }
    let times = points.map { $0["Time"]?.number ?? 0 }
    let ends = [points.first, points.last].map { $0?["Intensity"]?.number }
    return zip(times, times.dropFirst()).allSatisfy { $0 < $1 } && times.first == 0
      && times.last == duration && ends == [0, 0]
  }
}

/// Changes of one value of a document.
private struct Mutation {
  var random: SeededGenerator

  mutating func changed(_ value: JSONValue, depth: Int = 0) -> JSONValue {
    // Deeper values are many more.
    let goesOn = Int.random(in: 0..<6, using: &random) > 0
    switch value {
    case .object(var members) where goesOn || depth == 0:
      let names = members.keys.filter { $0 != "Description" && $0 != "Created" && $0 != "Create" }
      guard let name = names.sorted().randomElement(using: &random) else { return value }
      if Int.random(in: 0..<12, using: &random) == 0 {
        members[name] = nil
      } else {
        members[name] = members[name].map { changed($0, depth: depth + 1) }
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty:
      let index = Int.random(in: elements.indices, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.swapAt(index, Int.random(in: elements.indices, using: &random))
      case 2: elements += Array(repeating: elements[index], count: 130)
      case 3: elements.insert(elements[index], at: index)
      default: elements[index] = changed(elements[index], depth: depth + 1)
      }
      return .array(elements)
    case .number(let number):
      let all = [number + 1, number - 1, -number, number * 3, 0, 2, 7, 101, -60, 5001]
      return .number(all[Int.random(in: all.indices, using: &random)])
    default: return value
    }
  }
}

/// `check` finds nothing in exactly the files that OpenHarmony's player accepts, which include all written files.
@Suite struct PlayerRuleTests {
  private static let formats = [HapticFormat.openHarmony, .richTap]
  /// The players' rules among all rules of `check`.
  private static let rules: Set = [
    "version", "channel-number", "index", "event-count", "order", "not-at-rest", "curve-time",
    "curve-order", "duration",
  ]

  @Test("Players accept every written file", arguments: formats)
  func written(format: HapticFormat) throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomTimelines(seed: seed)
      let timeline = seed.isMultiple(of: 2) ? random.tangled() : random.emphasized()
      for part in try format.encode(TimelineDocument(timeline)).parts {
        let root = try JSONParser.parse(part.bytes)
        try #require(Decoder.plays(root, as: format), "seed \(seed)")
        var loss = LossReport()
        let found = format.check(part.bytes, loss: &loss).filter { Self.rules.contains($0.code) }
        try #require(found.isEmpty, "seed \(seed): \(found)")
      }
    }
  }

  @Test("A changed file is reported exactly if players reject it", arguments: formats)
  func mutants(format: HapticFormat) throws {
    var refused = 0
    var mutation = Mutation(random: SeededGenerator(seed: 75))
    for seed in 0..<2000 as Range<UInt64> {
      var random = RandomTimelines(seed: seed % 40)
      let timeline = random.separated()
      let bytes = try format.encode(TimelineDocument(timeline)).bytes
      let root = mutation.changed(try JSONParser.parse(bytes))
      let plays = Decoder.plays(root, as: format)
      var loss = LossReport()
      let found = format.check(JSONWriter.encode(root), loss: &loss)
      let breaks = found.filter { $0.severity == .error || Self.rules.contains($0.code) }
      try #require(
        plays == breaks.isEmpty, "seed \(seed), played: \(plays), \(found.map(\.description))")
      if !plays { refused += 1 }
    }
    // Both sides are tried often enough to mean something.
    #expect((300...1700).contains(refused), "\(refused)")
  }

  @Test func `A frequency curve that leaves the range bends where players clamp it`() throws {
    let text = """
      {"MetaData":{"Version":1.0,"ChannelNumber":1},"Channels":[{"Parameters":{"Index":0},"Pattern":[{"Event":\
      {"Type":"continuous","StartTime":0,"Duration":100,"Parameters":{"Intensity":100,"Frequency":70,"Curve":[\
      {"Time":0,"Intensity":1,"Frequency":-60},{"Time":40,"Intensity":1,"Frequency":-60},\
      {"Time":80,"Intensity":1,"Frequency":100},{"Time":100,"Intensity":1,"Frequency":100}]}}}]}]}
      """
    let read = try HapticFormat.openHarmony.read(Array(text.utf8))
    let event = try #require(read.document.timeline.events.first)
    // From 10 % at 40 ms to 170 % at 80 ms: 100 % is reached at 62.5 ms.
    let bend = try #require(event.course.first { $0.sharpness == 1 })
    #expect(abs(bend.time.value - 0.0625) < 1e-9)
    #expect(read.loss[.continuous, .clampedFrequency]?.count == 2 && read.loss.isFelt)
  }

  @Test(
    "A rise within a microsecond is kept next to other points", arguments: formats + [.pulsar])
  func rises(format: HapticFormat) throws {
    for count in 0...8 {
      // Before the rise the level changes each millisecond.
      let before = (0..<count).map { (0.001 * Double($0), 0.1 * Double($0 % 2)) }
      let start = 0.001 * Double(count)
      let rise = (0...5).map { (start + 1e-7 * Double($0), 0.2 * Double($0)) }
      let curve = (before + rise + [(0.3, 1)]).map { time, level in
        HapticEvent.CurvePoint(time: Seconds(time), intensity: level, sharpness: 0.3)
      }
      let event = HapticEvent(
        time: 0, intensity: 1, sharpness: 0.3, kind: .continuous(duration: 0.3, curve: curve))
      let tap = HapticEvent(time: Seconds(start), intensity: 0.8, sharpness: 0.9)
      let written = try format.encode(
        TimelineDocument(Timeline(duration: 0.3, events: [event, tap])))
      let loss = written.loss[.timeline, .amplitudeDifference]
      #expect(loss == nil, "\(count) points before: \(String(describing: loss))")
    }
  }

  @Test func `A RichTap tap beyond the range is clamped and counted`() throws {
    for (frequency, sharpness) in [(120, 1.0), (-20, 0)] {
      let text = """
        {"Metadata":{"Version":1},"Pattern":[{"Event":{"Type":"transient","RelativeTime":0,"Parameters":\
        {"Intensity":80,"Frequency":\(frequency)}}}]}
        """
      let read = try HapticFormat.richTap.read(Array(text.utf8))
      #expect(read.document.timeline.events.first?.sharpness == sharpness)
      #expect(read.loss[.transient, .clampedFrequency]?.count == 1)
    }
  }

  @Test func `An empty RichTap file is not AHAP, and silence is written as an event`() throws {
    let empty = Array(#"{"Metadata":{"Version":1},"Pattern":[]}"#.utf8)
    #expect(FileKind.recognize(empty).format == .richTap)
    var loss = LossReport()
    #expect(HapticFormat.richTap.check(empty, loss: &loss).map(\.code) == ["event-count"])
    for duration in [0.0, 2] {
      let silence = TimelineDocument(Timeline(duration: Seconds(duration), events: []))
      let written = try HapticFormat.richTap.encode(silence)
      #expect(Decoder.plays(try JSONParser.parse(written.bytes), as: .richTap))
      let read = try HapticFormat.richTap.decode(written.bytes).timeline
      #expect(read.isSilent && read.duration.value == duration)
    }
  }

  @Test(.recordings("cases/peers"))
  func `Files from other tools that players reject are found`() throws {
    let folder = try #require(Recordings.folder("cases/peers"))
    func bytes(_ name: String) throws -> [UInt8] {
      try Array(Data(contentsOf: folder.appending(path: name)))
    }
    for (name, code) in [
      ("oh-metadata/oh-meta.json", "version"), ("richtap-order/order.he", "order"),
      ("richtap-order/list.he", "order"), ("richtap-order/v2-twenty.he", "event-count"),
      ("richtap-order/version7.he", "version"), ("richtap-curve-rest/no-curve.he", "not-at-rest"),
      ("richtap-curve-rest/not-from-rest.he", "not-at-rest"),
      ("oh-curve-beyond-event/oh-curve-too-long.json", "curve-time"),
      ("oh-curve-beyond-event/curve-too-long.he", "curve-time"),
    ] {
      let format = name.hasSuffix("json") ? HapticFormat.openHarmony : .richTap
      #expect(format.check(try bytes(name)).contains { $0.code == code }, "\(name)")
    }
    let channels = try bytes("oh-two-channels/two-channels-100.json")
    #expect(HapticFormat.openHarmony.check(channels).allSatisfy { !Self.rules.contains($0.code) })
  }
}
