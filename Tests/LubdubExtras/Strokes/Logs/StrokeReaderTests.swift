import Lubdub
import LubdubExtras
import LubdubSupport
import Testing

@Suite struct StrokeReaderTests {
  private func read(_ text: String) throws -> StrokeLog {
    try StrokeLog(Array(text.utf8), path: "log")
  }

  @Test func `Columns may be in any order, and errors report their line`() throws {
    let log = try read(
      """
      y_mm;x_mm;t_s;stroke;pressure
      # a remark
      1;2;0;a;0.5
      1;2;0.1;a
      1;x;0.2;a;0.5
      1;2;;a;0.5
      2;2;0.2;b;0.25
      3;2;0.3;a;0.75
      3;2;0.1;a;0.75
      3;2;0.4;a;-1
      """)
    #expect(log.format == .csv && log.scale == .millimeters)
    #expect(log.strokes.map(\.name) == ["a", "b"])
    #expect(log.strokes[0].points.map(\.y) == [1, 3])
    #expect(log.report.accepted == 3 && log.report.rejected == 5)
    #expect(log.report.rejections[.columnCount]?.lines == [4])
    #expect(log.report.rejections[.notANumber]?.lines == [5])
    #expect(log.report.rejections[.missingTime]?.lines == [6])
    #expect(log.report.rejections[.timeBackwards]?.lines == [9])
    #expect(log.report.rejections[.damaged]?.lines == [10])
  }

  @Test func `Strokes with separate clocks are placed one after another`() throws {
    let log = try read("stroke,t_s,x,y\na,0,1,1\na,2,1,1\nb,0,1,1\nb,1,1,1\nc,0,1,1\n")
    #expect(log.strokes.map(\.start) == [0, 2.5, 4])
    #expect(log.report.warnings.count == 1)
  }

  @Test func `Whole times without a unit are read as milliseconds`() throws {
    let whole = try read("time,x,y\n1000,1,1\n1016,1,1\n1033,1,1\n")
    #expect(whole.strokes[0].points.map(\.time) == [1, 1.016, 1.033])
    #expect(whole.report.warnings.count == 1)
    let fraction = try read("time,x,y\n1,1,1\n1.5,1,1\n")
    #expect(fraction.strokes[0].duration == 0.5 && fraction.report.warnings.isEmpty)
  }

  @Test func `A pen-up column ends a stroke`() throws {
    let log = try read("t_ms,x,y,pen\n0,1,1,1\n10,1,1,1\n20,1,1,0\n30,1,1,1\n")
    #expect(log.strokes.map(\.points.count) == [2, 1] && log.report.ignored == 1)
    #expect(log.strokes[1].start == 0.03)
  }

  @Test func `Pointer events form strokes from down to up, separately for each finger`() throws {
    let log = try read(
      """
      {"type": "pointermove", "pointerId": 1, "timeStamp": 0, "clientX": 0, "clientY": 0, "buttons": 0, "pressure": 0}
      {"type": "pointerdown", "pointerId": 1, "timeStamp": 10, "clientX": 0, "clientY": 0, "pressure": 0.5}
      {"type": "pointerdown", "pointerId": 2, "timeStamp": 15, "clientX": 9, "clientY": 9, "pressure": 0.5}
      {"type": "pointermove", "pointerId": 1, "timeStamp": 20, "clientX": 3, "clientY": 4, "pressure": 0.5}
      {"type": "pointerout", "pointerId": 1, "timeStamp": 25, "clientX": 3, "clientY": 4}
      nothing
      {"type": "pointermove", "pointerId": 1, "clientX": 3, "clientY": 4}
      {"type": "pointermove", "pointerId": 1, "timeStamp": 26, "clientY": 4}
      {"type": "pointerup", "pointerId": 1, "timeStamp": 50, "clientX": 3, "clientY": 4, "pressure": 0}
      {"type": "pointermove", "pointerId": 1, "timeStamp": 60, "clientX": 3, "clientY": 4}
      """)
    #expect(log.format == .pointerEvents && log.strokes.count == 2)
    #expect(log.strokes[0].pathLength == 5 && log.strokes[0].end == 0.05)
    #expect(log.strokes.map(\.points.count) == [2, 1])
    #expect(!log.strokes[0].hasPressure)
    #expect(log.report.rejections[.notJSON]?.lines == [6])
    #expect(log.report.rejections[.missingTime]?.lines == [7])
    #expect(log.report.rejections[.notANumber]?.lines == [8])
    #expect(log.report.ignored == 4)
  }

  @Test func `Pointer events may be an array or an object of arrays`() throws {
    let array = try read(
      """
      [{"type": "pointerdown", "timeStamp": 10, "x": 0, "y": 0, "buttons": 1},
       {"type": "pointermove", "timeStamp": 20, "x": 3, "y": 4, "buttons": 1}, 7]
      """)
    #expect(array.strokes.map(\.pathLength) == [5])
    #expect(array.report.unit == .record && array.report.rejections[.notJSON]?.lines == [3])
    let columns = try read(
      """
      {"pointerType": "pen", "time": [10, 20, 30, 40], "x": [0, 3, 3, 0], "y": [0, 4, 4, 0],
       "buttons": [1, 1, 0, 1], "pressure": [0.1, 0.2, 0, 0.3]}
      """)
    #expect(columns.strokes.map(\.points.count) == [2, 1] && columns.strokes[0].end == 0.03)
    #expect(throws: ReadError.self) { try read(#"[{"type": "pointerdown", "x": 1, "time": }]"#) }
  }

  @Test func `InkML reads channels, units, differences, and marks`() throws {
    let log = try read(
      """
      <?xml version="1.0"?>
      <inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML">
      <inkml:traceFormat xml:id="f">
        <inkml:channel name="Y" units="mm"/><inkml:channel name="X" units="mm"/>
        <inkml:channel name="T" units="ms"/><inkml:channel name="F" min="0" max="1000"/>
      </inkml:traceFormat>
      <inkml:trace xml:id="a">10 20 0 500, '1'-2'10!250,"1"0'10 *,
        4-5 10 100, 0 0,
        1 1 20 100</inkml:trace>
      <inkml:trace type="penUp">1 1 1 1</inkml:trace>
      <inkml:trace xml:id="b">7 8 1000 ?</inkml:trace>
      <inkml:trace>1 1
      """)
    #expect(log.format == .inkML && log.scale == .millimeters)
    #expect(log.strokes.map(\.name) == ["a", "b"])
    let points = log.strokes[0].points
    // 10, 10 + 1, then the difference grows by 1: 13; x 20, 18, 16; then the modes stay.
    #expect(points.prefix(3).map(\.y) == [10, 11, 13])
    #expect(points.prefix(3).map(\.x) == [20, 18, 16])
    #expect(points.prefix(3).map(\.time) == [0, 0.01, 0.02])
    #expect(points.prefix(3).map(\.pressure) == [0.5, 0.25, 0.25])
    #expect(log.strokes[1].points.map(\.pressure) == [nil])
    #expect(log.report.rejections[.damaged]?.lines.first == 8)
    #expect(log.report.rejections[.damaged]?.lines.last == 12)
    #expect(log.report.ignored == 1)
  }

  @Test func `InkML without times uses the sample rate or is rejected`() throws {
    let timed = try read(
      "<ink><sampleRate uniform='true' value='100'/><trace>1 2, 3 4</trace><trace>5 6</trace></ink>"
    )
    #expect(timed.strokes[0].points.map(\.time) == [0, 0.01])
    #expect(timed.strokes[1].start == 0.51)
    let untimed = try read("<ink><trace>1 2,\n3 4</trace></ink>")
    #expect(untimed.strokes.isEmpty && untimed.report.rejections[.missingTime]?.lines == [1, 2])
  }

  @Test func `SVC counts its rows, and device pressures are fractions of full scale`() throws {
    let log = try read("4\n1 2 0 1 0 0 512\n1 3 8 1 0 0 1000\n1 3 15 0 0 0 0\n1 3 20 1\n")
    #expect(log.format == .svc && log.scale == .millimeters)
    #expect(log.strokes.map(\.points.count) == [2])
    #expect(log.strokes[0].points[1].time == 0.008)
    #expect(log.strokes[0].points[1].pressure == 1000 / 1023.0)
    #expect(log.report.ignored == 1 && log.report.rejections[.columnCount]?.lines == [5])
    #expect(log.report.warnings.count == 3)
  }

  @Test func `Gesture points have the time T in milliseconds`() throws {
    let log = try read(
      """
      \u{FEFF}<?xml version="1.0"?>
      <Gesture Name="x"><Stroke index="1">
        <Point X="1" Y="2" T="1000"/>
        <Point X="4" Y="6" T="1010"/></Stroke>
        <Stroke index="2"><Point X="1" Y="2" T="1100"/>
        <Point X="1" Y="2"/>
        <Point X="a" Y="2" T="5"/></Stroke></Gesture>
      """)
    #expect(log.format == .oneDollar && log.strokes.map(\.name) == ["x", "x"])
    #expect(log.strokes[0].pathLength == 5 && log.strokes[0].points[1].time == 1.01)
    #expect(log.report.rejections[.missingTime]?.lines == [6])
    #expect(log.report.rejections[.notANumber]?.lines == [7])
  }

  @Test(arguments: [
    "", " \n", "hello", "<kml/>", "{\"type\": 1}", "t_s,range_m\n1,2\n", "3\n1 2 3\n", "[1, 2]",
  ])
  func `A file without strokes is rejected`(text: String) {
    #expect(throws: ReadError.self) { try read(text) }
  }

  @Test func `An invalid pressure is reported as written in the file`() throws {
    let log = try StrokeLog(
      Array("stroke,t_s,x_px,y_px,pressure\n1,0,0,0,512\n1,0.02,1,1,-1\n1,0.04,2,2,1023\n".utf8),
      path: "pen.csv")
    let rejection = try #require(log.report.rejections[.damaged])
    #expect(rejection.lines == [3])
    #expect(rejection.example.contains("pressure -1.0;"), "\(rejection.example)")
    #expect(log.strokes[0].points.compactMap(\.pressure).max() == 1)
  }
}
