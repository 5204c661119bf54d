import Foundation
import TestSupport
import Testing

@testable import Lubdub

/// Filter and zones on five traces, compared with another implementation (Python) of the rule.
///
/// A line of the file has a time, a range, and an event; some lines have the expected output: the zone, distance, velocity and
/// short-term deviation, the learned deviation and the level of contact, and the evidence of each edge.
@Suite("Sharp zones, conformance")
struct SharpZonesTests {
  struct Row: Sendable {
    let sample: Sample
    let expected: [Double?]
  }

  struct Course: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var rows: [Row] = []
  }

  static let courses: [Course] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "SharpZones.csv")
    var courses: [Course] = []
    for line in ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n") {
      guard !line.hasPrefix("# ") else {
        courses.append(Course(testDescription: String(line.dropFirst(2))))
        continue
      }
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      var sample = Sample(time: Seconds(Double(cells[0]) ?? .nan), radio: .uwb)
      sample.range = Double(cells[1]).map { Meters($0) }
      sample.event = LinkEvent(rawValue: cells[2])
      courses[courses.count - 1].rows.append(
        Row(sample: sample, expected: cells.dropFirst(3).map { Double($0) }))
    }
    return courses
  }()

  /// The output after every row, in the order of the file.
  static func run(_ rows: [Sample]) -> [[Double?]] {
    var filter = FusionFilter()
    var detector = ZoneDetector(.init(.eternalLoop))
    return rows.map { sample in
      while detector.advance(to: sample.time) != nil {}
      let isUsed = filter.update(sample)
      let estimate = filter.estimateInPlace(at: sample.time)
      if let range = filter.heard(sample) { detector.hear(range, at: sample.time.value) }
      if let event = sample.event {
        if let event = ZoneEvent(event, isSilent: false) {
          _ = detector.handle(event, at: sample.time)
        }
      } else if isUsed, let estimate {
        _ = detector.update(estimate)
      }
      let learned = filter.learned
      return [
        Double(detector.zone ?? -1), estimate?.distance.value, estimate?.velocity?.value,
        estimate?.shortTermDeviation, estimate?.spread.deviation.value,
        learned.contactLevel?.value,
      ] + detector.sides.map(\.sum)
    }
  }

  @Test(arguments: courses)
  func `Distance, deviation, and level agree to 1e-9, and evidence to 1e-6`(course: Course) {
    var compared = 0
    for (row, found) in zip(course.rows, Self.run(course.rows.map(\.sample)))
    where !row.expected.isEmpty {
      let time = row.sample.time
      #expect(row.expected.count == found.count)
      for (place, (expected, value)) in zip(row.expected, found).enumerated() {
        guard let expected else {
          // Between readings a distance is predicted, which the file leaves out.
          #expect(value == nil || row.sample.event != nil, "\(time), \(place)")
          continue
        }
        let limit = place < 6 ? 1e-9 : 1e-6 * max(1, expected)
        #expect(abs((value ?? .nan) - expected) <= limit, "\(time), \(place)")
        compared += 1
      }
    }
    #expect(compared > 80)
  }

  @Test func `The file has every sequence of distances`() {
    #expect(Self.courses.map(\.rows.count) == [80, 160, 140, 82, 40])
  }
}

/// The response of a pipeline to a radio that is as precise as specified.
@Suite("Sharp zones")
struct SharpPipelineTests {
  /// A pair of devices: white noise and a bias.
  struct Pair {
    var deviation = 0.0
    var bias = 0.0
    var rate = 10.0
    var seed: UInt64 = 1
  }

  /// The zone changes along a course of distances, and the learned values.
  static func run(
    _ pair: Pair, _ end: Double, from learned: LearnedLink = LearnedLink(),
    events: [(time: Double, event: LinkEvent)] = [], _ distance: (Double) -> Double
  ) throws -> (changes: [ZoneChange], learned: LearnedLink, zone: Int?) {
    var configuration = Preset.default.configuration
    configuration.learned = learned
    var pipeline = try Pipeline(configuration)
    var random = SplitMix64(seed: pair.seed)
    var changes: [ZoneChange] = []
    var events = events[...]
    for tick in 0..<Int(end * pair.rate) {
      let time = Double(tick) / pair.rate
      func take(_ sample: Sample) {
        pipeline.process(sample) { if case .zone(let change) = $0 { changes.append(change) } }
      }
      while let next = events.first, next.time <= time {
        events.removeFirst()
        take(.event(next.event, at: Seconds(next.time)))
      }
      let range = distance(time) + pair.bias + pair.deviation * random.normal()
      take(.uwb(Meters(range), at: Seconds(time)))
    }
    return (changes, pipeline.learned, pipeline.zone)
  }

  @Test(arguments: [1.0, 5, 10, 30])
  func `At rest without noise, every zone matches the table`(rate: Double) throws {
    for place in [
      0.01, 0.03, 0.047, 0.053, 0.06, 0.07, 0.08, 0.1, 0.15, 0.197, 0.203, 0.3, 0.6, 0.9, 0.997,
      1.003, 1.05, 1.5, 1.9, 1.997, 2.003, 3,
    ] {
      let end = try Self.run(Pair(rate: rate), 40) { _ in place }.zone
      #expect(end == Zones.eternalLoop.zone(at: Meters(place)), "\(place) m at \(rate) Hz")
    }
  }

  /// Three visits of four seconds, from 1 m at 1 m/s.
  private static func visits(_ time: Double) -> Double {
    let part = time.truncatingRemainder(dividingBy: 10)
    return part < 4 ? 1 : part < 5 ? 5 - part : part < 9 ? 0 : part - 9
  }

  /// The number of times that contact was reported within a second at the second and third visit.
  private static func felt(
    _ pair: Pair, from learned: LearnedLink = LearnedLink(), hasTouch: Bool
  ) throws -> Int {
    let events: [(Double, LinkEvent)] = hasTouch ? [(5.5, .touched), (8, .released)] : []
    let changes = try run(pair, 30, from: learned, events: events, visits).changes
    return [14.95, 24.95].count { start in
      changes.contains { $0.to == 0 && $0.from != 0 && abs($0.time.value - start - 0.5) <= 0.5 }
    }
  }

  @Test(
    "One touch teaches the contact level of a pair, whatever its bias",
    arguments: [(0.01, 0.09), (0.01, 0.05), (0.01, -0.05), (0.06, 0.09)])
  func touch(deviation: Double, bias: Double) throws {
    var (with, without) = (0, 0)
    for seed in 1...10 as ClosedRange<UInt64> {
      let pair = Pair(deviation: deviation, bias: bias, seed: seed)
      with += try Self.felt(pair, hasTouch: true)
      without += try Self.felt(pair, hasTouch: false)
    }
    #expect(with >= (deviation < 0.05 ? 19 : 15), "\(with) of 20")
    if bias >= 0.09, deviation < 0.05 { #expect(without == 0) }
  }

  @Test func `Learned values are right from the start of the next session`() throws {
    let pair = Pair(deviation: 0.01, bias: 0.09)
    let events: [(Double, LinkEvent)] = [(5.5, .touched), (8, .released)]
    let learned = try Self.run(pair, 30, events: events, Self.visits).learned
    #expect(abs((learned.contactLevel ?? 0).value - 0.09) < 0.02)
    #expect((0.004...0.03).contains(learned.rangeDeviation?.value ?? 0))
    #expect(try Self.felt(pair, hasTouch: false) == 0)
    #expect(try Self.felt(pair, from: learned, hasTouch: false) == 2)
  }

  @Test func `A touch that ends with the link, or far away, is not learned`() throws {
    for (end, place) in [(LinkEvent.disconnected, 0.0), (.released, 0.6)] {
      let events: [(Double, LinkEvent)] = [(2, .touched), (5, end)]
      let learned = try Self.run(Pair(), 8, events: events) { _ in place }.learned
      #expect(learned.contactLevel == nil)
    }
  }

  @Test func `A mean that stays below zero is contact`() throws {
    let short = try Self.run(Pair(deviation: 0.01, bias: -0.08), 30, Self.visits).learned
    #expect(short.contactLevel == nil, "four seconds are too short")
    let learned = try Self.run(Pair(deviation: 0.01, bias: -0.08), 30) { max(0, 3 - $0) }.learned
    #expect(abs((learned.contactLevel ?? 0).value + 0.08) < 0.03)
    let other = try Self.run(Pair(deviation: 0.01), 30, Self.visits).learned
    #expect(other.contactLevel == nil)
  }

  @Test func `On a quiet radio a change reports how far beyond the band it was`() throws {
    let changes = try Self.run(Pair(deviation: 0.01), 20) { $0 < 10 ? 1.2 : 0.9 }.changes
    let entered = try #require(changes.first { $0.reason == .entered })
    let evidence = try #require(entered.evidence)
    #expect(evidence.share >= 1)
    #expect((0.94...0.99).contains(evidence.reference?.value ?? 0))
  }

  @Test func `Substitute radios do not change the learned noise of UWB`() throws {
    var filter = FusionFilter()
    for tick in 0..<300 { filter.update(.cs(1, at: Seconds(Double(tick) / 10))) }
    #expect(filter.learned == LearnedLink())
    #expect(filter.estimate(at: 30)?.spread == RangeSpread())
  }
}
