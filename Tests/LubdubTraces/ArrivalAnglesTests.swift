import TestSupport
import Testing

@testable import LubdubTraces

@Suite("Angles of arrival")
struct ArrivalAnglesTests {
  @Test func `Angles do not enlarge a record`() {
    #expect(MemoryLayout<ArrivalAngles>.size == 8)
    #expect(MemoryLayout<TraceRecord>.stride == 104)
  }

  @Test func `Angles of up to six decimals are stored exactly`() {
    let seed: UInt64 = 31
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100_000 {
      let azimuth = Degrees(
        Double(Int.random(in: -180_000_000...180_000_000, using: &generator)) / 1e6)
      let elevation = Degrees(
        Double(Int.random(in: -90_000_000...90_000_000, using: &generator)) / 1e6)
      let angles = ArrivalAngles(azimuth: azimuth, elevation: elevation)
      #expect(angles.azimuth == azimuth && angles.elevation == elevation, "seed \(seed)")
    }
  }

  @Test(
    "Angles beyond the limits are missing, and rounding at a limit gives the limit",
    arguments: [
      (180, 180, nil), (-180, -180, nil), (180.01, 180, nil), (-180.05, -180, nil),
      (180.06, nil, nil), (-181, nil, nil), (90, 90, 90), (-90.04, -90.04, -90),
      (90.06, 90.06, nil), (.nan, nil, nil), (.infinity, nil, nil), (-.infinity, nil, nil),
      (1e300, nil, nil), (0, 0, 0), (-0.0, 0, 0),
    ] as [(Double, Double?, Double?)])
  func limits(angle: Double, azimuth: Double?, elevation: Double?) {
    let angles = ArrivalAngles(azimuth: Degrees(angle), elevation: Degrees(angle))
    #expect(angles.azimuth?.value == azimuth)
    #expect(angles.elevation?.value == elevation)
  }

  @Test func `Radians are converted to degrees`() {
    #expect(AngleUnit.radians.angle(.pi / 2) == 90)
    #expect(AngleUnit.degrees.angle(90) == 90)
    let angles = ArrivalAngles(
      azimuth: AngleUnit.radians.angle(3.1416), elevation: AngleUnit.radians.angle(-1.5708))
    #expect(angles.azimuth == 180 && angles.elevation == -90)
  }

  private static let rows = "0,1.5,24.9,-12.01\n1,2,,3\n2,,-180,\n3,2.5,,\n"
  private static let trace = "t_s,range_m,azimuth_deg,elevation_deg\n" + rows
  private static let expected = [
    ArrivalAngles(azimuth: 24.9, elevation: -12.01), ArrivalAngles(azimuth: nil, elevation: 3),
    ArrivalAngles(azimuth: -180, elevation: nil), .unknown,
  ]

  @Test(arguments: [1, 7, 1000])
  func `Lubdub's own columns are degrees, whatever unit is requested`(pieces: Int) throws {
    for unit in [nil, AngleUnit.degrees, .radians] {
      var options = ReadOptions()
      options.angleUnit = unit
      let (records, report) = try read(Self.trace, options: options, pieces: pieces)
      #expect(records.map(\.angles) == Self.expected)
      #expect(report.carriesAngles)
      #expect(report.warnings.isEmpty)
    }
    #expect(try !read("t_s,range_m\n0,1\n").report.carriesAngles)
  }

  @Test("Angles survive writing and reading bit for bit, in both formats")
  func identity() throws {
    let (records, _) = try read(Self.trace)
    for format in TraceWriter.Format.allCases {
      let bytes = TraceWriter.encode(records, as: format)
      for pieces in [1, 1000] {
        let again = try read(bytes, pieces: pieces)
        #expect(again.records.map(\.angles) == Self.expected)
        #expect(again.records.map(\.sample) == records.map(\.sample))
        #expect(again.report.carriesAngles)
        #expect(TraceWriter.encode(again.records, as: format) == bytes)
      }
    }
    let header = "t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,peer"
    let text = String(decoding: TraceWriter.encode(records), as: UTF8.self)
    #expect(text.hasPrefix(header + ",azimuth_deg,elevation_deg\n0,uwb,1.5,,,,,,,24.9,-12.01\n"))
  }

  @Test func `Angle members are written in every object or in none`() throws {
    let (records, _) = try read(Self.trace)
    let text = String(decoding: TraceWriter.encode(records, as: .ndjson), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(
      lines[3] == """
        {"azimuth_deg": null, "elevation_deg": null, "range_m": 2.5, "source": "uwb", "t_s": 3}
        """)
    var writer = TraceWriter(.ndjson)
    for record in records { writer.write(record) }
    #expect(!String(decoding: writer.bytes, as: UTF8.self).contains("_deg"))
  }

  @Test func `Any JSON line can introduce angles, and the first also by an empty member`() throws {
    let first = "{\"t_s\": 0, \"range_m\": 1}\n"
    let second = "{\"t_s\": 1, \"range_m\": 1, \"azimuth_deg\": 5}\n"
    #expect(try !read(first).report.carriesAngles)
    #expect(try read(first + second).report.carriesAngles)
    #expect(try read(second).report.carriesAngles)
    #expect(try read("{\"t_s\": 0, \"elevation_deg\": null}\n" + second).report.carriesAngles)
    #expect(try read(first + second).records.last?.angles.azimuth == 5)
  }

  @Test(arguments: [
    ("200", "azimuth is 200.0 °"), ("abc", "azimuth is not a number"), ("inf", "not a number"),
    ("1e400", "not a number"), ("\"12,5\"", "not a number"),
  ])
  func `A bad angle is dropped from its row and reported`(azimuth: String, found: String) throws {
    let rows = (0..<50).map { "\($0),1.5,\($0 % 20 == 3 ? azimuth : "1"),91\n" }.joined()
    let trace = "t_s,range_m,azimuth_deg,elevation_deg\n" + rows
    for pieces in [1, 1 << 20] {
      let (records, report) = try read(trace, pieces: pieces)
      #expect(records.count == 50)
      #expect(report.rejected == 0)
      #expect(records.count { $0.angles.azimuth == nil } == 3)
      #expect(records.allSatisfy { $0.angles.elevation == nil })
      #expect(report.droppedAngles.count == 50)
    }
    let strict = "t_s,range_m,azimuth_deg\n0,1,\(azimuth)\n1,1,5\n"
    var options = ReadOptions()
    options.strict = true
    let (records, report) = try read(strict, options: options)
    #expect(records.map(\.angles.azimuth) == [nil, 5])
    let warning = try #require(report.warnings.first)
    #expect(warning.hasPrefix("angles of arrival left out of 1 row (line 2): azimuth is "))
    #expect(warning.contains(found))
  }

  @Test func `Angles in rejected rows and in rows of other links are not counted`() throws {
    var options = ReadOptions()
    options.peer = "a"
    let trace = "t_s,range_m,peer,azimuth_deg\n0,1,a,1\n1,1,b,999\n2,-1,a,999\n1,1,a,2\n0,1,a,999\n"
    let (records, report) = try read(trace, options: options)
    #expect(records.map(\.angles.azimuth) == [1, 2])
    #expect(report.droppedAngles.count == 0)
  }

  @Test func `Long traces with angles keep every angle`() throws {
    let header = "t_s,source,range_m,azimuth_deg,elevation_deg\n"
    let text = header + (0..<4000).map { "\($0).5,uwb,1.25,\($0 % 90).5,-\($0 % 45).25\n" }.joined()
    let (records, report) = try read(text)
    #expect(report.accepted == 4000)
    for (row, record) in records.enumerated() {
      let expected = ArrivalAngles(
        azimuth: Degrees(Double(row % 90) + 0.5), elevation: Degrees(-Double(row % 45) - 0.25))
      if record.angles != expected { Issue.record("row \(row): \(record.angles)") }
    }
  }

  @Test func `A repeated column of angles is rejected`() {
    #expect(throws: ReadError.self) {
      try read("t_s,range_m,azimuth_deg,Azimuth_deg\n1,1,1,1\n")
    }
  }
}
