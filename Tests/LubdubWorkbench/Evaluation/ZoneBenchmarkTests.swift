import LubdubTraces
import LubdubWorkbench
import TestSupport
import Testing

@testable import LubdubWorkbench

@Suite("Rest score")
struct RestScoreTests {
  private static func bare(_ zones: Zones) -> ZoneDetector.Parameters {
    ZoneDecision.bare.parameters(ZoneDetector.Parameters(zones))
  }

  @Test func `The edge is the rest position, and every change after the first counts`() throws {
    let answers = (0..<400).map { $0.isMultiple(of: 100) ? 1.2 : 1.1 }
    let track = ScoredTrack.made(truth: Array(repeating: 1, count: 400), estimate: answers)
    // The edge is 1.1; "below" is inside. Answers never fall below it: nothing changes.
    #expect(try RestScore(of: track, deciding: Self.bare).changes == 0)

    let swaying = (0..<400).map { ($0 / 40).isMultiple(of: 2) ? 0.9 : 1.1 }
    let swung = ScoredTrack.made(truth: Array(repeating: 1, count: 400), estimate: swaying)
    let score = try RestScore(of: swung, deciding: Self.bare)
    #expect(score.changes == 9 && score.mostChanges == 9)
    #expect(abs(score.time.value - 39.9) < 1e-9)
    let inTenMinutes = try #require(score.changesInTenMinutes)
    #expect(abs(inTenMinutes - 600 * 9 / 39.9) < 1e-9)
  }

  @Test func `Movement and rests shorter than half a minute don't count as rest`() throws {
    let walk = (0..<1000).map { 1 + 0.01 * Double($0) }
    let short = Array(repeating: 1.0, count: 200)
    for truth in [walk, short] {
      let score = try RestScore(of: .made(truth: truth, estimate: truth), deciding: Self.bare)
      #expect(score == RestScore())
      #expect(score.changesInTenMinutes == nil)
    }
  }

  @Test func `A step between two rests ends the first rest and starts the second rest`() throws {
    let truth = Array(repeating: 1.0, count: 400) + Array(repeating: 2.0, count: 400)
    let score = try RestScore(of: .made(truth: truth, estimate: truth), deciding: Self.bare)
    #expect(abs(score.time.value - 79.8) < 1e-9)
    #expect(score.changes == 0)
  }
}

@Suite("Zone benchmark")
struct ZoneBenchmarkTests {
  @Test
  func `Along a front, errors fall and delays grow, and the table contains the default`()
    throws
  {
    var benchmark = try ZoneBenchmark()
    benchmark.estimators = [.fusion, .raw]
    benchmark.source = .none
    let report = try benchmark.run([Recording.swing])
    let group = try #require(report.groups.first)
    #expect(report.groups.count == 1 && group.radio == .uwb)
    #expect(group.rows.filter(\.isDefault).map(\.name) == ["cusum 300 s, 0.12"])
    for kind in [EstimatorKind.fusion, .raw] {
      let front = group.front(of: kind, byEvidence: false)
      #expect(!front.isEmpty)
      for (quick, calm) in zip(front, front.dropFirst()) {
        #expect(quick.delay < calm.delay && quick.errorsPerMinute > calm.errorsPerMinute)
      }
      for row in group.rows where row.estimator == kind && !row.isByEvidence {
        let isBeaten = front.contains {
          $0.delay <= row.delay && $0.errorsPerMinute <= row.errorsPerMinute
        }
        #expect(isBeaten, "\(row.name) is neither on the front nor behind it")
      }
    }
    #expect(group.front(of: .raw, byEvidence: true).isEmpty)
  }
}
