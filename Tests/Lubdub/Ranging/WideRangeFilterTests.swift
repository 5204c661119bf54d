import Lubdub
import Testing

@Suite struct WideRangeFilterTests {
  private func still(_ seconds: Int, at range: Meters = 100, deviation: Meters = 3)
    -> WideRangeFilter
  {
    var filter = WideRangeFilter()
    for second in 0...seconds {
      filter.update(.gnss(range, deviation: deviation, at: Seconds(Double(second))))
    }
    return filter
  }

  @Test func `Repeated fixes do not narrow the estimate`() throws {
    // A filter that takes 60 fixes as independent would claim 7.5 m / √60.
    let estimate = try #require(still(60).estimate(at: 60))
    #expect(estimate.standardDeviation.value > 4)
    #expect(estimate.standardDeviation.value < 8)
    #expect(estimate.status == .tracking && estimate.radio == .gnss)
  }

  @Test func `The interval follows the deviation of the fixes`() throws {
    let narrow = try #require(still(30, deviation: 1).estimate(at: 30))
    let wide = try #require(still(30, deviation: 10).estimate(at: 30))
    #expect(wide.standardDeviation.value > 4 * narrow.standardDeviation.value)
  }

  @Test func `A single far fix changes nothing, and a lasting place is accepted`() throws {
    var filter = still(30)
    let isTaken = filter.update(.gnss(298, deviation: 1, at: 31))
    #expect(!isTaken)
    #expect(abs(try #require(filter.estimate(at: 31)).distance.value - 100) < 2)
    for second in 32...60 { filter.update(.gnss(298, deviation: 1, at: Seconds(Double(second)))) }
    #expect(abs(try #require(filter.estimate(at: 60)).distance.value - 298) < 5)
  }

  @Test func `Two people who pass each other are followed`() throws {
    var filter = WideRangeFilter()
    for second in 0...60 {
      let time = Seconds(Double(second))
      filter.update(.gnss(Meters(abs(90 - 3 * Double(second))), deviation: 0.3, at: time))
    }
    let estimate = try #require(filter.estimate(at: 60))
    #expect(abs(estimate.distance.value - 90) < 3)
    #expect(abs(try #require(estimate.velocity).value - 3) < 0.5)
  }

  @Test func `Silence widens the interval and makes the estimate stale after 5 min`() throws {
    let filter = still(30)
    let (now, later) = (
      try #require(filter.estimate(at: 30)), try #require(filter.estimate(at: 90))
    )
    #expect(later.standardDeviation > now.standardDeviation)
    #expect(later.status == .coasting)
    #expect(try #require(filter.estimate(at: 331)).status == .stale)
  }

  @Test func `The interval of people at one place includes zero`() throws {
    // 1.25 deviations is what two fixes of one place read on average.
    let estimate = try #require(still(60, at: 9, deviation: 3).estimate(at: 60))
    #expect(estimate.distance < 3 && estimate.low == 0)
  }

  @Test func `Unusable ranges change nothing`() {
    var filter = still(30)
    for row: Sample in [
      .gnss(Meters(.nan), at: 31), .gnss(100, at: 29), .uwb(5, at: 31), .gnss(-5, at: 31),
    ] {
      let isTaken = filter.update(row)
      #expect(!isTaken)
    }
  }

  @Test func `Any radio between the devices has priority over positions`() throws {
    var filter = FusionFilter()
    for second in 0...20 {
      let time = Seconds(Double(second))
      filter.update(.gnss(40, deviation: 3, at: time))
      guard second <= 10 else { continue }
      filter.update(.uwb(2, at: time))
      #expect(try #require(filter.estimate(at: time)).radio == .uwb)
    }
    #expect(try #require(filter.estimate(at: 20)).radio == .gnss)
  }

  @Test func `A stated deviation is kept in whole millimeters`() {
    #expect(Sample.gnss(5, deviation: 2.9056, at: 0).deviation == 2.906)
    #expect(Sample.gnss(5, at: 0).deviation == nil)
    #expect(Sample.gnss(5, deviation: Meters(.nan), at: 0).deviation == nil)
  }
}

@Suite struct WideRangeFilterLockTests {
  @Test(arguments: [1.0, 5, 10, 30, 60], [190.0, 220, 300])
  func `Wide fixes between narrow fixes keep the truth in reach, and narrow fixes return at once`(
    step: Double, wrong: Double
  ) throws {
    for deviation: Meters in [1, 3, 5] {
      var filter = WideRangeFilter()
      for row in 0..<60 {
        let isWide = (20...22).contains(row)
        let range = isWide ? wrong + 3 * Double(row - 20) : 120 + 0.5 * Double(row % 3 - 1)
        let time = Seconds(Double(row) * step)
        filter.update(.gnss(Meters(range), deviation: isWide ? 34 : deviation, at: time))
        let estimate = try #require(filter.estimate(at: time))
        // What was heard half a minute before a wide fix is itself no longer sure.
        if isWide, step > 5 || wrong == 300 { continue }
        #expect(estimate.low <= 120 && estimate.high >= 120)
        #expect(abs(estimate.distance.value - 120) < (isWide ? 50 : 5), "row \(row), \(deviation)")
        #expect(isWide || estimate.standardDeviation < 25)
      }
    }
  }

  @Test func `Narrow fixes after only wide fixes are accepted at once`() throws {
    var filter = WideRangeFilter()
    for row in 0..<10 {
      filter.update(.gnss(400, deviation: 100, at: Seconds(Double(row))))
    }
    for row in 10..<13 { filter.update(.gnss(120, deviation: 3, at: Seconds(Double(row)))) }
    let estimate = try #require(filter.estimate(at: 12))
    #expect(abs(estimate.distance.value - 120) < 20 && estimate.low < 121)
    #expect(estimate.standardDeviation < 30)
  }

  @Test func `A car that brakes and speeds up is followed`() throws {
    var filter = WideRangeFilter()
    var worst = 0.0
    for row in 0..<240 {
      let time = Double(row)
      let truth = 300 + 150 * Double(row % 60 < 30 ? row % 60 : 60 - row % 60) / 10
      filter.update(.gnss(Meters(truth), deviation: 2, at: Seconds(time)))
      let estimate = try #require(filter.estimate(at: Seconds(time)))
      if row > 20 { worst = max(worst, abs(estimate.distance.value - truth)) }
    }
    #expect(worst < 15, "\(worst) m")
  }
}
