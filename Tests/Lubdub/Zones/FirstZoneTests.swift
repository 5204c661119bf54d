import Foundation
import TestSupport
import Testing

@testable import Lubdub

/// Fifteen traces and three rules of signal strength, compared with another implementation (Python) of the rules.
@Suite("First zones, conformance")
struct FirstZoneConformanceTests {
  struct File: Decodable {
    let ranges: [Course]
    let signal: Signal
  }

  struct Course: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let edges: [Double]
    let rows: [Row]
    let zone: [Int]
    let x: [Double?]
    let s, certainty: [Double]
    let isCertain: [Bool]

    var testDescription: String { name }
  }

  struct Row: Decodable, Sendable {
    let sample: Sample

    init(from decoder: any Decoder) throws {
      var cells = try decoder.unkeyedContainer()
      var sample = Sample(time: Seconds(try cells.decode(Double.self)), radio: .uwb)
      sample.range = try cells.decode(Double?.self).map { Meters($0) }
      sample.event = try cells.decode(String?.self).flatMap { LinkEvent(rawValue: $0) }
      self.sample = sample
    }
  }

  struct Signal: Decodable {
    let hold: [[Double?]]
  }

  static let file: File? = {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "FirstZones.json")
    return (try? Data(contentsOf: url)).flatMap { try? JSONDecoder().decode(File.self, from: $0) }
  }()

  @Test("Zones, distances, and deviations match the study", arguments: file?.ranges ?? [])
  func ranges(course: Course) throws {
    var filter = RangeFilter()
    // As of a radio whose noise is stated, and learned anew.
    filter.state.kernel.noise.slowWidening = 0.6
    var detector = ZoneDetector(
      .init(try Zones(edges: course.edges.map { Meters($0) })))
    for (index, row) in course.rows.enumerated() {
      let sample = row.sample
      let time = sample.time
      while detector.advance(to: time) != nil {}
      let isUsed = filter.update(sample)
      if let event = sample.event {
        _ = ZoneEvent(event, isSilent: false).map { detector.handle($0, at: time) }
      } else {
        if let range = filter.heard(at: time.value) { detector.hear(range, at: time.value) }
        if isUsed, let estimate = filter.estimate(at: time) { _ = detector.update(estimate) }
      }
      #expect(detector.zone ?? -1 == course.zone[index], "\(time)")
      let (x, s) = (filter.state.motion.distance, filter.state.kernel.noise.deviation)
      #expect(abs(x - (course.x[index] ?? 0)) <= 1e-9, "\(time)")
      #expect(abs(s - course.s[index]) <= 1e-9, "\(time)")
      guard sample.event == nil, filter.state.touch == nil else { continue }
      let probability = filter.contactProbability ?? 0
      #expect(abs(probability - course.certainty[index]) <= 1e-9, "\(time)")
    }
  }

  @Test func `A single strong level waits for a second level`() {
    var hold = LevelHold()
    for row in Self.file?.signal.hold ?? [] {
      #expect(hold.take(row[0] ?? .nan, expected: (-70, 5)) == row[1])
    }
  }

  @Test func `The file has every case`() {
    #expect(Self.file?.ranges.count == 15 && Self.file?.signal.hold.count == 10)
  }
}

/// One wrong reading among right ones, and its allowed effect.
@Suite("One outlier")
struct OutlierLawTests {
  struct Session {
    var rows: [(time: Double, range: Double)] = []
    var truth: [Double] = []
    var deviation = 0.0

    /// At rest or walking at up to 1 m/s, of 1 to 30 Hz and up to 6 cm of noise.
    init(_ random: inout SeededGenerator) {
      func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unit() }
      let rate = [1.0, 2, 5, 10, 30][Int(random.unit() * 5)]
      deviation = [0, 0.01, 0.014, 0.02, 0.03, 0.06][Int(random.unit() * 6)]
      let walks = random.unit() < 0.5
      let from = uniform(0.05, 4)
      let to = walks ? uniform(0.05, 4) : from
      let (begin, speed) = (uniform(0.5, 3), uniform(0.3, 1))
      var slow = 0.8 * random.normal()
      let kept = exp(-2 / rate)
      for tick in 0..<Int(max(6, 20 / rate) * rate) {
        let time = Double(tick) / rate
        slow = kept * slow + 0.8 * (1 - kept * kept).squareRoot() * random.normal()
        let gone = max(0, time - begin) * speed
        let distance = abs(to - from) <= gone ? to : from + (to < from ? -gone : gone)
        truth.append(distance)
        rows.append((time, distance + deviation * (slow + 0.6 * random.normal())))
      }
    }

    func zones() -> [Int] {
      var filter = RangeFilter()
      var detector = ZoneDetector(.init(.eternalLoop))
      return rows.map { row in
        let time = Seconds(row.time)
        while detector.advance(to: time) != nil {}
        let isUsed = filter.update(.uwb(Meters(row.range), at: time))
        if let range = filter.heard(at: row.time) { detector.hear(range, at: row.time) }
        if isUsed, let estimate = filter.estimate(at: time) { _ = detector.update(estimate) }
        return detector.zone ?? -1
      }
    }
  }

  @Test func `An outlier never sets a nearer first zone, and seldom causes a nearer change`() {
    var (first, later) = (0, 0)
    let edges = Zones.eternalLoop.edges.map(\.value)
    for seed in Thoroughness.seeds(2000) {
      var random = SeededGenerator(seed: UInt64(seed))
      var session = Session(&random)
      let without = session.zones()
      let isFirst = random.unit() < 1.0 / 3
      let place = isFirst ? 0 : Int(random.unit() * Double(session.rows.count))
      let size = exp(log(0.05) + random.unit() * log(60))
      session.rows[place].range += random.unit() < 0.5 ? -size : size
      let with = session.zones()
      guard let start = with.firstIndex(where: { $0 >= 0 }) else { continue }
      for index in start..<with.count {
        let edge = with[index]
        guard (0..<4).contains(edge), index == start || edge < with[index - 1],
          without[index...].allSatisfy({ $0 < 0 || $0 > edge })
        else { continue }
        let limit = max(edges[edge] + 2 * session.deviation, edge == 0 ? 0.08 : 0)
        if index == start {
          first += session.truth[...index].allSatisfy { $0 >= limit } ? 1 : 0
        } else if session.truth[index] >= limit {
          later += 1
        }
      }
    }
    #expect(first == 0)
    #expect(later <= 1)
  }
}

/// The response of a pipeline to rest close to contact, and the requirements for contact.
@Suite("Contact and touch")
struct ContactBesideTouchTests {
  /// Rest with the noise of a phone; the share of time in contact, and whether the ring was sent.
  static func rest(
    _ distance: Double, bias: Double = 0, seed: UInt64, rate: Double = 10
  ) throws -> (share: Double, isSent: Bool) {
    var configuration = Preset.default.configuration
    configuration.ceremony.send = .atContact
    var pipeline = try Pipeline(configuration)
    var random = SeededGenerator(seed: seed)
    var (slow, contact, isSent) = (0.8 * random.normal(), 0.0, false)
    let kept = exp(-2 / rate)
    pipeline.process(.event(.connected, at: 0)) { _ in }
    for tick in 1...Int(60 * rate) {
      slow = kept * slow + 0.8 * (1 - kept * kept).squareRoot() * random.normal()
      let range = distance + bias + 0.014 * (slow + 0.6 * random.normal())
      pipeline.process(.uwb(Meters(range), at: Seconds(Double(tick) / rate))) {
        if case .ceremony(let action) = $0, case .phase(_, .sending) = action.kind {
          isSent = true
        }
      }
      contact += pipeline.zone == 0 ? 1 : 0
    }
    return (contact / (60 * rate), isSent)
  }

  @Test(arguments: [5.0, 10, 30])
  func `At 8 cm a phone is in the touch zone and sends nothing`(rate: Double) throws {
    var share = 0.0
    for seed in 200..<210 as Range<UInt64> {
      let rest = try Self.rest(0.08, seed: seed, rate: rate)
      share += rest.share / 10
      #expect(!rest.isSent)
    }
    #expect(share <= 0.2)
  }

  @Test func `Contact measured up to 3 cm too long is detected and sends the ring`() throws {
    for seed in 200..<205 as Range<UInt64> {
      let rest = try Self.rest(0.01, bias: 0.03, seed: seed)
      #expect(rest.share > 0.95 && rest.isSent)
    }
  }
}
