import Lubdub
import LubdubExtras
import LubdubSupport
import Testing

/// Every log reads the same variants of tables that spreadsheets write.
@Suite struct TableLogTests {
  /// The text encoding of a file.
  enum Encoding: CaseIterable {
    case utf8, utf8WithMark, utf16Little, utf16Big, latin1

    func bytes(_ text: String) -> [UInt8] {
      switch self {
      case .utf8: Array(text.utf8)
      case .utf8WithMark: Array("\u{FEFF}\(text)".utf8)
      case .utf16Little: "\u{FEFF}\(text)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case .utf16Big: "\u{FEFF}\(text)".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case .latin1: text.unicodeScalars.map { UInt8($0.value) }
      }
    }
  }

  @Test(arguments: Encoding.allCases)
  func `Positions may have quotes, missing values, and decimal commas`(encoding: Encoding) throws {
    let text =
      "sep=;\r\n\"t_s\";\"Latitude (deg)\";lon_deg;name;accuracy_m\r\n0;51,5;-0,12;\"Müller; Anna\";NA\r\n"
      + "1;NA;NULL;\"Müller; Anna\";5\r\n2;51,5;-0,12;\"Müller; Anna\";5\r\n3;51,5\r\n"
    let log = try PositionLog(encoding.bytes(text), path: "log")
    #expect(log.format == .csv && log.tracks.map(\.name) == ["Müller; Anna"])
    #expect(log.tracks[0].fixes.map(\.time.value) == [0, 2])
    #expect(log.tracks[0].fixes[0].place.latitude == 51.5)
    #expect(log.tracks[0].fixes.map { $0.deviation == nil } == [true, false])
    #expect(log.report.rejections[.notANumber]?.lines == [4])
    #expect(log.report.rejections[.columnCount]?.lines == [6])
    #expect(log.report.warnings.count == (encoding == .latin1 ? 1 : 0))
  }

  @Test(arguments: Encoding.allCases)
  func `Stroke tables may have quoted names, missing values, and units in the header`(
    encoding: Encoding
  ) throws {
    let text =
      "stroke,Time [ms],x (mm),y (mm),pressure\n\"Jürgen, Anna\",0,1,2,NA\n\"Jürgen, Anna\",10,1,3,0.5\n"
      + "\"Jürgen, Anna\",NA,1,3,0.5\n\"Jürgen, Anna\",20,None,3,0.5\n\"Jürgen, Anna\",NaN,1,3,0.5\n"
    let log = try StrokeLog(encoding.bytes(text), path: "log")
    #expect(log.strokes.map(\.name) == ["Jürgen, Anna"] && log.scale == .millimeters)
    #expect(log.strokes[0].points.map(\.time) == [0, 0.01])
    #expect(log.strokes[0].points.map(\.pressure) == [nil, 0.5])
    #expect(log.report.rejections[.missingTime]?.lines == [4])
    #expect(log.report.rejections[.notANumber]?.lines == [5])
    #expect(log.report.rejections[.notFinite]?.lines == [6])
  }

  @Test func `A row of units below the header isn't read as a stroke`() throws {
    let log = try StrokeLog(
      Array("stroke,t,x,y\n,ms,mm,mm\na,0,1,2\na,500,1,3\n".utf8), path: "log")
    #expect(log.scale == .millimeters && log.report.rejected == 0)
    #expect(log.strokes[0].points.map(\.time) == [0, 0.5])
  }

  @Test(arguments: Encoding.allCases)
  func `Pulse tables may have quoted names, missing values, and units in the header`(
    encoding: Encoding
  ) throws {
    let text =
      "name,RR [ms]\n\"Müller, Anna\",800\n\"Müller, Anna\",NA\n\"Müller, Anna\",\"810\"\nx,y,z\n"
    let log = try PulseLog(encoding.bytes(text), path: "log")
    #expect(log.series.map(\.name) == ["Müller, Anna"])
    let intervals = try #require(log.series()).intervals.intervals
    #expect(intervals.map(\.length.value) == [800, 810])
    // Where a value is missing, beats are.
    #expect(intervals.map(\.isContinued) == [false, false])
    #expect(log.report.rejections[.notANumber]?.lines == [3])
    #expect(
      log.report.rejections[.columnCount]?.example.hasPrefix(
        "the row has 3 columns, the header 2") == true)
  }

  @Test(arguments: Encoding.allCases)
  func `Day readings may have quotes, semicolons, and decimal commas`(encoding: Encoding) throws {
    let text =
      "\"id\";\"time\";\"type\";\"value\";\"source\"\n"
      + "a;2026-11-21T06:40;sleep;7,5;\"Müller; Uhr\"\nb;2026-11-21T06:40;hrv;NA;NA\n"
      + "c;2026-11-21T06:41;hrv;50;NA\n"
    let bytes = encoding.bytes(text)
    #expect(ReadingLog.recognises(bytes))
    let log = try ReadingLog(bytes, path: "log")
    #expect(log.readings.map(\.value) == [7.5, 50])
    #expect(log.readings.map(\.source) == ["Müller; Uhr", ""])
    #expect(log.report.rejections[.notANumber]?.lines == [3])
  }

  @Test func `A table of readings reports each fault, and an empty table is accepted`() throws {
    let log = try ReadingLog(
      Array(
        """
        id,time,type,value
        a,2026-11-21T06:40:00+01:00,sleep,7.5
        b,2026-11-21T06:40,hrv,50
        a,2026-11-21T06:40,hrv,50
        c,yesterday,hrv,50
        d,2026-11-21T06:40,mood,50
        e,2026-11-21T06:40,sleep,25
        f,2026-11-21T06:40,hrv
        """.utf8), path: "log")
    #expect(log.readings.map(\.id) == ["a", "b"] && log.report.duplicates == 1)
    // What counts is the clock on the wall.
    #expect(log.readings[0].time == log.readings[1].time)
    #expect(log.report.rejections[.notATime]?.lines == [5])
    #expect(log.report.rejections[.damaged]?.lines == [6])
    #expect(log.report.rejections[.notANumber]?.lines == [7])
    #expect(log.report.rejections[.columnCount]?.lines == [8])
    #expect(try ReadingLog([], path: "log").readings.isEmpty)
    #expect(throws: ReadError.self) { try ReadingLog(Array("id,when\n".utf8), path: "log") }
  }
}
