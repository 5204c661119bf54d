import Lubdub
import LubdubExtras
import LubdubSupport
import LubdubTraces
import Testing

/// One stroke, written in each format.
@Suite struct StrokeAgreementTests {
  private static let points: [(t: Int, x: Int, y: Int, p: Int)] = (0..<120).map { step in
    (step * 8, 3 * step, (step * step) / 40 % 60, 20 + (step * 7) % 70)
  }

  private static func share(_ percent: Int) -> String { "0.\(percent < 10 ? "0" : "")\(percent)" }

  private static func seconds(_ milliseconds: Int) -> String {
    "\(Double(milliseconds) / 1000)"
  }

  private static var texts: [String] {
    let rows = points
    let csv =
      "stroke,t_s,x_px,y_px,pressure\n"
      + rows.map { "a,\(seconds($0.t)),\($0.x),\($0.y),\(share($0.p))\n" }.joined()
    let events = rows.enumerated().map { index, row in
      "{\"type\": \"pointer\(index == 0 ? "down" : "move")\", \"pointerId\": 1, \"timeStamp\": \(row.t), "
        + "\"clientX\": \(row.x), \"clientY\": \(row.y), \"pressure\": \(share(row.p)), \"buttons\": 1}"
    }
    let ink =
      "<ink><traceFormat><channel name='X'/><channel name='Y'/><channel name='F'/>"
      + "<channel name='T' units='ms'/></traceFormat><trace>"
      + rows.map { "\($0.x) \($0.y) \(share($0.p)) \($0.t)" }.joined(separator: ", ")
      + "</trace></ink>"
    let svc =
      "\(rows.count)\n"
      + rows.map { "\($0.x) \($0.y) \(seconds($0.t)) 1 0 0 \(share($0.p))\n" }.joined()
    let xml =
      "<Gesture Name='a'>"
      + rows.map {
        "<Point X='\($0.x)' Y='\($0.y)' T='\($0.t)' Pressure='\(share($0.p))'/>"
      }.joined() + "</Gesture>"
    return [
      csv, events.joined(separator: "\n"), "[\(events.joined(separator: ","))]", ink, svc, xml,
    ]
  }

  @Test(arguments: StrokeMap.allCases)
  func `A stroke gives the same timeline in every format`(map: StrokeMap) throws {
    var rendering = StrokeRendering()
    rendering.map = map
    let timelines = try Self.texts.map { text in
      let log = try StrokeLog(Array(text.utf8), path: "log")
      #expect(log.report.rejected == 0 && log.strokes.count == 1)
      return rendering.timeline(of: log.strokes)
    }
    try #require(timelines.count == 6 && timelines[0].events.count == 1)
    for timeline in timelines { #expect(timeline == timelines[0]) }
  }
}
