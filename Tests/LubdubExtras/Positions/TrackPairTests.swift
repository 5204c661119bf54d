import Lubdub
import LubdubExtras
import LubdubWorkbench
import Testing

@Suite struct TrackPairTests {
  @Test func `The first track is interpolated at the times of the second track`() throws {
    let first = try Ground.track([(100, 0, 0), (104, 40, 0)])
    let second = try Ground.track([(101, 10, 30), (102, 20, 40), (104, 40, 50)])
    let pair = TrackPair(first, second)
    #expect(pair.origin == 100)
    #expect(pair.rows.map(\.time.value) == [1, 2, 4])
    #expect(pair.rows.map(\.age.value) == [1, 2, 0])
    for (row, expected) in zip(pair.rows, [30.0, 40, 50]) {
      #expect(abs(row.range.value - expected) < 1e-4)
      #expect(abs(try #require(row.offset).east.value) < 1e-4)
      #expect(abs(try #require(row.deviation).value - 2.0.squareRoot()) < 1e-9)
    }
  }

  @Test func `Gaps aren't bridged, and positions without a partner are counted`() throws {
    var first = try Ground.track([(0, 0, 0), (4, 0, 0)])
    first.noteGap()
    let isAdded = first.append(Fix(time: 6, place: try Ground.place(0, 0)))
    #expect(isAdded)
    let second = try Ground.track([(-1, 0, 9), (2, 0, 9), (5, 0, 9), (6, 0, 9), (7, 0, 9)])
    let pair = TrackPair(first, second)
    #expect(pair.rows.map { $0.time + pair.origin } == [2, 6])
    #expect(pair.unmatched == 3)
    #expect(TrackPair(first, second, maximumGap: 3).rows.count == 1)
  }

  @Test func `The clock shift between two tracks is found to a tenth of a second`() throws {
    var walk: [(Double, Double, Double)] = []
    for step in 0..<120 {
      walk.append((Double(step), Double(step * step) / 40, Double(3 * (step % 7))))
    }
    let first = try Ground.track(walk)
    let late = try Ground.track(walk.map { ($0.0 + 4.3, $0.1, $0.2) })
    let shift = try #require(TrackPair.bestShift(first, late))
    #expect(abs(shift.value + 4.3) < 1e-9)
    #expect(TrackPair.bestShift(first, try Ground.track([(900, 0, 0)])) == nil)
  }

  @Test func `A missing deviation is assumed equal to the deviation of the other end`() {
    #expect(TrackPair.difference(3, 4) == 5)
    #expect(TrackPair.difference(nil, 4)?.value == 32.0.squareRoot())
    #expect(TrackPair.difference(nil, nil) == nil)
  }

  @Test func `Errors shared by both ends cancel in their difference`() throws {
    #expect(TrackPair.difference(3, 4, 1) == 1)
    #expect(TrackPair.difference(4, 4, 1) == 0)
    #expect(abs(try #require(TrackPair.difference(4, 4, 0.5)).value - 4) < 1e-12)
    let track = try Ground.track([(0, 0, 0), (1, 10, 0)])
    let pair = TrackPair(track, track, errorCorrelation: 0.5)
    #expect(abs(try #require(pair.rows[0].deviation).value - 1) < 1e-9)
  }

  @Test func `The scale of errors is found at any distance`() throws {
    var random = SplitMix(state: 7)
    for truth in [0.0, 5, 200] {
      var samples: [AccuracyScale.Sample] = []
      for _ in 0..<4000 {
        let offset = PlaneOffset(
          east: Meters(truth + 6 * random.normal()), north: Meters(6 * random.normal()))
        samples.append((range: offset.distance, truth: Meters(truth), deviation: 3))
      }
      #expect(abs(try #require(AccuracyScale.fit(samples)) - 2) < 0.06)
    }
    #expect(AccuracyScale.fit([]) == nil)
  }
}

/// A small generator with fixed numbers.
private struct SplitMix {
  var state: UInt64

  mutating func unit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
  }

  /// The sum of twelve uniform numbers, less six.
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += unit() }
    return sum
  }
}
