import Lubdub
import Testing

@testable import LubdubWorkbench

@Suite("Zones decided by the distance only")
struct ZoneDecisionTests {
  @Test func `Acquiring a zone doesn't count as a change, and a gap ends a stretch`() throws {
    let zones = try Zones(edges: [1, 2])
    let truth = [Double](repeating: 0.5, count: 30) + [Double](repeating: 2.5, count: 30)
    var track = ScoredTrack.made(truth: truth, estimate: truth)
    for index in 30..<60 {
      let time = Seconds(Double(index) * 0.1 + 60)
      track.points[index].time = time
      track.points[index].estimate?.time = time
    }
    track = ScoredTrack(points: track.points)
    let comparison = try ZoneComparison(
      of: track, deciding: ZoneDecision.bare.parameters(ZoneDetector.Parameters(zones)))
    #expect(comparison.stretches.count == 2)
    let score = comparison.score
    #expect(score.trueChanges == 0 && score.falseChanges == 0)
    #expect(score.totalTime.value < 7)
  }

  @Test func `Margin and dwell react later than the distance only, with fewer false changes`()
    throws
  {
    let zones = try Zones(edges: [1])
    let truth = (0..<200).map { 0.5 + Double($0) * 0.01 }
    let noisy = truth.enumerated().map { $1 + ($0.isMultiple(of: 2) ? 0.04 : -0.04) }
    let track = ScoredTrack.made(truth: truth, estimate: noisy)
    let bare = try ZoneComparison(
      of: track, deciding: ZoneDecision.bare.parameters(ZoneDetector.Parameters(zones))
    ).score
    let usual = try ZoneComparison(
      of: track, deciding: ZoneDecision.usual.parameters(ZoneDetector.Parameters(zones))
    ).score
    #expect(bare.falseChanges > 2)
    #expect(usual.falseChanges == 0 && usual.missedChanges == 0)
    let delay = try #require(usual.medianDelay)
    #expect(delay > 1 && delay < 3)
  }
}
