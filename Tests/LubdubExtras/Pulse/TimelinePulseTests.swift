import Lubdub
import LubdubExtras
import Testing

/// Every beat is at the sum of the intervals before it, as a lub and a dub.
func expectExactBeats(of series: RRSeries) throws {
  let timeline = Timeline(series, dub: .fixed(0.15))
  #expect(timeline.beats.count == series.intervals.count + 1)
  var sum = 0.0
  for (index, interval) in series.intervals.enumerated() {
    #expect(abs(timeline.beats[index].time.value - sum / 1000) < 1e-9)
    sum += interval.length.value
  }
  #expect(abs(try #require(timeline.beats.last).time.value - sum / 1000) < 1e-9)
  #expect(timeline.events.count == 2 * timeline.beats.count)
}

@Suite struct TimelinePulseTests {
  @Test func `A lub-dub plays at every beat without drift`() throws {
    try expectExactBeats(of: RRSeries((0..<3000).map { Milliseconds(Double(700 + $0 % 91)) }))
  }

  @Test(arguments: [(1.0, 0.311), (0.5, 0.209), (0.3, 0.1), (0.2, 0.09)])
  func `A physiological dub comes at the end of the ejection time for the heart rate`(
    interval: Double, delay: Double
  ) {
    let found = DubDelay.physiological.delay(in: Seconds(interval)).value
    #expect(abs(found - delay) < 1e-12)
  }

  @Test func `A gap is silent, and the first beat after it plays`() {
    var series = RRSeries([800, 800].map { Milliseconds($0) })
    series.append(900, after: 5000)
    let beats = Timeline(series, dub: .fixed(0.15)).beats
    #expect(beats.map(\.time.value) == [0, 0.8, 1.6, 6.6, 7.5])
  }

  @Test func `A series without intervals gives a timeline without beats`() {
    let timeline = Timeline(RRSeries(), dub: .physiological)
    #expect(timeline.beats.isEmpty && timeline.duration == 0)
  }
}
