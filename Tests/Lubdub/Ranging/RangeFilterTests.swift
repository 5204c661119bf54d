import TestSupport
import Testing

@testable import Lubdub

@Suite("Range filter")
struct RangeFilterTests {
  /// Feeds ranges at a constant rate, from a given time; returns the used ones.
  @discardableResult
  static func feed(
    _ filter: inout RangeFilter, _ ranges: [Double], from start: Double = 0, rate: Double = 10
  ) -> [Bool] {
    ranges.enumerated().map { index, range in
      filter.update(Meters(range), at: Seconds(start + Double(index) / rate))
    }
  }

  /// A filter that has seen a still target at 2 m for five seconds at 10 Hz, up to 4.9 s.
  static func settled() -> RangeFilter {
    var filter = RangeFilter()
    feed(&filter, Array(repeating: 2, count: 50))
    return filter
  }

  static func distance(_ filter: RangeFilter, at time: Double) -> Double {
    filter.estimate(at: Seconds(time))?.distance.value ?? .nan
  }

  @Test func `A constant range is reached and held`() throws {
    let estimate = try #require(Self.settled().estimate(at: 4.9))
    #expect(abs(estimate.distance.value - 2) < 1e-9)
    #expect(estimate.status == .tracking)
    #expect(estimate.velocity == 0)
  }

  @Test func `Two agreeing readings replace a wrong first reading`() throws {
    var filter = RangeFilter()
    let used = Self.feed(&filter, [9, 2, 2.02, 2.01])
    #expect(used == [true, false, true, true])
    #expect(filter.estimate(at: 0)?.status == .tracking)
    #expect(abs(Self.distance(filter, at: 0.3) - 2) < 0.05)
  }

  @Test func `A single reading is unconfirmed, and two agreeing readings are tracked`() {
    var filter = RangeFilter()
    #expect(filter.estimate(at: 0) == nil)
    Self.feed(&filter, [2])
    #expect(filter.estimate(at: 0)?.status == .confirming)
    Self.feed(&filter, [2.03], from: 0.1)
    #expect(filter.estimate(at: 0.1)?.status == .tracking)
  }

  @Test(arguments: [267.0, 20, 4, -1.6, -0.8])
  func `One gross error of any size is dropped`(error: Double) {
    var filter = Self.settled()
    let used = Self.feed(&filter, [2 + error], from: 5)
    #expect(used == [false])
    #expect(abs(Self.distance(filter, at: 5) - 2) < 0.02)
  }

  @Test func `Ten short readings in a row that agree are dropped`() {
    var filter = RangeFilter()
    Self.feed(&filter, Array(repeating: 8, count: 50))
    let used = Self.feed(&filter, Array(repeating: 3, count: 10), from: 5)
    #expect(!used.contains(true))
    #expect(abs(Self.distance(filter, at: 5.9) - 8) < 0.02)
    #expect(filter.estimate(at: 5.9)?.status == .coasting)
  }

  @Test(arguments: [5.0, 10, 50])
  func `A true jump is followed within a second and twelve readings`(rate: Double) {
    var filter = RangeFilter()
    Self.feed(&filter, Array(repeating: 2, count: 100), rate: rate)
    let start = 100 / rate
    let bound = max(1, 11 / rate) + 0.3
    Self.feed(&filter, Array(repeating: 9, count: Int(bound * rate)), from: start, rate: rate)
    #expect(abs(Self.distance(filter, at: start + bound) - 9) < 0.05)
  }

  @Test func `An outlier after a gap is unconfirmed and is corrected in two readings`() {
    var filter = Self.settled()
    Self.feed(&filter, [4], from: 6.5)
    #expect(filter.estimate(at: 6.5)?.status != .tracking)
    Self.feed(&filter, [2, 2], from: 6.6)
    #expect(abs(Self.distance(filter, at: 6.7) - 2) < 0.2)
  }

  @Test func `A gap of 30 s widens the interval, and tracking recovers at once`() throws {
    var filter = Self.settled()
    let before = try #require(filter.estimate(at: 4.9))
    let during = try #require(filter.estimate(at: 34.9))
    #expect(during.standardDeviation.value > 20 * before.standardDeviation.value)
    #expect(during.status == .stale)
    Self.feed(&filter, [7, 7, 7], from: 35)
    #expect(abs(Self.distance(filter, at: 35.2) - 7) < 0.1)
    #expect(filter.estimate(at: 35.2)?.status == .tracking)
  }

  @Test func `One reading after a long gap is unconfirmed, even if it fits the prediction`() {
    var filter = Self.settled()
    Self.feed(&filter, [12], from: 25)
    #expect(filter.estimate(at: 25)?.status == .confirming)
    Self.feed(&filter, [4, 4.02, 4.01], from: 25.1)
    #expect(filter.estimate(at: 25.2)?.status == .tracking)
    #expect(abs(Self.distance(filter, at: 25.3) - 4) < 0.1)
  }

  @Test func `A link that measures every five seconds is tracked`() {
    var filter = RangeFilter()
    Self.feed(&filter, Array(repeating: 3, count: 6), rate: 0.2)
    #expect(filter.estimate(at: 25)?.status == .tracking)
  }

  @Test func `Repeated timestamps are accepted and add little information`() throws {
    var filter = Self.settled()
    let before = try #require(filter.estimate(at: 4.9)).shortTermDeviation
    for _ in 0..<20 { filter.update(2, at: 4.9) }
    let after = try #require(filter.estimate(at: 4.9)).shortTermDeviation
    #expect(after > 0.7 * before)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `The filter works with 30% gross errors`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var filter = RangeFilter()
    var squares = 0.0
    for step in 0..<600 {
      let time = Double(step) / 10
      let isBad = random.unit() < 0.3 && step > 20
      let range = 6 + 0.05 * random.sumOfTwelve() + (isBad ? -5 * random.unit() : 0)
      filter.update(Meters(max(0, range)), at: Seconds(time))
      let error = Self.distance(filter, at: time) - 6
      squares += error * error
    }
    #expect((squares / 600).squareRoot() < 0.3, "seed \(seed)")
  }

  @Test(
    "The filter leaves a place 20 m away, although a third of the readings still fit it",
    arguments: [1.0, 2, 5, 10, 100], [0.0, 0.1, 0.2, 0.33])
  func mixedPlaces(rate: Double, share: Double) {
    var random = SeededGenerator(seed: 8)
    var filter = RangeFilter()
    for step in 0..<Int(75 * rate) {
      let time = Double(step) / rate
      let isWrong = time < 30 || random.unit() < share
      filter.update(Meters((isWrong ? 25 : 5) + 0.05 * random.sumOfTwelve()), at: Seconds(time))
      if time > 60 { #expect(abs(Self.distance(filter, at: time) - 5) < 1, "at \(time) s") }
    }
  }

  @Test(arguments: [2.0, 10, 100])
  func `Readings that alternate between two places do not move the estimate`(rate: Double) {
    var random = SeededGenerator(seed: 9)
    var filter = RangeFilter()
    for step in 0..<Int(60 * rate) {
      let isOther = step > Int(5 * rate) && random.unit() < 0.4
      filter.update(
        Meters((isOther ? 25 : 5) + 0.05 * random.sumOfTwelve()), at: Seconds(Double(step) / rate))
      #expect(abs(Self.distance(filter, at: Double(step) / rate) - 5) < 1)
    }
  }

  @Test(arguments: [UInt64(4), 5])
  func `The filter adapts to twenty times the usual noise`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var filter = RangeFilter()
    var squares = 0.0
    for step in 0..<900 {
      let time = Double(step) / 10
      filter.update(Meters(20 + 1.2 * random.sumOfTwelve()), at: Seconds(time))
      let error = Self.distance(filter, at: time) - 20
      if step >= 300 { squares += error * error }
    }
    #expect((squares / 600).squareRoot() < 0.8, "seed \(seed)")
  }

  @Test func `The distance never falls below zero`() {
    var filter = RangeFilter()
    let ranges = (0..<60).map { max(0, 2 - 0.05 * Double($0)) }
    Self.feed(&filter, ranges)
    for step in 0..<30 { #expect(Self.distance(filter, at: 5.9 + Double(step) / 10) >= 0) }
  }

  @Test(arguments: [UInt64(6), 7])
  func `The short-term deviation does not depend on the rate`(seed: UInt64) throws {
    func deviation(_ thin: Int) throws -> Double {
      var random = SeededGenerator(seed: seed)
      var filter = RangeFilter()
      var error = 0.0
      for step in 0..<3000 {
        // An error that is correlated over 0.05 s, as the filter takes it to be.
        error = 0.819 * error + 0.06 * 0.574 * random.sumOfTwelve()
        let white = 0.03 * random.sumOfTwelve()
        if step % thin == 0 {
          filter.update(Meters(3 + error + white), at: Seconds(Double(step) / 100))
        }
      }
      return try #require(filter.estimate(at: 29.9)).shortTermDeviation
    }
    #expect(abs(try deviation(10) / deviation(1) - 1) < 0.1, "seed \(seed)")
  }

  @Test func `A new bias moves the distance immediately and only once`() throws {
    var filter = Self.settled()
    var parameters = filter.parameters
    parameters.bias = RangeBias(constant: 0.5)
    filter.reconfigure(parameters)
    #expect(abs(Self.distance(filter, at: 4.9) - 1.5) < 1e-9)
    let used = Self.feed(&filter, [2, 2], from: 5)
    #expect(used == [true, true])
    #expect(abs(Self.distance(filter, at: 5.1) - 1.5) < 1e-9)
  }

  @Test func `A blocked path widens the interval but not the short-term deviation`() throws {
    func settled(firstPath: Double) throws -> DistanceEstimate {
      var filter = RangeFilter()
      for step in 0..<50 {
        filter.update(
          Sample(
            time: Seconds(Double(step) / 10), radio: .uwb, range: 4, rssi: -80,
            firstPathPower: DBm(firstPath)))
      }
      return try #require(filter.estimate(at: 4.9))
    }
    let clear = try settled(firstPath: -84)
    let blocked = try settled(firstPath: -92)
    #expect(blocked.standardDeviation > clear.standardDeviation)
    #expect(blocked.shortTermDeviation == clear.shortTermDeviation)
  }

  @Test(arguments: [10.0, 20, 100])
  func `A walk is followed without lag`(rate: Double) {
    var filter = RangeFilter()
    let count = Int(6 * rate)
    Self.feed(&filter, (0..<count).map { 1 + 1.2 * Double($0) / rate }, rate: rate)
    let last = Double(count - 1) / rate
    #expect(abs(Self.distance(filter, at: last) - (1 + 1.2 * last)) < 0.2 * 1.2)
  }
}
