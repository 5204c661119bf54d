import Foundation
import Lubdub
import LubdubSupport
import TestSupport
import Testing

@testable import LubdubHaptics

/// Patterns of Pulsar. `heartbeat` is from the bundle format in software-mansion/pulsar.
@Suite struct PulsarTests {
  private let heartbeat = Array(
    """
    {"continuousPattern": {
       "amplitude": [{"time": 0, "value": 0}, {"time": 10, "value": 0.8}, {"time": 1000, "value": 0}],
       "frequency": [{"time": 0, "value": 0.2}, {"time": 1000, "value": 0.2}]},
     "discretePattern": [{"time": 0, "amplitude": 0.9, "frequency": 0.2}]}
    """.utf8)

  private func points(_ bytes: [UInt8]) throws -> Int {
    let root = try JSONParser.parse(bytes)
    let curves = ["amplitude", "frequency"].map {
      root["continuousPattern"]?[$0]?.array?.count ?? 0
    }
    return curves.reduce(root["discretePattern"]?.array?.count ?? 0, +)
  }

  @Test func `A pattern is a curve of two values and its taps`() throws {
    #expect(FileKind.recognize(heartbeat).format == .pulsar)
    let read = try HapticFormat.pulsar.read(heartbeat)
    #expect(read.loss.isEmpty && read.findings.isEmpty)
    let events = read.document.timeline.events
    #expect(events.count == 2)
    #expect(events.contains(HapticEvent(time: 0, intensity: 0.9, sharpness: 0.2)))
    let curve = try #require(events.first { $0.kind != .transient }?.course)
    #expect(curve.map { $0.time } == [0, 0.01, 1] && curve.map { $0.intensity } == [0, 0.8, 0])
    #expect(curve.allSatisfy { $0.sharpness == 0.2 })
    let written = try HapticFormat.pulsar.encode(read.document)
    #expect(written.loss.isEmpty)
    #expect(try points(written.bytes) == 6)
  }

  @Test func `Writing, reading, and writing again gives the same bytes`() throws {
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomTimelines(seed: seed)
      let first = try HapticFormat.pulsar.encode(TimelineDocument(random.tangled()))
      let read = try HapticFormat.pulsar.read(first.bytes)
      let second = try HapticFormat.pulsar.encode(read.document)
      let isSame = second.bytes == first.bytes
      #expect(isSame, "seed \(seed)")
    }
  }

  @Test func `A pattern of taps has no curve, and a rest after the taps adds a silent curve`()
    throws
  {
    let tap = HapticEvent(time: 0.1, intensity: 1, sharpness: 0.5)
    for (duration, count) in [(0.1, 1), (0.8, 5)] {
      let document = TimelineDocument(Timeline(duration: Seconds(duration), events: [tap]))
      let written = try HapticFormat.pulsar.encode(document)
      #expect(try points(written.bytes) == count)
      let read = try HapticFormat.pulsar.read(written.bytes)
      #expect(read.document.timeline.duration == Seconds(duration))
      #expect(read.document.timeline.events == [tap])
    }
  }

  @Test(arguments: [
    (#""time": 0.149"#, "seconds"), (#""time": 10, "value": 0.8}, {"time": 5"#, "keyframe-order"),
  ])
  func `A doubtful time is reported`(_ text: String, _ code: String) throws {
    let bytes = Array(
      """
      {"continuousPattern": {"amplitude": [{"time": 0, "value": 0}, {\(text), "value": 0.5}],
       "frequency": [{"time": 0, "value": 0.2}]}, "discretePattern": []}
      """.utf8)
    #expect(try HapticFormat.pulsar.read(bytes).findings.map { $0.code } == [code])
  }

  @Test func `A curve of a single moment counts as lost`() throws {
    let point = #"[{"time": 0, "value": 1}]"#
    let text = """
      {"continuousPattern": {"amplitude": \(point), "frequency": \(point)},
       "discretePattern": [{"time": 0, "amplitude": 1, "frequency": 1}]}
      """
    let read = try HapticFormat.pulsar.read(Array(text.utf8))
    #expect(read.document.timeline.events.count == 1)
    #expect(read.loss[.continuous, .dropped]?.count == 1)
  }

  @Test func `A curve without a frequency and a late curve are reported`() throws {
    func codes(_ amplitude: String, _ frequency: String) throws -> [String] {
      let text = """
        {"continuousPattern": {"amplitude": [\(amplitude)], "frequency": [\(frequency)]}, "discretePattern": []}
        """
      return try HapticFormat.pulsar.read(Array(text.utf8)).findings.map { $0.code }
    }
    let (late, end) = (#"{"time": 50, "value": 1}"#, #"{"time": 90, "value": 0}"#)
    #expect(try codes("\(late), \(end)", "") == ["no-frequency", "late-amplitude"])
    #expect(try codes("\(late), \(end)", end) == ["late-amplitude"])
  }

  @Test(arguments: [
    (#"[{"time": -1, "amplitude": 1, "frequency": 1}]"#, "time-range"),
    (#"[{"time": 1, "amplitude": 2, "frequency": 1}]"#, "value-range"),
    (#"[{"amplitude": 1, "frequency": 1}]"#, "missing-member"), ("[7]", "wrong-type"),
  ])
  func `An error has its code`(_ taps: String, _ code: String) throws {
    let curve = #"{"amplitude": [], "frequency": []}"#
    let text = #"{"continuousPattern": \#(curve), "discretePattern": \#(taps)}"#
    let error = #expect(throws: FormatError.self) {
      try HapticFormat.pulsar.read(Array(text.utf8))
    }
    #expect(error?.finding.code == code)
  }
}
