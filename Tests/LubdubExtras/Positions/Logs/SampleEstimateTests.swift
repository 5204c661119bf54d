import Foundation
import LubdubExtras
import LubdubWorkbench
import LubdubRuns
import TestSupport
import Testing

/// The distance of recorded pairs, as the pipeline sees it.
@Suite(.recordings("sources/positions"))
struct SampleEstimateTests {
  private struct Walk {
    let pair: TrackPair
    let truth: [Double]

    init(_ name: String, errorCorrelation: Double = 0) throws {
      let log = try SamplePositions.log("\(name).csv")
      pair = TrackPair(log.tracks[0], log.tracks[1], errorCorrelation: errorCorrelation)
      truth = log.truth.map(\.distance.value)
    }
  }

  private func coverage(_ walk: Walk, scale: Double) -> Double {
    var parameters = FusionFilter.Parameters()
    parameters.wide.accuracyScale = scale
    var filter = FusionFilter(parameters: parameters)
    var held = 0
    for (row, truth) in zip(walk.pair.rows, walk.truth) {
      filter.update(.gnss(row.range, deviation: row.deviation, at: row.time))
      guard let estimate = filter.estimate(at: row.time) else { continue }
      if (estimate.low.value...estimate.high.value).contains(truth) { held += 1 }
    }
    return Double(held) / Double(walk.truth.count)
  }

  /// The scale of two phones that were never more than 2 m apart.
  private func scaleOfRide() throws -> Double {
    let pair = TrackPair(
      try SamplePositions.ride("motog3"), try SamplePositions.ride("xiaomi"))
    let samples = pair.rows.compactMap { row in
      row.deviation.map { (range: row.range, truth: Meters(1), deviation: $0) }
    }
    return try #require(AccuracyScale.fit(samples))
  }

  /// The scale of one receiver in a car against its reference.
  private func scaleOfDrive() throws -> Double {
    let path = try #require(SamplePositions.folder).appending(path: "drive_ublox_span.csv").path
    let text = String(decoding: try readFile(at: path), as: UTF8.self)
    let rows = text.drop { $0 != "\n" }
    let measured = "t_s,lat_deg,lon_deg,quality,hdop,other_lat,other_lon" + rows
    let reference = "t_s,other_lat,other_lon,quality,hdop,lat_deg,lon_deg" + rows
    let tracks = try [measured, reference].map {
      try #require(try PositionLog(Array($0.utf8), path: path).track())
    }
    let samples = try zip(tracks[0].fixes, tracks[1].fixes).map { fix, truth in
      (
        range: try #require(fix.place.distance(to: truth.place)), truth: Meters.zero,
        deviation: try #require(fix.deviation)
      )
    }
    return try #require(AccuracyScale.fit(samples))
  }

  @Test func `The interval is valid with a scale fitted on other recordings`() throws {
    let ride = try scaleOfRide()
    let drive = try scaleOfDrive()
    // One receiver follows itself, so both ends are off alike: as far as the filter's errors stay for so long.
    let stay = FusionFilter.Parameters().wide.correlationTime
    for (name, scale, lag) in [
      ("walk_1", ride, nil), ("walk_2", ride, nil), ("pair_follow_10s", drive, 10.0),
      ("pair_follow_60s", drive, 60),
    ] {
      let shared = lag.map { exp(-$0 / stay.value) } ?? 0
      let held = coverage(try Walk(name, errorCorrelation: shared), scale: scale)
      #expect((0.9...0.98).contains(held), "\(name): \(held)")
    }
  }

  /// The root mean square of the error, and that of the measured distances themselves.
  private func errors(
    _ pair: TrackPair, truth: (Int) -> Double, scale: Double = 2.5
  ) -> (estimate: Double, raw: Double) {
    var parameters = FusionFilter.Parameters()
    parameters.wide.accuracyScale = scale
    var filter = FusionFilter(parameters: parameters)
    var (estimated, raw) = (0.0, 0.0)
    for (index, row) in pair.rows.enumerated() {
      filter.update(.gnss(row.range, deviation: row.deviation, at: row.time))
      let distance = filter.estimate(at: row.time)?.distance.value ?? .infinity
      estimated += (distance - truth(index)) * (distance - truth(index))
      raw += (row.range.value - truth(index)) * (row.range.value - truth(index))
    }
    let count = Double(pair.rows.count)
    return ((estimated / count).squareRoot(), (raw / count).squareRoot())
  }

  @Test func `The estimate is never worse than the measured distance`() throws {
    for name in ["walk_1", "walk_2"] {
      let walk = try Walk(name)
      let error = errors(walk.pair, truth: { walk.truth[$0] })
      #expect(error.estimate < 0.97 * error.raw, "\(name): \(error)")
    }
    for (first, second) in [
      ("garmin605", "motog3"), ("garmin605", "xiaomi"), ("garmin605", "lezyne"),
      ("motog3", "xiaomi"),
    ] {
      let pair = TrackPair(try SamplePositions.ride(first), try SamplePositions.ride(second))
      let error = errors(pair, truth: { _ in 1 })
      #expect(error.estimate < 0.6 * error.raw, "\(first), \(second): \(error)")
    }
    // One receiver that follows itself in a car: what it shares is known, and the scale is that of the drive.
    let stay = FusionFilter.Parameters().wide.correlationTime
    for (name, lag) in [("pair_follow_10s", 10.0), ("pair_follow_60s", 60)] {
      let walk = try Walk(name, errorCorrelation: exp(-lag / stay.value))
      let error = errors(walk.pair, truth: { walk.truth[$0] }, scale: try scaleOfDrive())
      #expect(error.estimate <= 1.01 * error.raw, "\(name): \(error)")
    }
  }

  @Test(arguments: [60, 300, 600])
  func `Rare fixes give zones and beats on a recorded walk`(every: Int) throws {
    let walk = try Walk("walk_1")
    var pipeline = try Pipeline(Preset.phoneTag.configuration)
    var (beats, zones) = (0, Set<Int>())
    for row in walk.pair.rows where Int(row.time.value) % every == 0 {
      pipeline.process(.gnss(row.range, deviation: row.deviation, at: row.time)) { decision in
        if case .beat = decision { beats += 1 }
        if case .zone(let change) = decision, let zone = change.to { zones.insert(zone) }
      }
    }
    pipeline.advance(to: walk.pair.rows.last?.time ?? 0) { decision in
      if case .beat = decision { beats += 1 }
    }
    #expect(beats > 100 && !zones.isEmpty)
  }

  @Test func `If shared receiver errors are ignored, nearly every interval contains the truth`()
    throws
  {
    let scale = try scaleOfDrive()
    #expect(coverage(try Walk("pair_follow_10s"), scale: scale) > 0.99)
  }

  @Test(arguments: [("walk_1", 0.16), ("walk_2", 0.21)])
  func `Zones follow two walkers with at most one extra change`(
    name: String, wrongShare: Double
  ) throws {
    let walk = try Walk(name)
    var pipeline = try Pipeline(Preset.phoneTag.configuration)
    var (moves, changes, wrong) = (0, 0, 0)
    var last: Int?
    for (row, truth) in zip(walk.pair.rows, walk.truth) {
      pipeline.process(.gnss(row.range, deviation: row.deviation, at: row.time)) {
        if case .zone(let change) = $0, change.isMove { moves += 1 }
      }
      let zone = try Zones(edges: Preset.phoneTag.configuration.zones.edges).zone(at: Meters(truth))
      if let last, last != zone { changes += 1 }
      last = zone
      if pipeline.zone != zone { wrong += 1 }
    }
    #expect(moves <= changes + 1)
    #expect(Double(wrong) / Double(walk.truth.count) < wrongShare)
  }

  @Test func `Two receivers on one body leave the 30 m zone at most once in total`() throws {
    var left = 0
    for (first, second) in [
      ("garmin605", "motog3"), ("garmin605", "xiaomi"), ("garmin605", "lezyne"),
      ("motog3", "xiaomi"),
    ] {
      let pair = TrackPair(
        try SamplePositions.ride(first), try SamplePositions.ride(second))
      var pipeline = try Pipeline(Preset.phoneTag.configuration)
      for row in pair.rows {
        pipeline.process(.gnss(row.range, deviation: row.deviation, at: row.time)) {
          if case .zone(let change) = $0, change.from == 0, change.to != 0 { left += 1 }
        }
      }
    }
    #expect(left <= 1)
  }
}
