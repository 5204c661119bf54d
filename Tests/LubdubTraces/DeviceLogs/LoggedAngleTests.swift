import TestSupport
import Testing

@testable import LubdubTraces

/// A log with angles, and the angles if the log's numbers are degrees.
struct AngleLog: Sendable, CustomTestStringConvertible {
  let format: String
  let text: String
  /// Azimuth and elevation of each row, as logged.
  let angles: [(azimuth: Double?, elevation: Double?)]
  var hasUnit = true

  var testDescription: String { format }

  static let all = [
    AngleLog(
      format: "qorvo",
      text: """
        SESSION_INFO_NTF: {session_handle=1, sequence_number=0, block_index=0, n_measurements=1
         [mac_address=0x0001, status="SUCCESS", distance[cm]=91, loc_az_pdoa=65.35, loc_az=2.5, \
        loc_el_pdoa=32.12, loc_el=1.25, rmt_az=0.75, rmt_el=0.5, RSSI[dBm]=-66.5]}
        SESSION_INFO_NTF: {session_handle=1, sequence_number=1, block_index=1, n_measurements=1 \
        [mac_address=0x0001, status="SUCCESS", distance[cm]=71, loc_az=-1.5]}
        SESSION_INFO_NTF: {session_handle=1, sequence_number=2, block_index=2, n_measurements=1 \
        [mac_address=0x0001, status="RX_TIMEOUT"]}

        """, angles: [(2.5, 1.25), (-1.5, nil), (nil, nil)]),
    AngleLog(
      format: "qorvo",
      text: """
        {"Block":0, "results":[{"Addr":"0x1","Status":"Ok","D_cm":9,"LPDoA_deg":113.38,\
        "LAoA_deg":2.5,"LFoM":0,"RAoA_deg":-0.5}]}
        {"Block":1, "results":[{"Addr":"0x1","Status":"Ok","D_cm":9,"LAoA_deg":null}]}

        """, angles: [(2.5, nil), (nil, nil)]),
    AngleLog(
      format: "iphone-ni",
      text: """
        Timestamp,Distance,Azimuth,Elevation,AccX
        1.5,"uwb",5.090476,0.0,141.37166
        2.5,"uwb",5.1,-2.5,1.25
        3.5,"uwb",5.2,nan,nan
        4.5,"uwb",5.2,0.0,0.0

        """, angles: [(nil, nil), (-2.5, 1.25), (nil, nil), (0, 0)]),
    AngleLog(
      format: "iphone-ni",
      text: """
        Timestamp,Distance,Azimuth,Elevation
        1.5,5.09,1.5,-1.25
        2.5,5.1,nil,
        3.5,,,1

        """, angles: [(1.5, -1.25), (nil, nil), (nil, 1)]),
    AngleLog(
      format: "android-uwb",
      text: """
        elapsedRealtimeNanos,address,distance_m,azimuth_deg,elevation_deg,event
        100,A1:B2,2.31,-2.5,1.5,position
        200,A1:B2,2.29,null,,position
        300,A1:B2,,0.5,null,position

        """, angles: [(-2.5, 1.5), (nil, nil), (0.5, nil)], hasUnit: false),
  ]

  func expected(in unit: AngleUnit) -> [ArrivalAngles] {
    angles.map { row in
      ArrivalAngles(
        azimuth: row.azimuth.map { unit.angle($0) }, elevation: row.elevation.map { unit.angle($0) }
      )
    }
  }
}

@Suite("Angles in device logs")
struct LoggedAngleTests {
  @Test(arguments: AngleLog.all, AngleUnit.allCases)
  func `Angles are read in the requested unit`(log: AngleLog, unit: AngleUnit) throws {
    var options = ReadOptions(formats: .deviceLogs)
    options.angleUnit = unit
    for chunk in [1, 5, 1000] {
      let read = try ReadLog(Array(log.text.utf8), chunk: chunk, options: options)
      #expect(read.report.format == log.format)
      #expect(read.records.map(\.angles) == log.expected(in: unit))
      #expect(read.report.carriesAngles)
      #expect(read.rejections.isEmpty)
    }
  }

  @Test(arguments: AngleLog.all)
  func `Without the option, angles are degrees if that is the format's unit`(log: AngleLog) throws {
    let read = try ReadLog(log.text)
    let none = [ArrivalAngles](repeating: .unknown, count: log.angles.count)
    #expect(read.records.map(\.angles) == (log.hasUnit ? log.expected(in: .degrees) : none))
    #expect(read.report.carriesAngles == log.hasUnit)
    #expect(read.report.warnings.contains { $0.contains("degrees or radians") } == !log.hasUnit)
  }

  @Test func `Android logs without angles need no unit and give no warning`() throws {
    let read = try ReadLog(HandMadeLog.android.bytes)
    #expect(read.report.warnings.isEmpty)
    var options = ReadOptions(formats: .deviceLogs)
    options.angleUnit = .degrees
    let text = "elapsedRealtimeNanos,distance_m\n100,2.31\n"
    #expect(try !ReadLog(text, options: options).report.carriesAngles)
  }

  @Test func `Angles in the wrong unit are dropped and reported, and ranges are kept`() throws {
    var options = ReadOptions(formats: .deviceLogs)
    options.angleUnit = .radians
    let log = try ReadLog(
      "elapsedRealtimeNanos,distance_m,azimuth,elevation\n100,2.31,-12.5,3.0\n200,2,x,\n",
      options: options)
    #expect(log.rows.map(\.range) == [2.31, 2])
    #expect(log.records.map(\.angles) == [.unknown, .unknown])
    #expect(log.report.droppedAngles.lines == [2, 3])
    #expect(log.report.warnings.contains { $0.contains("angles of arrival left out of 2 rows") })
  }

  @Test(arguments: AngleLog.all)
  func `An angle that may be truncated at the end of a log is omitted`(log: AngleLog) throws {
    var options = ReadOptions(formats: .deviceLogs)
    options.angleUnit = .degrees
    options.format = log.format
    let whole = log.expected(in: .degrees)
    let bytes = Array(log.text.utf8)
    for length in 0..<bytes.count {
      guard let read = try? ReadLog(Array(bytes[..<length]), options: options) else { continue }
      for (record, expected) in zip(read.records, whole) {
        let angles = record.angles
        #expect(angles.azimuth == nil || angles.azimuth == expected.azimuth, "cut to \(length)")
        #expect(
          angles.elevation == nil || angles.elevation == expected.elevation, "cut to \(length)")
      }
    }
  }

  @Test(.recordings("logs"))
  func `The sample logs have their known angles`() throws {
    func angles(_ file: String, _ unit: AngleUnit? = nil) throws -> [ArrivalAngles] {
      var options = ReadOptions(formats: .deviceLogs)
      options.angleUnit = unit
      let sample = try #require(SampleLog.all.first { $0.file == file })
      let records = try ReadLog(sample.bytes, options: options).records
      return records.map(\.angles).filter { $0 != .unknown }
    }
    let qorvo = ArrivalAngles(azimuth: 24.90, elevation: 12.01)
    #expect(try angles("qorvo-cli-session-info.log") == [qorvo])
    #expect(try angles("qorvo-cli-block.log").map(\.azimuth) == [46.35, 0])
    #expect(try angles("iphone-ni-tagged.csv").isEmpty)
    #expect(try angles("android-ranging.csv").isEmpty)
    #expect(
      try angles("android-ranging.csv", .degrees) == [
        ArrivalAngles(azimuth: -12.5, elevation: 3), ArrivalAngles(azimuth: -11.9, elevation: 2.8),
      ])
  }
}
