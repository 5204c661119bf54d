import Lubdub
import Testing

@testable import LubdubWorkbench

@Suite("Bounds that a search meets first")
struct GoalTests {
  private static func score(_ within: Double, wrong: Double = 6, falseChanges: Double = 0) -> Score
  {
    var score = Score()
    (score.totalTime, score.wrongTime, score.trueChanges) = (600, wrong, 20)
    (score.contacts, score.contactsWithin[2], score.falseChanges) = (10, within, falseChanges)
    return score
  }

  private static func cost(_ score: Score, _ objective: Objective) -> Double {
    func tally(_ score: Score) -> [Tally] { [Tally(score, hasRanges: true)] }
    let part = Assessment.Part(
      tally(score), tally(Self.score(2)), sessions: [0], costs: (0, 0), objective: objective)
    return Assessment(parts: [part]).costs(objective)[0]
  }

  @Test(arguments: [
    "contact within 0.5 s", "contact within 0.4 s in 75%", "at most 2 false changes an hour",
  ])
  func `A goal is read from its text with any time and share`(text: String) {
    #expect(Goal(text)?.description == text)
  }

  @Test(arguments: [
    "contact within 0.5", "contact within 0 s", "contact within 40 s", "contact within 1 s in 0%",
    "contact within 1 s in 100%", "beats within 1 s", "at most -1 false changes an hour",
    "at most 2 changes an hour", "", "contact",
  ])
  func `Invalid goals are rejected`(text: String) { #expect(Goal(text) == nil) }

  @Test func `Settings that meet the goals have priority over the objective`() throws {
    let objective = try #require(
      Objective("contact within 0.5 s and at most 6 false changes an hour, then balanced"))
    #expect(objective.goals.count == 2 && Objective(objective.name) == objective)
    let met = Self.cost(Self.score(9, wrong: 300, falseChanges: 1), objective)
    #expect(met < Self.cost(Self.score(8, wrong: 0), objective))
    #expect(met < Self.cost(Self.score(10, wrong: 0, falseChanges: 2), objective))
    #expect(Self.cost(Self.score(9), objective) < met)
    #expect(Self.cost(Self.score(10), objective) == Self.cost(Self.score(9), objective))
  }

  @Test func `A goal without data is rejected`() throws {
    let objective = try #require(Objective("contact within 1 s, then balanced"))
    let nothing = Summary([Score()], hasRanges: [true], cost: 0)
    let error = try #require(UnmeasuredObjective(objective, on: [nothing]))
    #expect(error.description.hasPrefix("contact within 1 s: no recording has contact"))
    let some = Summary([Self.score(3)], hasRanges: [true], cost: 0)
    #expect(UnmeasuredObjective(objective, on: [nothing, some]) == nil)
  }

  @Test func `Intervals and answers equal the reference`() throws {
    let vectors = GainTestTests.vectors
    for one in try #require(vectors["wilson"]?.array) {
      let (good, count) = (one["good"]?.number ?? 0, one["count"]?.number ?? 0)
      let found = Goal.interval(good / count, of: count)
      #expect(abs(found.lowerBound - (one["low"]?.number ?? .nan)) < 6e-5)
      #expect(abs(found.upperBound - (one["high"]?.number ?? .nan)) < 6e-5)
    }
    let rates = [
      (0.0, 1.0, 0.0, 3.6889), (2, 1.5, 0.1615, 4.8165), (7, 2, 1.4072, 7.2113),
    ]
    for (events, hours, low, high) in rates {
      let found = Goal.rateInterval(events, in: hours)
      #expect(abs(found.lowerBound - low) < 6e-5 && abs(found.upperBound - high) < 6e-5)
    }
    for one in try #require(vectors["answer_share"]?.array) {
      let goal = Goal.contact(within: 1, share: one["target"]?.number ?? 0)
      let found = goal.answer(
        Goal.Counts(count: one["good"]?.number ?? 0, ground: one["count"]?.number ?? 0))
      let expected: Goal.Answer =
        switch one["answer"]?.string {
        case "yes": .yes
        case "no": .no
        default: .record(Int(one["record"]?.number ?? 0))
        }
      #expect(found == expected, "\(one)")
    }
  }

  @Test func `Two false changes per hour need nearly two hours without a false change`() {
    let goal = Goal.falseChanges(perHour: 2)
    #expect(goal.answer(Goal.Counts(count: 0, ground: 1.85)) == .yes)
    #expect(goal.answer(Goal.Counts(count: 20, ground: 1)) == .no)
    guard case .record(let minutes) = goal.answer(Goal.Counts(count: 0, ground: 1)) else {
      Issue.record("an hour without any false change is taken for enough")
      return
    }
    #expect((48...56).contains(minutes))
  }

  @Test func `Contact is counted within any time limit, and the default limit stays`() throws {
    let limits = ContactLimits([0.4, 1, 12])
    #expect(limits.place(of: 0.4) != nil && limits.place(of: 12) != nil)
    #expect(limits.seconds[ContactLimits.late] == 1 && limits.place(of: 2) != nil)
    let trace = try Simulator(scenario: .approach, seed: 3, rate: 10).run()
    let recording = Recording(dataset: "walks", name: "walk", records: trace.records)
    let configuration = Preset.default.configuration
    let edges = configuration.zones.edges
    let usual = try Trial(recording, edges: edges).score(configuration)
    let own = try Trial(recording, edges: edges, limits: limits).score(configuration)
    #expect(own.contactShare(within: 1, limits) == usual.contactShare(within: 1))
    let share = try #require(own.contactShare(within: 0.4, limits))
    #expect(share >= usual.contactShare(within: 0.3) ?? 1)
    #expect(share <= usual.contactShare(within: 0.5) ?? 0)
  }
}

@Suite("Goals of a search compared with a full grid")
struct SolvedGoalTests {
  private static let recordings = (0..<8).map { number in
    let trace = try? Simulator(
      scenario: .approach, seed: UInt64(40 + number), duration: 60, rate: 10
    ).run()
    return Recording(dataset: "walks", name: "walk \(number)", records: trace?.records ?? [])
  }

  private static let space = try? ParameterSpace([
    Dimension("zones.range.falseChangeInterval", 1...3000),
    Dimension("zones.range.lookAhead", 0...1),
  ])

  /// The shortfall from goals with each of some settings.
  private static func violations(_ points: [[Double]], _ task: TuningTask) throws -> [Double] {
    let (objective, limits) = (task.objective, task.objective.limits)
    let configurations = try points.map { try task.space.apply($0, to: task.base) }
    let scores = try recordings.map { recording in
      try Trial(recording, edges: task.base.zones.edges, limits: limits).scores(configurations)
        .map { try $0.get() }
    }
    return points.indices.map { place in
      var sum = Score()
      for list in scores { sum.add(list[place]) }
      return objective.violation(objective.goals.map { $0.counts(sum, limits) })
    }
  }

  @Test(arguments: [
    ("contact within 3 s in 50%", true), ("at most 600 false changes an hour", true),
    ("contact within 2 s in 60% and at most 300 false changes an hour", true),
    ("contact within 0.02 s in 99%", false), ("at most 1 false changes an hour", nil),
    ("contact within 0.4 s in 80% and at most 20 false changes an hour", nil),
  ])
  func `A search gets as close to a goal as the best point of a grid`(
    goals: String, isMet: Bool?
  ) throws {
    let space = try #require(Self.space)
    let task = TuningTask(
      Self.recordings, base: Preset.default.configuration, space: space,
      objective: try #require(Objective("\(goals), then balanced")), budget: 60,
      isCalibrated: false)
    let steps = (0...14).map { Double($0) / 14 }
    let grid = steps.flatMap { x in
      steps.map { y in zip(task.space.dimensions, [x, y]).map { $0.value(at: $1) } }
    }
    let best = try #require(Self.violations(grid, task).min())
    let found = try Tuner(task).run()
    let own = try Self.violations([found.values], task)[0]
    #expect(own <= best, "\(goals): \(own) beside \(best) of the grid")
    if let isMet { #expect((own == 0) == isMet, "\(goals): \(own)") }
    let bounds = try #require(found.datasets.first.map { found.bounds($0) })
    #expect(bounds.count == task.objective.goals.count)
    #expect(bounds.allSatisfy(\.isMetHere) == (own == 0))
    #expect(!found.isAdvised || own == 0)
  }
}
