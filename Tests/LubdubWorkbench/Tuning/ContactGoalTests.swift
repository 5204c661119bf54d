import Lubdub
import Testing

@testable import LubdubWorkbench

@Suite("A bound on contact that a search meets first")
struct ContactGoalTests {
  private static func summary(_ within: Double, wrong: Double = 6) -> Summary {
    var score = Score()
    (score.totalTime, score.wrongTime, score.trueChanges) = (600, wrong, 20)
    (score.contacts, score.contactsWithin[2]) = (10, within)
    return Summary([score], hasRanges: [true], cost: 0)
  }

  @Test func `a goal is read from its words, and other words and times are none`() {
    #expect(ContactGoal("contact within 0.5 s")?.description == "contact within 0.5 s")
    #expect(ContactGoal("contact within 1 s")?.description == "contact within 1 s")
    for text in ["contact within 0.4 s", "contact within 0.5", "beats within 1 s", "", "contact"] {
      #expect(ContactGoal(text) == nil, "\(text)")
    }
  }

  @Test func `settings that meet it are cheaper than others; the rest decides then`() throws {
    var objective = Objective.balanced
    objective.goal = ContactGoal("contact within 0.5 s")
    let before = Self.summary(2)
    #expect(objective.ratio(before, before) == 1)
    let met = objective.ratio(Self.summary(9, wrong: 30), before)
    let nearly = objective.ratio(Self.summary(8, wrong: 6), before)
    #expect(met < 1 && nearly < 1 && objective.ratio(Self.summary(9), before) < met)
    #expect(objective.ratio(Self.summary(10), before) == objective.ratio(Self.summary(9), before))
    #expect(objective.ratio(Self.summary(1), before) > 1)
    #expect(objective.name == "contact within 0.5 s, then balanced")
  }

  @Test func `without contact in the recordings it is refused`() throws {
    var objective = Objective.balanced
    objective.goal = ContactGoal("contact within 1 s")
    let nothing = Summary([Score()], hasRanges: [true], cost: 0)
    let error = try #require(UnmeasuredObjective(objective, on: [nothing]))
    #expect(error.description.hasPrefix("contact within 1 s: no recording has contact"))
    #expect(UnmeasuredObjective(objective, on: [nothing, Self.summary(3)]) == nil)
  }

  @Test func `intervals of shares and answers from them are those of the reference`() throws {
    let vectors = GainTestTests.vectors
    for one in try #require(vectors["wilson"]?.array) {
      let (good, count) = (one["good"]?.number ?? 0, one["count"]?.number ?? 0)
      let found = ContactGoal.interval(good / count, of: count)
      #expect(abs(found.lowerBound - (one["low"]?.number ?? .nan)) < 6e-5)
      #expect(abs(found.upperBound - (one["high"]?.number ?? .nan)) < 6e-5)
    }
    for one in try #require(vectors["answer_share"]?.array) {
      let found = ContactGoal.answer(
        one["good"]?.number ?? 0, of: one["count"]?.number ?? 0, target: one["target"]?.number ?? 0)
      let expected: ContactGoal.Answer =
        switch one["answer"]?.string {
        case "yes": .yes
        case "no": .no
        default: .record(Int(one["record"]?.number ?? 0))
        }
      #expect(found == expected, "\(one)")
    }
  }
}
