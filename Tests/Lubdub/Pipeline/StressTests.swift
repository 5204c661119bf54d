import LubdubWorkbench
import TestSupport
import Testing

/// The disturbances of a link, generated from a seed.
enum Stress: String, CaseIterable, CustomTestStringConvertible {
  case bursts, gaps, repeats, still, slow, fast, jitter, everything

  var testDescription: String { rawValue }

  private var rate: Double {
    switch self {
    case .slow: 1
    case .fast: 100
    default: 10
    }
  }

  /// The true distance: a walk between 0.5 and 6 m, or rest.
  func truth(at time: Double) -> Double {
    if self == .still { return 1.5 }
    let phase = (time / 12).truncatingRemainder(dividingBy: 2)
    return 0.5 + 5.5 * (phase < 1 ? phase : 2 - phase)
  }

  /// Ranges at the rate of the stress and signal strength three times per second, for two minutes.
  func samples(seed: UInt64) -> [Sample] {
    var random = SeededGenerator(seed: seed)
    var rows: [Sample] = []
    var time = 0.0
    var held = 1.0
    var burst = 0
    var gapAt = 20 + 20 * random.unit()
    while time < 120 {
      var range = max(0, truth(at: time) + 0.05 * Self.normal(&random))
      if burst == 0, random.unit() < 0.02, time > 3 { burst = Int(1 + random.unit() * 8) }
      if self == .bursts || self == .everything, burst > 0 {
        range *= random.unit() < 0.5 ? 0.2 : 5
        burst -= 1
      }
      if self == .repeats || self == .everything, random.unit() < 0.6 { range = held }
      held = range
      rows.append(.uwb(Meters(range), at: Seconds(time)))
      if random.unit() < min(1, 3 / rate) {
        let rssi = -60 - 20 * Self.log10(max(truth(at: time), 0.1)) + 5 * Self.normal(&random)
        rows.append(.ble(DBm(rssi), at: Seconds(time)))
      }
      let isUneven = self == .jitter || self == .everything
      time += isUneven ? 2 * random.unit() * random.unit() / rate : 1 / rate
      if self == .gaps || self == .everything, time > gapAt {
        time += 30
        gapAt = time + 10 + 20 * random.unit()
      }
    }
    return rows
  }

  private static func normal(_ random: inout SeededGenerator) -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + random.unit() }
  }

  private static func log10(_ x: Double) -> Double {
    // By the path-loss model itself: RSSI falls by 10 n decibels in every decade.
    -PathLoss(referencePower: 0, exponent: 1).rssi(at: Meters(x)).value / 10
  }
}

@Suite("A pipeline under stress")
struct StressTests {
  static let seeds: [UInt64] = [1, 2, 3]

  /// The output of a pipeline.
  struct Record {
    var estimates: [(estimate: DistanceEstimate, row: Sample)] = []
    var changes: [ZoneChange] = []

    mutating func add(_ row: Sample, to pipeline: inout Pipeline) {
      pipeline.process(row) { if case .zone(let change) = $0 { changes.append(change) } }
      if let estimate = pipeline.estimate { estimates.append((estimate, row)) }
    }
  }

  static func run(
    _ stress: Stress, seed: UInt64, _ configuration: Configuration = Preset.default.configuration
  ) throws -> Record {
    var pipeline = try Pipeline(configuration)
    var record = Record()
    for row in stress.samples(seed: seed) { record.add(row, to: &pipeline) }
    return record
  }

  @Test(arguments: Stress.allCases)
  func `Every estimate is finite and within its interval`(stress: Stress) throws {
    for seed in Self.seeds {
      let record = try Self.run(stress, seed: seed)
      #expect(record.estimates.count > 100)
      for (estimate, _) in record.estimates {
        let isOrdered = estimate.low <= estimate.distance && estimate.distance <= estimate.high
        guard estimate.high.isFinite, estimate.low.value >= 0, isOrdered,
          estimate.standardDeviation.isFinite, estimate.standardDeviation.value > 0
        else {
          Issue.record("\(stress) seed \(seed): \(estimate)")
          break
        }
      }
    }
  }

  @Test(arguments: Stress.allCases)
  func `Silence widens the interval at any time`(stress: Stress) throws {
    for seed in Self.seeds {
      var filter = FusionFilter()
      for (index, row) in stress.samples(seed: seed).enumerated() where row.radio == .uwb {
        filter.update(row)
        guard index.isMultiple(of: 37) else { continue }
        let widths = try [0.0, 0.3, 1, 3, 10, 30].map { silence in
          try #require(filter.estimate(at: row.time + Seconds(silence))).standardDeviation.value
        }
        #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed) \(widths)")
        #expect(widths[5] > widths[0] + 1, "seed \(seed)")
      }
    }
  }

  @Test(
    "Between two moves over an edge, at least the configured number of new ranges arrives",
    arguments: Stress.allCases, [2, 5])
  func enoughSamples(stress: Stress, least: Int) throws {
    var configuration = Preset.eternalLoop.configuration
    configuration.zones.range.kind = .hysteresis
    configuration.zones.range.minimumSamples = least
    for seed in Self.seeds {
      var pipeline = try Pipeline(configuration)
      var record = Record()
      // New ranges since the last move over each edge.
      var samples = [0, 0, 0, 0]
      var last: (range: Meters?, time: Seconds) = (nil, 0)
      for row in stress.samples(seed: seed) where row.radio == .uwb {
        // A value that is held for less than 0.3 s is no new one.
        if row.range != last.range || row.time - last.time >= Seconds(0.3) {
          for edge in samples.indices { samples[edge] += 1 }
          last = (row.range, row.time)
        }
        let before = record.changes.count(where: \.isMove)
        record.add(row, to: &pipeline)
        guard record.changes.count(where: \.isMove) > before else { continue }
        guard let from = record.changes.last?.from, let to = record.changes.last?.to else {
          samples = [0, 0, 0, 0]
          continue
        }
        for edge in min(from, to)..<max(from, to) {
          #expect(samples[edge] >= least, "\(stress) seed \(seed) at \(row.time)")
          samples[edge] = 0
        }
      }
    }
  }

  @Test(arguments: [2, 3, 6])
  func `The configured number of agreeing ranges moves the zone`(least: Int) throws {
    var configuration = Preset.eternalLoop.configuration
    configuration.estimator = .raw
    configuration.zones.range.kind = .hysteresis
    configuration.zones.range.minimumSamples = least
    for length in [1, least - 1, least, least + 1] {
      var pipeline = try Pipeline(configuration)
      var record = Record()
      for second in 0..<60 {
        let isNear = second >= 30 && second < 30 + length
        let range = (isNear ? 0.4 : 2.6) + 0.001 * Double(second % 2)
        record.add(.uwb(Meters(range), at: Seconds(Double(second))), to: &pipeline)
      }
      let moves = record.changes.filter { $0.isMove && $0.from != nil && $0.to != nil }
      #expect(moves.isEmpty == (length < least), "\(length) of \(least): \(moves.map(\.time))")
    }
  }

  @Test func `After a 30 s gap and a jump the distance is right within two seconds`() throws {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      for rate in [5.0, 10, 100] {
        var filter = FusionFilter()
        let jump = 1 + 20 * random.unit()
        for step in 0..<Int(10 * rate) {
          filter.update(.uwb(Meters(2 + 0.05 * random.unit()), at: Seconds(Double(step) / rate)))
        }
        for step in 0..<Int(2 * rate) {
          let time = Seconds(40 + Double(step) / rate)
          filter.update(.uwb(Meters(2 + jump + 0.05 * random.unit()), at: time))
        }
        let estimate = try #require(filter.estimate(at: 41.999))
        #expect(abs(estimate.distance.value - 2 - jump) < 0.2, "seed \(seed) rate \(rate)")
        #expect(estimate.status == .tracking, "seed \(seed) rate \(rate)")
      }
    }
  }

  @Test func `After a burst of up to 30 s the distance is right within 7 s`() throws {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      for rate in [2.0, 10, 100] {
        var filter = FusionFilter()
        let length = 0.5 + 29.5 * random.unit()
        let start = 10.0
        for step in 0..<Int((start + length + 7) * rate) {
          let time = Double(step) / rate
          let isBad = time >= start && time < start + length
          let range = (isBad ? 14 : 3) + 0.05 * random.unit()
          filter.update(.uwb(Meters(range), at: Seconds(time)))
        }
        let end = Seconds(start + length + 7)
        let estimate = try #require(filter.estimate(at: end))
        #expect(abs(estimate.distance.value - 3) < 0.3, "seed \(seed) rate \(rate) \(length)")
      }
    }
  }

  @Test(arguments: [0.7, 1.5, 3])
  func `A device at rest stays in its zone`(distance: Double) throws {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      var pipeline = try Pipeline(Preset.eternalLoop.configuration)
      var record = Record()
      for step in 0..<3000 {
        let range = distance + 0.1 * (random.unit() - 0.5)
        record.add(.uwb(Meters(range), at: Seconds(Double(step) / 10)), to: &pipeline)
      }
      let moves = record.changes.filter { $0.isMove && $0.from != nil }
      #expect(moves.isEmpty, "seed \(seed)")
    }
  }
}
