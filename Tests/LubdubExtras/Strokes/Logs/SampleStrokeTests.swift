import Foundation
import LubdubExtras
import LubdubHaptics
import LubdubTraces
import TestSupport
import Testing

/// Recordings next to the checkout, with the values that numpy computes for them.
enum SampleStrokes {
  static let folder = Recordings.folder("sources/strokes")

  static func log(_ name: String) throws -> StrokeLog {
    try StrokeLog(path: try #require(folder).appending(path: name).path)
  }
}

@Suite(.recordings("sources/strokes"))
struct SampleStrokeTests {
  /// Number of points, seconds, length, mean speed, and peak speed at 50 Hz.
  private func check(
    _ stroke: Stroke, _ count: Int, _ seconds: Double, _ length: Double, _ mean: Double,
    _ peak: Double
  ) throws {
    // With a metre for a unit, speeds are units per second.
    let summary = StrokeSummary([stroke], scale: try #require(SurfaceScale(unit: 1)))
    #expect(stroke.points.count == count)
    #expect(abs(stroke.duration.value - seconds) < 1e-6)
    #expect(abs(summary.length.value - length) < 1e-6)
    #expect(abs(try #require(summary.meanSpeed).value - mean) < 1e-6)
    #expect(abs(try #require(summary.peakSpeed).value - peak) < 1e-6)
  }

  @Test(arguments: [
    ("s02_slow_circle01", 52, 0.514, 307.947848, 599.120327, 924.495778),
    ("s02_fast_circle01", 44, 0.432, 448.724044, 1038.713064, 1658.793052),
    ("s03_slow_star01", 175, 4.472, 735.628125, 164.496450, 377.272727),
  ])
  func `Gestures have the speeds that NumPy computes`(
    name: String, count: Int, seconds: Double, length: Double, mean: Double, peak: Double
  ) throws {
    let log = try SampleStrokes.log("onedollar.csv")
    #expect(log.strokes.count == 108 && log.report.rejected == 0)
    let stroke = try #require(log.strokes.first { $0.name == name })
    try check(stroke, count, seconds, length, mean, peak)
  }

  @Test func `Pen strokes have the speeds and pressures that NumPy computes`() throws {
    let log = try SampleStrokes.log("wacom_ink.csv")
    #expect(log.strokes.count == 2 && log.report.rejected == 0)
    try check(log.strokes[0], 229, 0.927979, 113.517361, 122.327574, 248.643447)
    try check(log.strokes[1], 129, 0.512939, 49.340625, 96.191909, 242.982494)
    let pressures = log.strokes[0].points.compactMap(\.pressure)
    #expect(abs(try #require(pressures.max()) - 0.67) < 1e-6)
    #expect(abs(pressures.reduce(0, +) / 229 - 0.464629) < 1e-6)
  }

  @Test func `A tablet log contains five strokes on paper`() throws {
    let log = try SampleStrokes.log("tablet_handwriting.svc")
    #expect(log.strokes.count == 5 && log.report.rejected == 0 && log.report.warnings.isEmpty)
    #expect(log.report.accepted + log.report.ignored == 1378)
    #expect(abs(log.strokes.reduce(0) { $0 + $1.pathLength } - 93.819204) < 1e-6)
    #expect(abs(log.strokes.reduce(0) { $0 + $1.duration.value } - 6.117) < 1e-6)
  }

  @Test func `A browser log contains one stroke between two hovers`() throws {
    let log = try SampleStrokes.log("tablet_pointer_events.json")
    #expect(log.strokes.count == 1 && log.report.accepted == 148)
    #expect(log.report.accepted + log.report.ignored == 233)
    #expect(abs(log.strokes[0].pathLength - 527.314280) < 1e-6)
    #expect(log.strokes[0].hasPressure)
  }

  @Test func `InkML and pointer events contain the strokes of the table`() throws {
    let table = try SampleStrokes.log("wacom_ink.csv").strokes
    let ink = try SampleStrokes.log("wacom_ink_first.inkml").strokes
    #expect(ink.map(\.points.count) == [229, 129])
    for (one, other) in zip(ink, table) {
      for (point, exact) in zip(one.points, other.points) {
        #expect(abs(point.x - exact.x) < 1e-3 && abs(point.y - exact.y) < 1e-3)
      }
    }
    let events = try SampleStrokes.log("wacom_ink_first_pointer_events.ndjson")
    #expect(events.report.accepted == 358 && events.report.ignored == 2)
    for map in StrokeMap.allCases {
      var rendering = StrokeRendering()
      rendering.map = map
      let expected = rendering.timeline(of: table)
      for strokes in [ink, events.strokes] {
        let timeline = rendering.timeline(of: strokes)
        #expect(timeline.events.count == 2)
        for (event, exact) in zip(timeline.events, expected.events) {
          #expect(abs((event.time - exact.time).value) < 0.001)
          #expect(abs((event.duration - exact.duration).value) < 0.001)
          #expect(abs(event.intensity - exact.intensity) < 0.03)
        }
      }
    }
  }

  @Test func `The XML of a gesture contains the stroke of the table`() throws {
    let table = try SampleStrokes.log("onedollar.csv").strokes
      .first { $0.name == "s02_slow_circle01" }
    let xml = try SampleStrokes.log("onedollar_s02_slow_circle01.xml").strokes
    let exact = try #require(table)
    try #require(xml.count == 1)
    #expect(xml[0].points.map(\.x) == exact.points.map(\.x))
    #expect(abs((xml[0].duration - exact.duration).value) < 1e-9)
    let (one, other) = (StrokeRendering().event(of: xml[0]), StrokeRendering().event(of: exact))
    #expect(one?.duration.value.rounded() == other?.duration.value.rounded())
    #expect(abs((one?.intensity ?? 0) - (other?.intensity ?? 1)) < 1e-3)
  }

  @Test func `A stroke of 60 s becomes AHAP that passes its check`() throws {
    let parts = try SampleStrokes.log("tablet_handwriting.svc").strokes
    var stroke = Stroke()
    var offset = 0.0
    while offset < 60 {
      for part in parts {
        for point in part.points {
          let time = (point.time - part.start).value + offset
          guard time >= stroke.end.value, time <= 60 else { continue }
          try stroke.append(
            .init(time: Seconds(time), x: point.x, y: point.y, pressure: point.pressure))
        }
        offset += part.duration.value + 0.0075
      }
    }
    var rendering = StrokeRendering()
    rendering.scale = .millimeters
    for map in StrokeMap.allCases {
      rendering.map = map
      let document = TimelineDocument(rendering.timeline(of: [stroke]))
      let encoded = try HapticFormat.ahap.encode(document)
      var loss = LossReport(.read)
      #expect(HapticFormat.ahap.check(encoded.parts[0].bytes, loss: &loss).isEmpty)
    }
  }
}
