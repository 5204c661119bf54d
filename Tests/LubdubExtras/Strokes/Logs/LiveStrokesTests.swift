import Lubdub
import LubdubExtras
import LubdubSupport
import Testing

@Suite struct LiveStrokesTests {
  private func event(
    _ type: String, _ time: Double, _ x: Double, pressure: Double = 0.5, pointer: Int = 1
  ) -> String {
    "{\"type\": \"\(type)\", \"pointerId\": \(pointer), \"timeStamp\": \(time), \"clientX\": \(x), "
      + "\"clientY\": 10, \"pressure\": \(pressure)}"
  }

  private func felt(_ strokes: inout LiveStrokes, _ line: String) throws -> JSONValue? {
    let bytes = strokes.take(line)
    return bytes.isEmpty ? nil : try JSONParser.parse(bytes)
  }

  @Test func `Each row plays at once, with its own time`() throws {
    var strokes = LiveStrokes(StrokeRendering())
    let began = try #require(try felt(&strokes, event("pointerdown", 1000, 10)))
    #expect(began["what"]?.string == "began" && began["t_s"]?.number == 1)
    var changes = 0
    for step in 1...50 {
      let time = 1000 + 10 * Double(step)
      let line = try felt(&strokes, event("pointermove", time, 10 + 4 * Double(step)))
      guard let line else { continue }
      changes += 1
      #expect(line["what"]?.string == "changed" && line["t_s"]?.number == time / 1000)
    }
    #expect(changes > 3)
    let ended = try #require(try felt(&strokes, event("pointerup", 1510, 210)))
    #expect(ended["what"]?.string == "ended" && ended["t_s"]?.number == 1.51)
    #expect(ended["intensity"] == nil)
  }

  @Test func `A live stroke ends as strong as the whole stroke, except for fades`() throws {
    var stroke = Stroke()
    var live = LiveStroke(StrokeRendering())
    var last = 0.0
    for step in 0...100 {
      let point = Stroke.Point(time: Seconds(Double(step) / 50), x: 3 * Double(step), y: 0)
      try stroke.append(point)
      last = live.take(point).intensity
    }
    let event = try #require(StrokeRendering().event(of: stroke))
    #expect(abs(event.intensity - last) < 0.05)
  }

  @Test func `Two fingers draw two strokes, and a hovering pen draws nothing`() throws {
    var strokes = LiveStrokes(StrokeRendering())
    #expect(try felt(&strokes, event("pointermove", 0, 0, pointer: 3)) == nil)
    #expect(try felt(&strokes, event("pointerdown", 10, 0, pointer: 1))?["pointer"]?.number == 1)
    #expect(try felt(&strokes, event("pointerdown", 12, 0, pointer: 2))?["pointer"]?.number == 2)
    #expect(try felt(&strokes, event("pointerup", 20, 0, pointer: 1))?["pointer"]?.number == 1)
    #expect(strokes.report.ignored == 2)
  }

  @Test func `A bad row is counted with its line, and the stroke continues`() throws {
    var strokes = LiveStrokes(StrokeRendering())
    _ = try felt(&strokes, event("pointerdown", 100, 0))
    for line in ["{", "7", event("pointermove", 50, 5), event("pointermove", 120, 1e9), ""] {
      #expect(try felt(&strokes, line) == nil)
    }
    #expect(strokes.report.rejected == 4)
    #expect(try felt(&strokes, event("pointerup", 130, 5))?["what"]?.string == "ended")
  }

  @Test func `Raw tablet units are reported, and plausible hand movements aren't`() throws {
    func summary(_ unit: Double) throws -> StrokeSummary {
      var stroke = Stroke()
      for step in 0..<200 {
        try stroke.append(
          .init(time: Seconds(Double(step) / 133), x: unit * Double(step), y: 0))
      }
      return StrokeSummary([stroke], scale: .millimeters)
    }
    #expect(try summary(0.5).doubtAboutScale == nil)
    let doubt = try #require(try summary(270).doubtAboutScale)
    #expect(doubt.contains("53.7 m across at 35.9 m/s"), "\(doubt)")
  }
}
