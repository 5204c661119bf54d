import Foundation
import LubdubExtras
import LubdubTraces
import TestSupport
import Testing

/// Recordings next to the checkout.
enum SamplePositions {
  static let folder = Recordings.folder("sources/positions")

  /// The logs of one ride, each read once.
  static let rides: [String: PositionLog] = Dictionary(
    uniqueKeysWithValues: ["garmin605", "motog3", "xiaomi", "lezyne"].compactMap { name in
      (try? log("ride_A_\(name).gpx")).map { (name, $0) }
    })

  static func ride(_ name: String) throws -> Track {
    try #require(rides[name]?.track())
  }

  static func log(_ name: String) throws -> PositionLog {
    try PositionLog(path: try #require(folder).appending(path: name).path)
  }
}

@Suite(.recordings("sources/positions"))
struct SampleLogTests {
  @Test(arguments: [
    ("garmin605", 6398, 32160.562), ("motog3", 2363, 32005.966), ("xiaomi", 4062, 32321.654),
    ("lezyne", 2577, 32031.578),
  ])
  func `The length of a GPX track equals its geodesic length`(
    name: String, count: Int, length: Double
  ) throws {
    let track = try SamplePositions.ride(name)
    #expect(track.fixes.count == count)
    #expect(abs(try #require(track.pathLength).value - length) < 1e-2)
  }

  @Test func `NMEA has a fix per GGA and for the last RMC, and one wrong checksum`()
    throws
  {
    let log = try SamplePositions.log("drive_ublox_first_300s.nmea")
    #expect(log.report.rejections[.damaged]?.lines == [7181])
    #expect(log.report.accepted == 301)
    let first = try #require(log.track()?.fixes.first)
    #expect(first.time.value == 1_581_041_657)
    #expect(abs(first.place.latitude.value - 37.42639366666667) < 1e-9)
  }

  @Test func `The NMEA sentences of a receiver agree with the table of the same drive`() throws {
    let sentences = try #require(try SamplePositions.log("drive_ublox_first_300s.nmea").track())
    let table = try #require(try SamplePositions.log("drive_ublox_span.csv").track())
    for (left, right) in zip(sentences.fixes, table.fixes) {
      #expect(try #require(left.place.distance(to: right.place)).value < 0.02)
    }
  }

  @Test func `The location providers of a phone give separate tracks`() throws {
    let log = try SamplePositions.log("gnsslogger_pixel6_walk.txt")
    #expect(log.tracks.map(\.name) == ["GPS", "FLP", "NLP"])
    #expect(log.tracks.map(\.fixes.count) == [94, 95, 54])
    #expect(abs(try #require(log.track("GPS")?.pathLength).value - 624.524) < 1e-3)
  }

  @Test func `An older GnssLogger file is read by its header`() throws {
    let log = try SamplePositions.log("gnsslogger_static_2016_06_30_21_26_07.txt")
    let fix = try #require(log.track("gps")?.fixes.first)
    #expect(fix.time.value == 1_467_321_969)
    #expect(abs(try #require(fix.deviation).value - 3 / 1.509592) < 1e-9)
  }

  @Test func `The table of a walk has both ends and equals the GPX files`() throws {
    let table = try SamplePositions.log("walk_1.csv")
    #expect(table.tracks.map(\.name) == ["a", "b"])
    #expect(table.truth.count == table.tracks[0].fixes.count)
    let track = try #require(try SamplePositions.log("walk_1_b.gpx").track())
    for (left, right) in zip(table.tracks[1].fixes, track.fixes) {
      #expect(try #require(left.place.distance(to: right.place)).value < 0.02)
      // The GPX files have one decimal.
      #expect(abs(try #require(left.deviation).value - (right.deviation?.value ?? 0)) < 0.07)
    }
  }

  @Test func `FIT records store positions in semicircles`() throws {
    let folder = try #require(Recordings.folder("sources/rr"))
    let cases = [
      ("garmin-fenix-5-run.fit", 38.22978728, -122.63370392),
      ("garmin-edge-820-bike.fit", 37.41475674, -122.06888636),
    ]
    for (name, latitude, longitude) in cases {
      let path = folder.appending(path: name).path
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let log = try PositionLog(path: path)
      let first = try #require(log.track()?.fixes.first)
      #expect(abs(first.place.latitude.value - latitude) < 1e-8)
      #expect(abs(first.place.longitude.value - longitude) < 1e-8)
      #expect(log.report.rejections.isEmpty && log.report.warnings.isEmpty)
    }
  }
}
