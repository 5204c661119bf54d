import Foundation
import Lubdub
import LubdubExtras
import Testing

@Suite struct SpectrumLawTests {
  /// 850 + 40 sin(2π 0.1 t) + 25 sin(2π 0.25 t) ms, at the beats themselves.
  static func waves(lasting duration: Double) -> RRSeries {
    var series = RRSeries()
    while series.duration.value < duration {
      let time = series.duration.value
      series.append(
        Milliseconds(850 + 40 * sin(2 * .pi * 0.1 * time) + 25 * sin(2 * .pi * 0.25 * time)))
    }
    return series
  }

  @Test func `two waves have the powers of two waves, 800 and 312.5`() throws {
    let measures = try #require(try FrequencyDomain(Self.waves(lasting: 300), .lomb))
    #expect(isClose(try #require(measures.lf), 800, within: 0.02))
    #expect(isClose(try #require(measures.hf), 312.5, within: 0.02))
    #expect(measures.respirationPeak == 0.25)
  }

  @Test(arguments: SpectrumRecipe.allCases)
  func `every recipe finds the breathing`(recipe: SpectrumRecipe) throws {
    let measures = try #require(try FrequencyDomain(Self.waves(lasting: 300), recipe))
    #expect(abs(try #require(measures.respirationPeak).value - 0.25) < 0.008)
  }

  @Test func `a heart that follows a pacer has its power there, and before that elsewhere`() throws
  {
    var series = RRSeries()
    while series.duration.value < 240 {
      let time = series.duration.value
      let frequency = time < 120 ? 0.22 : 0.1
      series.append(Milliseconds(850 + 40 * sin(2 * .pi * frequency * time)))
    }
    let paced = try PacedBreathing(series, pacer: 0.1, from: 120)
    #expect(try #require(paced.before) < 0.05)
    #expect(try #require(paced.during) > 0.9)
    #expect(try PacedBreathing(series, pacer: 0.1, from: 30).before == nil)
    #expect(try PacedBreathing(series, pacer: 0.1, from: 200).during == nil)
  }

  @Test func `bands that a short recording cannot show are left out`() throws {
    let short = try #require(try FrequencyDomain(Self.waves(lasting: 100)))
    #expect(short.vlf == nil && short.lf == nil && short.hf != nil && short.ratio == nil)
    let middle = try #require(try FrequencyDomain(Self.waves(lasting: 200)))
    #expect(middle.vlf == nil && middle.lf != nil && middle.ratio != nil)
    #expect(try FrequencyDomain(Self.waves(lasting: 300))?.vlf != nil)
    #expect(try FrequencyDomain(RRSeries([800, 900].map { Milliseconds($0) })) == nil)
  }

  @Test func `the same intervals have the same spectrum after any gap in front`() throws {
    let series = Self.waves(lasting: 130)
    var shifted = RRSeries()
    for (index, interval) in series.intervals.enumerated() {
      shifted.append(interval.length, after: index == 0 ? 4000 : nil)
    }
    let one = try #require(try FrequencyDomain(series)).density
    let other = try #require(try FrequencyDomain(shifted)).density
    let largest = zip(one, other).map { abs($0 - $1) }.max() ?? 1
    #expect(one.count == other.count && largest < 1e-6)
  }

  @Test func `windows lie within the series, and show what their length can show`() throws {
    let series = Self.waves(lasting: 200)
    let windows = PulseWindow.windows(of: series, length: 60, step: 30)
    #expect(windows.map(\.start.value) == [0, 30, 60, 90, 120])
    #expect(windows.allSatisfy { $0.series.duration <= 60 && $0.series.duration > 57 })
    let last = try #require(windows.last?.series)
    #expect(try FrequencyDomain(last)?.hf == nil)
    #expect(try FrequencyDomain(last, lasting: 60)?.hf != nil)
    #expect(PulseWindow.windows(of: series, length: 60, step: 0).isEmpty)
    #expect(PulseWindow.windows(of: series, length: 600, step: 60).isEmpty)
  }
}
