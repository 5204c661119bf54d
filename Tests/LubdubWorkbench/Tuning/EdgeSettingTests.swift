import LubdubWorkbench
import TestSupport
import Testing

@testable import LubdubWorkbench

/// Settings that have a number for each edge.
@Suite struct EdgeSettingTests {
  @Test func `One number for all edges becomes a list when a single edge is set`() throws {
    var configuration = Preset.default.configuration
    let place = try SettingPlace("zones.range.falseChangeInterval[1]")
    #expect(place.value(in: configuration) == .number(300))
    try place.set(.number(60), in: &configuration)
    #expect(configuration.zones.range.falseChangeInterval == [300, 60, 300, 300])
    #expect(place.value(in: configuration) == .number(60))
  }

  @Test(arguments: [
    "zones.range.falseChangeInterval[]", "zones.range.falseChangeInterval[-1]",
    "zones.range.falseChangeInterval[x]", "uwb.gate[0]", "no[0]",
  ])
  func `Invalid setting places are rejected by name`(name: String) {
    #expect(throws: SettingError.self) { try SettingPlace(name) }
  }

  @Test func `A place beyond the edges is rejected`() throws {
    var configuration = Preset.default.configuration
    let place = try SettingPlace("zones.range.falseChangeInterval[4]")
    #expect(throws: SettingError.self) { try place.set(.number(60), in: &configuration) }
  }

  @Test func `A list in the start settings is searched element by element`() throws {
    var base = Preset.default.configuration
    base.zones.range.falseChangeInterval = [60, 300, 300, 300]
    let space = try ParameterSpace([Dimension("zones.range.falseChangeInterval", 10...1000)])
    let task = TuningTask([Recording.swing], base: base, space: space, budget: 8)
    #expect(
      task.space.dimensions.map(\.key) == (0..<4).map { "zones.range.falseChangeInterval[\($0)]" })
    #expect(task.space.values(of: base) == [60, 300, 300, 300])
    let grid = GridSweep([try GridSweep.Axis("zones.range.falseChangeInterval=10:20:2")])
    #expect(throws: SettingError.self) { try grid.configuration(at: 0, base: base) }
  }

  @Test func `The scores of the edges add up to the total`() throws {
    let configuration = Preset.default.configuration
    let score = try Trial(Recording.swing, edges: configuration.zones.edges).score(configuration)
    #expect(score.trueChanges > 10)
    #expect(score.edges.reduce(0) { $0 + $1.trueChanges } == score.trueChanges)
    #expect(score.edges.reduce(0) { $0 + $1.missedChanges } == score.missedChanges)
    #expect(score.edges.reduce(0) { $0 + $1.falseChanges } == score.falseChanges)
    #expect(abs(score.edges.reduce(0) { $0 + $1.delay } - score.delay) < 1e-9)
  }

  @Test func `An objective may name an edge and contact, and is read back from its name`() throws {
    let objective = try #require(Objective("delay[0]=2,late-contact=1,rest-changes=0.5"))
    #expect(objective.terms.map(\.name) == ["delay[0]", "late-contact", "rest-changes"])
    #expect(Objective(objective.name) == objective)
    #expect(Objective("contact-within-1s") == Objective("late-contact"))
    let bound = try #require(Objective("contact within 0.5 s, then delay"))
    #expect(
      bound.goals.map(\.description) == ["contact within 0.5 s"] && Objective(bound.name) == bound)
    for text in ["range[0]", "delay[x]", "delay[99]", "delay[0", "contact, then delay"] {
      #expect(Objective(text) == nil)
    }
  }

  @Test func `A calibration in the settings is kept, and no other calibration is fitted`() {
    var base = Preset.default.configuration
    #expect(TuningTask([Recording.swing], base: base, budget: 8).shippedCalibration != nil)
    base.ranging.range.bias.constant = 0.09
    base.ranging.range.bias.slope = -0.002
    let task = TuningTask([Recording.swing], base: base, budget: 8)
    #expect(task.keepsCalibration && task.shippedCalibration == nil)
    #expect(task.trials().allSatisfy { $0.calibration == nil })
  }
}

@Suite struct PairedComparisonTests {
  private static func scores(wrong: (Int) -> Double) -> [Score] {
    (0..<8).map { index in
      var score = Score()
      (score.samples, score.answered, score.totalTime) = (100, 100, 60)
      (score.wrongTime, score.trueChanges) = (wrong(index), 2)
      return score
    }
  }

  private static func verdict(
    _ first: [Score], _ second: [Score]
  ) -> PairedComparison.Verdict? {
    PairedComparison(first, second, hasRanges: first.map { _ in true }).lines
      .first { $0.measure == .wrongZone }?.verdict
  }

  @Test
  func `A gain in every recording gives a verdict, and a gain in half of the recordings doesn't`() {
    let before = Self.scores { 10 + Double($0) }
    #expect(Self.verdict(before, Self.scores { 8 + Double($0) }) == .better)
    #expect(Self.verdict(before, Self.scores { 12 + Double($0) }) == .worse)
    #expect(Self.verdict(before, before) == .undecided)
    let mixed = Self.scores { 10 + Double($0) + ($0.isMultiple(of: 2) ? 2 : -2) }
    #expect(Self.verdict(before, mixed) == .undecided)
  }

  @Test(arguments: [1, 3])
  func `Fewer than four sessions or twelve changes give no verdict`(count: Int) {
    let one = Array(Self.scores { _ in 10 }.prefix(count))
    let other = Array(Self.scores { _ in 1 }.prefix(count))
    #expect(Self.verdict(one, other) == .tooFew)
  }

  @Test func `Zones need twelve changes for a verdict, and distances don't`() {
    let many = Self.scores { _ in 10 }.map { score in
      var copy = score
      copy.trueChanges = 1
      return copy
    }
    #expect(Self.verdict(many, many) == .tooFew)
    let lines = PairedComparison(many, many, hasRanges: many.map { _ in true }).lines
    #expect(lines.first { $0.measure == .range }?.verdict == .undecided)
  }

  @Test func `Silence is never recommended, because felt losses come before any gain`() {
    var (before, after) = (Self.scores { _ in 10 }, Self.scores { _ in 1 })
    for index in before.indices {
      (before[index].beats, before[index].contactTime, before[index].feltContactTime) = (50, 5, 4)
      before[index].beatTime = 20
      (after[index].beats, after[index].contactTime, after[index].withoutTime) = (0, 5, 30)
    }
    let comparison = PairedComparison(before, after, hasRanges: before.map { _ in true })
    #expect(comparison.losses.map(\.loss) == [.beats, .zone] && comparison.lossesOfFirst.isEmpty)
    #expect(comparison.losses.allSatisfy { $0.recordings == Array(before.indices) })
    #expect(comparison.measures(.better).contains(.wrongZone))
  }

  @Test func `Beats that aren't due don't count as losses`() {
    var before = Self.scores { _ in 10 }
    for index in before.indices { (before[index].beats, before[index].oneSidedTime) = (50, 30) }
    let after = Self.scores { _ in 1 }
    let comparison = PairedComparison(before, after, hasRanges: before.map { _ in true })
    #expect(comparison.losses.isEmpty && comparison.lossesOfFirst.isEmpty)
  }

  @Test func `Different tempos and different numbers of zones aren't compared`() {
    let scores = Self.scores { _ in 10 }
    let own = Preset.default.configuration
    var other = own
    other.heartbeat.intervals = [nil, nil, nil, nil]
    func verdict(_ measure: Measure, _ second: Configuration) -> PairedComparison.Verdict? {
      PairedComparison(
        scores, scores, hasRanges: scores.map { _ in true },
        ground: PairedComparison.Ground(own, second)
      ).lines.first { $0.measure == measure }?.verdict
    }
    #expect(verdict(.beat, own) == .undecided && verdict(.beat, other) == .incomparable)
    #expect(verdict(.wrongZone, other) == .undecided)
    other.zones.edges = [1, 2]
    #expect(verdict(.wrongZone, other) == .incomparable && verdict(.range, other) == .undecided)
  }
}

@Suite struct MissingFigureTests {
  @Test func `A measure without data has no value and no verdict`() throws {
    var score = Score()
    (score.samples, score.answered, score.totalTime) = (100, 100, 60)
    let comparison = PairedComparison([score, score], [score, score], hasRanges: [true, true])
    for measure in [Measure.lateContact, .restChanges, .missedChanges, .delay] {
      let line = try #require(comparison.lines.first { $0.measure == measure })
      #expect(line.first == nil && line.second == nil && line.difference == nil, "\(measure)")
      #expect(line.verdict == .unmeasured, "\(measure)")
    }
    let wrong = try #require(comparison.lines.first { $0.measure == .wrongZone })
    #expect(wrong.first == 0 && wrong.verdict == .tooFew)
  }

  @Test func `Late contact is the share of contacts not felt within 1 s`() {
    var score = Score()
    (score.contacts, score.contactsWithin[4]) = (4, 3)
    #expect(Summary([score], hasRanges: [true], cost: 0).value(of: .lateContact) == 0.25)
  }

  @Test(
    "An index or edge missing in the settings is rejected before the search",
    arguments: [
      ("zones.range.falseChangeInterval[4]", "delay[3]"),
      ("zones.range.falseChangeInterval[3]", "delay[4]"),
    ])
  func beyondTheList(key: String, objective: String) throws {
    let base = Preset.default.configuration
    #expect(base.zones.edges.count == 4)
    let task = TuningTask(
      [Recording.swing], base: base, space: try ParameterSpace([Dimension(key, 10...1000)]),
      objective: try #require(Objective(objective)), budget: 8)
    let error = #expect(throws: SettingError.self) { try Tuner(task) }
    #expect(error?.description.contains("[0] to") == true, "\(String(describing: error))")
  }
}
