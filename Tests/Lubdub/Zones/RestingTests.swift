import Foundation
import TestSupport
import Testing

/// A device that rests on an edge for ten minutes: no noise should cause a change.
@Suite("Resting on an edge")
struct RestingTests {
  static let edges: [Double] = [0.05, 0.2, 0.5, 1, 2]

  /// The error of a posterior at rest, as recordings in a room show it: a part that lasts for seconds
  /// and a part that is new every tenth of a second; 6 cm together.
  struct CorrelatedError {
    private var random: SeededGenerator
    private var slow = 0.0
    private var fast = 0.0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next(after step: Double) -> Double {
      slow = Self.follow(slow, step / 2, deviation: 0.04, random.normal())
      fast = Self.follow(fast, step / 0.1, deviation: 0.045, random.normal())
      return slow + fast
    }

    private static func follow(
      _ value: Double, _ ages: Double, deviation: Double, _ noise: Double
    ) -> Double {
      let memory = exp(-ages)
      return memory * value + deviation * (1 - memory * memory).squareRoot() * noise
    }
  }

  @Test("Modeled errors of 6 cm move the zone no more often than `calm` allows", arguments: edges)
  func modelled(edge: Double) throws {
    let parameters = ZoneDetector.Parameters(try Zones(edges: [Meters(edge)]))
    var total = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      var detector = ZoneDetector(parameters)
      var error = CorrelatedError(seed: seed)
      for tick in 0..<6000 {
        let median = max(0, edge + error.next(after: 0.1))
        let change = detector.update(
          .at(Double(tick) / 10, median, deviation: 0.059, velocity: 0.05))
        if let change, change.from != nil, change.isMove { total += 1 }
      }
    }
    #expect(
      Double(total) * parameters.range.falseChangeInterval[0].value <= 20 * 600,
      "\(total) in 200 minutes")
  }

  @Test(.recordings("traces/uwb_hanyang_static"), arguments: edges)
  func `Errors recorded at rest move the zone at most once in ten minutes`(edge: Double) throws {
    let moves = try Self.moves(edge, Self.still.get())
    #expect(moves.seconds > 3600, "too little to prove anything")
    for (one, next) in zip(moves.times, moves.times.dropFirst()) { #expect(next - one > 600) }
  }

  /// The bias of a moving trolley changes with the place by up to 0.2 m: any rule that follows a walker sees that as motion.
  /// Small edges, which have narrow bands, are crossed more often. Such radios have little short-term noise, so that their
  /// bands are narrow, too.
  @Test(
    "Errors recorded in motion, taken as rest, seldom move the zone in 18 minutes",
    .recordings("traces/uwb_lias_mocap"), arguments: edges)
  func inMotion(edge: Double) throws {
    let moves = try Self.moves(edge, Self.moving.get())
    #expect(moves.seconds > 1000, "too little to prove anything")
    #expect(moves.times.count <= (edge < 0.5 ? 13 : 9))
  }

  /// The times at which a device on an edge changes zone, given the errors of its ranges, and the total time.
  static func moves(
    _ edge: Double, _ errors: [(time: Double, error: Double)]
  ) throws -> (times: [Double], seconds: Double) {
    var detector = ZoneDetector(.init(try Zones(edges: [Meters(edge)])))
    var filter = RangeFilter()
    var times: [Double] = []
    for (time, error) in errors {
      filter.update(Meters(max(0, edge + error)), at: Seconds(time))
      guard let estimate = filter.estimate(at: Seconds(time)) else { continue }
      let change = detector.update(estimate)
      if let change, change.from != nil { times.append(time) }
    }
    return (times, errors.last?.time ?? 0)
  }

  // Read once for all edges.
  private static let still = Result { try recordedErrors("traces/uwb_hanyang_static") }
  private static let moving = Result { try recordedErrors("traces/uwb_lias_mocap") }

  /// Range minus truth of one recording after another, less the median of each, as one long series.
  static func recordedErrors(_ folder: String) throws -> [(time: Double, error: Double)] {
    var recordings: [String: [(time: Double, error: Double)]] = [:]
    for file in Recordings.files(in: folder, endings: ["csv"]) {
      let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      let names = rows[0].split(separator: ",", omittingEmptySubsequences: false)
      for row in rows.dropFirst() {
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        let row = Dictionary(zip(names, cells)) { first, _ in first }
        guard let time = row["t_s"].flatMap({ Double($0) }),
          let range = row["range_m"].flatMap({ Double($0) }),
          let truth = row["truth_m"].flatMap({ Double($0) })
        else { continue }
        let name = row["recording"].map(String.init) ?? file.lastPathComponent
        recordings[name, default: []].append((time, range - truth))
      }
    }
    var series: [(time: Double, error: Double)] = []
    for (_, errors) in recordings.sorted(by: { $0.key < $1.key }) where errors.count >= 20 {
      let median = errors.map(\.error).sorted()[errors.count / 2]
      let shift = (series.last?.time ?? 0) + 0.1 - errors[0].time
      series += errors.map { (shift + $0.time, $0.error - median) }
    }
    return series
  }
}
