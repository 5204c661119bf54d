import Lubdub
import LubdubExtras
import Testing

@Suite struct FaultTests {
  /// A heart that breathes, with small irregularities.
  static let clean: [Double] = (0..<200).map { index in
    let phase = Double(index % 8)
    return 800 + (phase < 4 ? 12 * phase : 12 * (8 - phase)) + Double((index * 7919) % 23)
  }

  static func series(_ lengths: [Double]) -> RRSeries { RRSeries(lengths.map { Milliseconds($0) }) }

  @Test func `A calm heart has no faults and stays unchanged`() {
    let series = Self.series(Self.clean)
    let correction = FaultCorrection(series)
    #expect(correction.faults == 0 && correction.passes == 0)
    #expect(correction.corrected == series)
  }

  @Test func `A missed beat is inserted`() {
    var lengths = Self.clean
    lengths[100] += lengths.remove(at: 101)
    let correction = FaultCorrection(Self.series(lengths))
    #expect(correction.labels[100] == .missed && correction.faults == 1)
    #expect(correction.corrected.intervals.count == 200)
    #expect(correction.corrected.duration == Self.series(Self.clean).duration)
    #expect(correction.sources[100] == 100 && correction.sources[101] == 100)
  }

  @Test func `An extra beat is removed`() {
    var lengths = Self.clean
    lengths[100] -= 300
    lengths.insert(300, at: 101)
    let correction = FaultCorrection(Self.series(lengths))
    #expect(correction.count(of: .extra) == 1 && correction.faults == 1)
    #expect(correction.corrected == Self.series(Self.clean))
  }

  @Test func `An ectopic beat is moved`() throws {
    var lengths = Self.clean
    lengths[100] -= 250
    lengths[101] += 250
    let correction = FaultCorrection(Self.series(lengths))
    #expect(correction.labels[100] != nil && correction.labels[101] != nil)
    let clean = try #require(TimeDomain(Self.series(Self.clean))?.rmssd).value
    let rmssd = try #require(TimeDomain(correction.corrected)?.rmssd).value
    #expect(isClose(rmssd, clean, within: 0.05))
  }

  @Test func `A gap counts neither as a fault nor as a difference`() throws {
    var series = RRSeries([800, 810, 800].map { Milliseconds($0) })
    series.append(1200, after: 9000)
    series.append(1210)
    let measures = try #require(TimeDomain(series))
    #expect(measures.rmssd == 10)
    #expect(FaultCorrection(series).corrected == series)
  }

  @Test func `Series with too few intervals give only the measures that are defined`() throws {
    #expect(TimeDomain(RRSeries()) == nil)
    let one = try #require(TimeDomain(Self.series([800])))
    #expect(one.sdnn == nil && one.rmssd == nil && one.sd1 == nil && one.pnn50 == nil)
    #expect(FaultCorrection(RRSeries()).share == 0)
    #expect(FaultCorrection(Self.series([800, 1600])).labels.count == 2)
  }

  @Test func `All windows lie within the series`() {
    let series = Self.series(Self.clean)
    let windows = series.windows(length: 60, step: 30)
    #expect(windows.map(\.start.value) == [0, 30, 60, 90])
    #expect(windows.allSatisfy { $0.series.duration <= 60 && $0.series.duration > 57 })
    #expect(series.windows(length: 60, step: 0).isEmpty)
    #expect(series.windows(length: 600, step: 60).isEmpty)
  }

  @Test func `An invalid interval is rejected`() {
    var series = RRSeries()
    var taken = [0, -1, .nan, .infinity].map { series.append(Milliseconds($0)) }
    taken.append(series.append(800, after: -1))
    #expect(!taken.contains(true))
    #expect(series.intervals.isEmpty)
  }
}
