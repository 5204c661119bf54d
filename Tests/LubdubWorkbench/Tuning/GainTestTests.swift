import Foundation
import Lubdub
import LubdubSignals
import LubdubSupport
import LubdubTraces
import LubdubWorkbench
import TestSupport
import Testing

@testable import LubdubWorkbench

/// Decisions against those of a reference in Python, and how often nothing is taken for something.
@Suite("The worth of a search's gain")
struct GainTestTests {
  static let vectors: JSONValue = {
    let path = Recordings.packageRoot.appending(path: "Tests/LubdubWorkbench/Tuning/decisions.json")
    let bytes = (try? Data(contentsOf: path)) ?? Data()
    return (try? JSONParser.parse(Array(bytes))) ?? .null
  }()

  private static func matrix(_ value: JSONValue?) -> [[Double]] {
    (value?.array ?? []).map { ($0.array ?? []).compactMap(\.number) }
  }

  @Test func `Decisions equal the reference`() throws {
    let cases = try #require(Self.vectors["decide"]?.array)
    #expect(cases.count == 4)
    for one in cases {
      let test = GainTest(
        LossTable(Self.matrix(one["loss"]), late: Self.matrix(one["late"])), level: 0.05,
        draws: 400)
      let expected = try #require(one["expect"])
      let name = one["name"]?.string ?? ""
      #expect(test.verdict.rawValue == expected["verdict"]?.string, "\(name)")
      #expect(Double(test.candidate) == expected["candidate"]?.number, "\(name)")
      #expect(Double(test.record) == expected["record"]?.number, "\(name)")
      for (key, value) in [
        ("expected", test.expected), ("at_least", test.atLeast), ("in_sample", test.inSample),
        ("later_contacts", test.laterContacts), ("p", test.p), ("critical", test.critical),
        ("deviation", test.deviation),
      ] {
        #expect(abs(value - (expected[key]?.number ?? .nan)) < 2e-6, "\(name): \(key) \(value)")
      }
    }
  }

  @Test func `The number of sessions that a gain needs equals the reference`() throws {
    let cases = try #require(Self.vectors["more_sessions"]?.array)
    for one in cases {
      let found = GainTest.sessionsNeeded(
        gain: one["gain"]?.number ?? 0, deviation: one["deviation"]?.number ?? 0,
        critical: one["critical"]?.number ?? 0)
      #expect(found.map(Double.init) == one["sessions"]?.number)
    }
    #expect(GainTest.sessionsNeeded(gain: 0, deviation: 1) == nil)
  }

  @Test func `Without a gain, too few sessions give a request for the minimum number`() {
    let test = GainTest(LossTable([[1, 1.1], [1, 1.2], [1, 1.1]]))
    #expect(test.verdict == .tooFew && test.record == GainTest.leastSessions - 3)
  }

  /// Gains of sessions that are smooth over a square and as often losses: a search climbs them by luck alone.
  private struct Luck {
    var waves: [(x: Double, y: Double, phase: Double)] = []
    var weights: [[Double]] = []

    init(seed: UInt64, sessions: Int) {
      var random = SplitMix64(seed: seed)
      func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.unit() } }
      waves = (0..<24).map { _ in (4 * normal(), 4 * normal(), 6.3 * random.unit()) }
      weights = (0..<sessions).map { _ in
        let scale = 0.5 + random.unit()
        return waves.map { _ in 0.04 * scale * normal() }
      }
    }

    func losses(_ place: [Double]) -> [Double] {
      let features = waves.map {
        Foundation.sin($0.x * place[0] + $0.y * place[1] + $0.phase) - Foundation.sin($0.phase)
      }
      return weights.map { own in 1 - zip(own, features).reduce(0) { $0 + $1.0 * $1.1 } }
    }
  }

  /// Whether a search over luck is advised: by candidates of a search with three seeds and one from what they found.
  private static func isAdvised(_ luck: Luck) throws -> Bool {
    var candidates = [luck.losses([0, 0])]
    var found: [[Double]] = []
    for seed in 0..<4 {
      let search = Search(
        dimensions: 2, budget: 60, seed: UInt64(seed), start: [[0, 0]] + (seed == 3 ? found : []))
      let best = try search.run { places in
        places.map { place in
          let losses = luck.losses(place)
          candidates.append(losses)
          let mean = Statistics.mean(losses) ?? 1
          let error = (Statistics.sampleDeviation(losses) ?? 0) / Double(losses.count).squareRoot()
          return [mean + error]
        }
      }
      found.append(best[0].place)
    }
    let sessions = candidates[0].indices
    return GainTest(LossTable(sessions.map { session in candidates.map { $0[session] } }))
      .verdict.isAdvised
  }

  /// Of 200 sets with 5 % each, 18 or more come once in 100 times (binomial: P(X ≥ 18) = 0.0106).
  @Test func `Without a real gain, an adaptive search is rarely advised`() throws {
    let advised = try (0..<200).count { number in
      try Self.isAdvised(Luck(seed: UInt64(1000 + number), sessions: 16))
    }
    #expect(advised < 18, "\(advised) of 200")
  }

  @Test func `A hundred sessions with ten thousand candidates get a decision`() {
    var random = SplitMix64(seed: 5)
    let losses = (0..<100).map { _ in (0..<10_000).map { _ in 1 + 0.1 * random.unit() } }
    let table = LossTable(losses, felt: losses, beat: losses)
    let folds = (0..<3).map { part in
      Fold(sessions: Array(stride(from: part, to: 100, by: 3)), candidates: Array(0..<10_000))
    }
    let test = GainTest(table, folds: folds)
    #expect(test.verdict == .keep && test.critical > 3.5)
    let ones = losses.map { _ in 1.0 }
    let roles = FrontRoles(
      FeltTable(
        sums: [losses, losses, losses, losses], grounds: [ones, ones, ones, ones]), table, folds)
    #expect(roles.rows.count > 1 && roles.rows.allSatisfy { $0.heldOut.count == 4 })
  }
}

@Suite("The match of truth and readings")
struct BelongingTests {
  private static func walks(_ count: Int) -> [[(truth: Double, reading: Double)]] {
    var random = SplitMix64(seed: 3)
    return (0..<count).map { walk in
      (0..<40).map { step in
        let truth =
          2 + 1.5 * Foundation.sin(Double(step) * (0.15 + 0.02 * Double(walk)) + Double(walk))
        return (truth, truth + 0.2 * (random.unit() - 0.5) + 0.3)
      }
    }
  }

  @Test func `Ranges explain the truth of their walk, but not the truth of another walk`() throws {
    let walks = Self.walks(8)
    #expect(try #require(Belonging.explainedShare(walks)) > 0.98)
    let swapped = walks.indices.map { index in
      zip(walks[(index + 1) % 8], walks[index]).map { (truth: $0.truth, reading: $1.reading) }
    }
    #expect(try #require(Belonging.explainedShare(swapped)) < 0)
    #expect(Belonging.explainedShare([[(1, 1.1), (1, 1.2)]]) == nil)
  }

  @Test func `Equal values share a rank`() {
    #expect(Belonging.rankCorrelation([1, 2, 2, 3], [10, 20, 20, 30]) == 1)
    #expect(Belonging.rankCorrelation([1, 2, 3], [3, 2, 1]) == -1)
    #expect(Belonging.rankCorrelation([1, 1], [1, 2]) == 0)
  }

  @Test func `Levels that fall with the truth belong to it, and other levels are undecided`() {
    func recordings(_ shift: Int) -> [Recording] {
      var random = SplitMix64(seed: 9)
      return (0..<8).map { walk in
        func truth(_ walk: Int, _ step: Int) -> Double {
          2 + 1.5 * Foundation.sin(Double(step) * (0.05 + 0.02 * Double(walk)) + Double(walk))
        }
        return Recording(
          dataset: "set", name: "\(walk)",
          records: (0..<60).map { step in
            let level = -60 - 20 * Foundation.log10(truth(walk, step)) + 6 * (random.unit() - 0.5)
            return TraceRecord(
              Sample(time: Seconds(Double(2 * step)), radio: .ble, rssi: DBm(level.rounded())),
              truth: Meters(truth((walk + shift) % 8, step)))
          })
      }
    }
    #expect(Belonging(recordings(0)) == .together)
    #expect(Belonging(recordings(3)) == .open)
  }

  @Test func `A sure gain is advised with its bound even if held-out choices lose`() {
    // One gains a little everywhere; each of the others gains much, except on one session.
    let sessions = 12
    let losses = (0..<sessions).map { session -> [Double] in
      let little = 0.0001 * Double(session)
      let others = (0..<sessions).map { other -> Double in other == session ? 3 : 0.9 - little }
      return [1, 0.99 - little] + others
    }
    let test = GainTest(LossTable(losses))
    #expect(test.verdict == .take && test.candidate == 1)
    #expect(test.expected == test.atLeast && test.atLeast > 0)
  }

  @Test func `Held-out sessions choose among the candidates that were found without them`() {
    // One candidate gains everywhere, and one gains more on the first half, by which it was found.
    let losses = (0..<12).map { [1, 0.9 - 0.001 * Double($0), $0 < 6 ? 0.4 : 1.3] }
    let folds = [
      Fold(sessions: Array(6..<12), candidates: [0, 1, 2]),
      Fold(sessions: Array(0..<6), candidates: [0, 1]),
    ]
    let test = GainTest(LossTable(losses), folds: folds)
    #expect(test.picks == Array(repeating: 1, count: 6) + Array(repeating: 2, count: 6))
    // The sessions that the search left out lose, and so the bound is what to expect.
    #expect(test.verdict == .take && test.candidate == 1)
    #expect(test.expected == test.atLeast && test.atLeast > 0.09)
  }

  @Test func `Later contact is a loss that the user may reject`() {
    let losses = (0..<12).map { [1, 0.8 - 0.001 * Double($0)] }
    let late = (0..<12).map { _ in [0.0, 1] }
    #expect(GainTest(LossTable(losses, late: late)).verdict == .trade)
    #expect(!GainTest(LossTable(losses, late: late), keepsContact: true).verdict.isAdvised)
  }

  @Test func `Another loss decides only if the objective also gains`() {
    let sure = (0..<12).map { [1, 0.8 - 0.001 * Double($0)] }
    func objective(_ losses: (Double, Double)) -> [[Double]] {
      (0..<12).map { [1, $0.isMultiple(of: 2) ? losses.0 : losses.1] }
    }
    let gains = objective((0.5, 1.2))
    let test = GainTest(LossTable(gains, felt: gains, beat: sure))
    #expect(test.verdict == .take && test.loss == .beat && test.atLeast > 0.19)
    #expect(GainTest(LossTable(gains)).verdict == .tooFew)
    // Of two that the beat shows, the one by which the objective gains more is taken.
    let two = sure.indices.map {
      (gains[$0] + [gains[$0][1] - 0.1], sure[$0] + [0.9 - 0.001 * Double($0)])
    }
    let both = GainTest(LossTable(two.map(\.0), felt: two.map(\.0), beat: two.map(\.1)))
    #expect(both.candidate == 2 && both.atLeast < 0.12 && both.loss == .beat)
    let loses = objective((0.7, 1.3))
    #expect(GainTest(LossTable(loses, felt: loses, beat: sure)).verdict == .keep)
  }

  @Test func `Without a gain, the interval excludes zero in 5% of cases`() throws {
    var random = SplitMix64(seed: 91)
    let outside = (0..<1000).count { _ in
      let gains = (0..<16).map { _ in random.unit() - 0.5 }
      return GainTest.interval(gains).map { !$0.contains(0) } ?? true
    }
    // 5 % of 1,000, and three standard deviations of that.
    #expect((30...71).contains(outside), "\(outside)")
    let sure = try #require(GainTest.interval((0..<16).map { 0.1 + 0.001 * Double($0) }))
    #expect(sure.lowerBound > 0.09 && sure.upperBound < 0.125)
    #expect(GainTest.interval([1]) == nil)
  }
}
