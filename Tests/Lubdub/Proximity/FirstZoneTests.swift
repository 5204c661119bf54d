import Foundation
import TestSupport
import Testing

@testable import Lubdub

/// Fifteen traces and three rules of signal strength, compared with another implementation (Python) of the rules.
@Suite("Zones that state what the evidence bears, conformance")
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
    let known: [Known]
  }

  struct Known: Decodable {
    let probability: Double
    let isKnown: Bool

    init(from decoder: any Decoder) throws {
      var cells = try decoder.unkeyedContainer()
      probability = try cells.decode(Double.self)
      isKnown = try cells.decode(Bool.self)
    }
  }

  static let file: File? = {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "FirstZones.json")
    return (try? Data(contentsOf: url)).flatMap { try? JSONDecoder().decode(File.self, from: $0) }
  }()

  @Test("Zones, distances, and deviations are those of the study", arguments: file?.ranges ?? [])
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
    }
  }

  @Test func `Every course is there`() {
    #expect(Self.file?.ranges.count == 15)
  }
}
