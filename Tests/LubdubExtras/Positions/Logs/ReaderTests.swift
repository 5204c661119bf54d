import Lubdub
import LubdubExtras
import LubdubSupport
import Testing

@Suite struct ReaderTests {
  private func read(_ text: String) throws -> PositionLog {
    try PositionLog(Array(text.utf8), path: "log")
  }

  private func gpx(_ points: String, creator: String = "test") -> String {
    """
    <?xml version="1.0"?>
    <x:gpx version="1.1" creator="\(creator)" xmlns:x="http://www.topografix.com/GPX/1/1">
    <!-- <trkpt lat="9" lon="9"/> -->
    <x:trk><x:trkseg>
    \(points)
    </x:trkseg></x:trk></x:gpx>
    """
  }

  @Test func `A GPX fault is reported with its line, and the other points are kept`() throws {
    let log = try read(
      gpx(
        """
        <x:trkpt lat="51.5" lon='-0.12'><x:time>2026-01-01T10:00:00Z</x:time></x:trkpt>
        <x:trkpt lat="91.5" lon="-0.12"><x:time>2026-01-01T10:00:01Z</x:time></x:trkpt>
        <x:trkpt lat="51.5" lon="-0.12"/>
        <x:trkpt lat="51.5" lon="-0.12"><x:time>noon</x:time></x:trkpt>
        <x:trkpt lat="51.5" lon="-0.12"><x:time>2026-01-01T09:00:01Z</x:time></x:trkpt>
        <x:trkpt lat="51.5" lon="-0.12"><x:time>2026-01-01T10:00:02.5Z</x:time>
        """))
    #expect(log.report.accepted == 1)
    #expect(log.report.rejections[.implausiblePosition]?.lines == [6])
    #expect(log.report.rejections[.missingTime]?.lines == [7])
    #expect(log.report.rejections[.notANumber]?.lines == [8])
    #expect(log.report.rejections[.timeBackwards]?.lines == [9])
    #expect(log.report.rejections[.damaged]?.lines == [10])
  }

  @Test func `The hdop value is in meters for some programs, and otherwise a dilution`() throws {
    let point = "<trkpt lat='1' lon='2'><time>2026-01-01T10:00:00Z</time><hdop>2</hdop></trkpt>"
    let metres = try read(gpx(point, creator: "OsmAnd~ 4.2")).tracks[0].fixes[0]
    let dilution = try read(gpx(point)).tracks[0].fixes[0]
    #expect(abs(try #require(metres.deviation).value - 2 / 1.509592) < 1e-9)
    #expect(abs(try #require(dilution.deviation).value - 2 * 4 / 2.0.squareRoot()) < 1e-9)
  }

  @Test func `GPX segments are separated by gaps`() throws {
    func point(_ second: Int) -> String {
      "<trkpt lat='1' lon='2'><time>2026-01-01T10:00:0\(second)Z</time></trkpt>"
    }
    let log = try read(gpx(point(1) + point(2) + "</trkseg><trkseg>" + point(3)))
    #expect(log.tracks[0].gaps == [1])
  }

  @Test func `Tracks joined out of order are sorted on request`() throws {
    func point(_ time: String) -> String {
      "<trkpt lat='1' lon='2'><time>2026-01-\(time)</time></trkpt>"
    }
    let text = gpx(
      point("02T00:00:01Z") + point("02T00:00:02Z") + "</trkseg><trkseg>" + point("01T23:59:59Z")
        + point("01T24:00:00Z") + point("02T00:00:02Z"))
    #expect(try read(text).report.rejections[.timeBackwards]?.count == 2)
    var options = PositionReadOptions()
    options.sorts = true
    let log = try PositionLog(Array(text.utf8), path: "log", options: options)
    let start = log.tracks[0].fixes[0].time
    #expect(log.tracks[0].fixes.map { ($0.time - start).value } == [0, 1, 2, 3, 3])
    #expect(log.report.accepted == 5 && log.report.rejected == 0)
  }

  private func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0) { $0 ^ $1 }
    let hex = String(sum, radix: 16, uppercase: true)
    return "$" + body + "*" + (hex.count == 1 ? "0" : "") + hex
  }

  @Test func `NMEA takes the date of RMC, the place of GGA, and deviations of GST`() throws {
    let log = try read(
      """
      noise\(sentence("GPGGA,235959.50,3723.2475,N,12158.3416,W,1,07,1.0,9.0,M,,M,,"))
      \(sentence("GPRMC,235959.50,A,3723.24,N,12158.34,W,10.0,309.62,311225,,,A"))
      \(sentence("GPGST,235959.50,1.0,,,,3.0,4.0,9.0"))
      \(sentence("GPGGA,000000.50,3723.2475,S,12158.3416,E,1,07,1.0,9.0,M,,M,,"))
      \(sentence("GPRMC,000001.50,V,,,,,,,010126,,,N"))
      \(sentence("GPGGA,000002.50,3723.2475,N,12158.3416,W,0,07,1.0,9.0,M,,M,,"))
      $GPGGA,000003.50,3723.2475,N,12158.3416,W,1,07,1.0,9.0,M,,M,,*00
      """)
    let fixes = log.tracks[0].fixes
    #expect(fixes.map(\.time.value) == [1_767_225_599.5, 1_767_225_600.5])
    #expect(abs(fixes[0].place.latitude.value - (37 + 23.2475 / 60)) < 1e-12)
    #expect(fixes[0].deviation?.value == 12.5.squareRoot())
    #expect(fixes[1].place.latitude < 0 && fixes[1].place.longitude > 0)
    #expect(log.report.rejections[.damaged]?.lines == [7])
  }

  @Test func `NMEA takes the date from ZDA if no RMC has a date, even for earlier rows`() throws {
    let log = try read(
      """
      \(sentence("GPGGA,235959.50,3723.2475,N,12158.3416,W,1,07,1.0,9.0,M,,M,,"))
      \(sentence("GPGGA,000000.50,3723.2475,N,12158.3416,W,1,07,1.0,9.0,M,,M,,"))
      \(sentence("GPZDA,000000.50,01,01,2026,00,00"))
      \(sentence("GPZDA,000001.50,,,,00,00"))
      """)
    #expect(log.tracks[0].fixes.map(\.time.value) == [1_767_225_599.5, 1_767_225_600.5])
    #expect(log.report.warnings.isEmpty)
  }

  @Test func `GeoJSON has longitude first and needs a time for each position`() throws {
    let log = try read(
      """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": "a",
          "coordTimes": ["2026-01-01T10:00:00Z", 1767261601000]}, "geometry": {"type": "LineString", "coordinates": [[-0.12, 51.5], [-0.13, 51.6, 9]]}},
        {"type": "Feature", "properties": {"time": "2026-01-01T10:00:05Z", "accuracy": 3},
         "geometry": {"type": "Point", "coordinates": [1, 2]}},
        {"type": "Feature", "properties": {},
         "geometry": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}}]}
      """)
    #expect(log.tracks.map(\.name) == ["a", ""])
    #expect(log.tracks[0].fixes.map(\.time.value) == [1_767_261_600, 1_767_261_601])
    #expect(log.tracks[0].fixes[1].place.latitude == 51.6)
    #expect(log.report.rejections[.missingTime]?.lines == [3])
  }

  @Test func `A position table may have any column order, day numbers, and semicolons`() throws {
    let log = try read(
      """
      Name;Longitude;Latitude;Time
      a;-0.12;51.5;46023.416666666664
      b;-0.12;51.5;2026-01-01T10:00:01Z
      a;abc;51.5;46023.5
      a;1;2
      """)
    #expect(log.tracks.map(\.name) == ["a", "b"])
    #expect(abs(log.tracks[0].fixes[0].time.value - 1_767_261_600) < 1e-3)
    #expect(log.tracks[1].fixes[0].time.value == 1_767_261_601)
    #expect(log.report.rejections[.notANumber]?.lines == [4])
    #expect(log.report.rejections[.columnCount]?.lines == [5])
  }

  @Test(arguments: ["", " \n", "hello", "<kml></kml>", "{\"type\": 1}", "t_s,range_m\n1,2\n"])
  func `A file without positions is rejected`(text: String) {
    #expect(throws: ReadError.self) { try read(text) }
  }

  @Test func `A damaged FIT file keeps the records before the damage`() throws {
    #expect(throws: ReadError.self) { try read("xxxxxxxxxx") }
    var bytes: [UInt8] = [12, 16, 0, 0, 40, 0, 0, 0] + Array(".FIT".utf8)
    bytes += [0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85]
    bytes += [0x00, 0, 0, 0, 0x3B, 0, 0, 0, 0x20, 0, 0, 0, 0xF0]
    let log = try PositionLog(bytes + [0x00, 1], path: "x.fit")
    #expect(log.report.rejections[.damaged]?.count == 1)
    let fix = try #require(log.tracks.first?.fixes.first)
    #expect(fix.place.latitude == 45 && fix.place.longitude == -22.5)
    #expect(fix.time.value == 631_065_600 + Double(0x3B00_0000))
  }

  @Test func `FIT times since power-on are dated by a correlation, or reported as such`() throws {
    let head: [UInt8] = [12, 16, 0, 0, 61, 0, 0, 0] + Array(".FIT".utf8)
    let record: [UInt8] =
      [0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85]
      + [0x00, 67, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0xF0]
    let correlation: [UInt8] =
      [0x41, 0, 0, 162, 0, 2, 253, 4, 0x86, 1, 4, 0x86] + [0x01, 0, 0, 0, 0x3B, 69, 0, 0, 0]
    let dated = try PositionLog(head + record + correlation + [0, 0], path: "x.fit")
    #expect(dated.tracks.first?.fixes.first?.time.value == 631_065_600 + Double(0x3B00_0000 - 2))
    let bare = try PositionLog(head + record + [0, 0], path: "x.fit")
    #expect(bare.tracks.first?.fixes.first?.time.value == Double(631_065_667))
    #expect(bare.report.warnings.contains("times count from when the device was switched on"))
  }
}
