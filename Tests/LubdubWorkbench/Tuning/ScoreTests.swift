import Lubdub
import LubdubTraces
import Testing

@testable import LubdubWorkbench

@Suite struct ScoreTests {
  @Test func `Rows with truth 0 are excluded from every score of the distance`() throws {
    let records = (0..<200).map { index in
      let truth = index < 100 ? 2.0 : 0
      return TraceRecord(
        .uwb(Meters(truth + 0.3 + 0.01 * Double(index % 7)), at: Seconds(0.1 * Double(index))),
        truth: Meters(truth), line: index + 1)
    }
    let recording = Recording(dataset: "set", name: "touch", records: records)
    let configuration = Preset.default.configuration
    let trial = Trial(recording, edges: configuration.zones.edges)
    let alone = try trial.score(configuration)
    let track = ScoredTrack(
      of: configuration.estimator.make(configuration.ranging), over: records)
    let bench = try #require(RangeScore(track))
    #expect(alone.samples == 100 && Double(track.points.count) == alone.samples)
    #expect(abs((alone.rootMeanSquare ?? 0) - bench.rootMeanSquare.value) < 1e-9)
    #expect(abs((alone.logRatio ?? 0) - bench.logRatio) < 1e-9)
    #expect(try trial.scores([configuration])[0].get() == alone)
    // Contact is a zone all the same.
    #expect(alone.contactTime > 9)
  }

  @Test func `A repeated row counts once in pipeline, search, and benchmark`() throws {
    let records = (0..<400).flatMap { index -> [TraceRecord] in
      let time = Seconds(0.5 * Double(index))
      let power = DBm(-60 - Double(index % 9) - (index % 50 == 7 ? 12 : 0))
      let row = TraceRecord(.ble(power, at: time), truth: Meters(1 + 0.01 * Double(index)))
      return index % 50 == 7 ? [row, row, row] : [row]
    }
    let configuration = Preset.default.configuration
    let trial = Trial(
      Recording(dataset: "set", name: "walk", records: records), edges: configuration.zones.edges)
    let alone = try trial.score(configuration)
    let bench = try #require(
      RangeScore(
        ScoredTrack(of: configuration.estimator.make(configuration.ranging), over: records)))
    #expect(abs((alone.logRatio ?? 0) - bench.logRatio) < 1e-9)
    #expect(try trial.scores([configuration])[0].get() == alone)
    // An estimator that hears it three times says something else.
    var (once, thrice) = (configuration.estimator.make(), configuration.estimator.make())
    for record in records.prefix(8) {
      once.update(record.sample)
      thrice.update(record.sample)
    }
    for record in records[8..<10] { thrice.update(record.sample) }
    #expect(once.estimate(at: 3.5) != thrice.estimate(at: 3.5))
  }

  @Test("The truth of a trial stays fixed when edges move, if their number stays the same")
  func movedEdges() throws {
    let records = (0..<300).map { index in
      let truth = max(0.01, 2 - 0.01 * Double(index))
      return TraceRecord(
        .uwb(Meters(truth), at: Seconds(0.1 * Double(index))), truth: Meters(truth), line: index + 1
      )
    }
    var moved = Preset.default.configuration
    let trial = Trial(
      Recording(dataset: "set", name: "walk", records: records), edges: moved.zones.edges)
    let before = try trial.score(moved)
    moved.zones.edges[0] = 0.1
    let after = try trial.score(moved)
    #expect(after.contactTime == before.contactTime && after.trueChanges == before.trueChanges)
    #expect(after.feltContactTime >= before.feltContactTime)
  }

  @Test func `Adding scores adds every stored field`() {
    var one = Score()
    var other = Score()
    for (index, field) in Score.fields.enumerated() {
      one[keyPath: field] = Double(index + 1)
      other[keyPath: field] = Double(1000 * (index + 1))
    }
    one.add(other)
    for (index, field) in Score.fields.enumerated() {
      #expect(one[keyPath: field] == Double(1001 * (index + 1)), "\(field)")
    }
  }
}
