import Foundation
import Lubdub
import LubdubBench
import LubdubGround
import Testing

@testable import LubdubBench

@Suite("Units of work")
struct LineEngineTests {
  @Test(
    "Shards hold every recording once, in order, and are about equally long",
    arguments: [(1, 1), (3, 4), (1000, 2), (1000, 1000), (17, 3), (0, 2)])
  func shards(recordings: Int, workers: Int) {
    let rows = (0..<recordings).map { 300 + $0 % 7 * 100 }
    let shards = Shards(rows: rows, workers: workers)
    #expect(shards.shards.flatMap { Array($0) } == Array(0..<recordings))
    #expect(shards.shards.count <= workers * Shards.unitsPerWorker)
    #expect(shards.shards.allSatisfy { !$0.isEmpty })
    for (recording, place) in shards.places.enumerated() {
      #expect(shards.shards[place.shard].lowerBound + place.index == recording)
    }
    let sums = shards.shards.map { $0.reduce(0) { $0 + rows[$1] } }
    if let least = sums.min(), let most = sums.max() { #expect(most - least <= 2000) }
  }

  @Test("Units hold every run once, each over one shard, and none is too small to be worth sending")
  func units() {
    let shards = Shards(rows: Array(repeating: 600, count: 200), workers: 2)
    let runs = (0..<40).flatMap { candidate in
      (0..<200).map { TuningWork.Run(recording: $0, candidate: candidate) }
    }
    let units = shards.units(of: runs)
    let places = units.flatMap { $0.runs.flatMap(\.places) }
    #expect(places.sorted() == Array(runs.indices))
    for unit in units {
      #expect(unit.runs.allSatisfy { shards.places[$0.recording].shard == unit.shard })
      for run in unit.runs {
        #expect(run.places.allSatisfy { runs[$0].recording == run.recording })
      }
    }
    #expect((8...24).contains(units.count))
    let one = shards.units(of: Array(runs.prefix(200)))
    #expect(one.count <= Shards.unitsPerWorker * 2)
  }

  @Test("A thousand workers get no more units than their scheduler is done with in the time of one")
  func thousandWorkers() {
    let shards = Shards(rows: Array(repeating: 600, count: 4000), workers: 1000)
    let runs = (0..<4000).map { TuningWork.Run(recording: $0, candidate: 0) }
    let units = shards.units(of: runs)
    let longest = units.map { $0.runs.reduce(0) { $0 + 600 * $1.places.count } }.max() ?? 0
    #expect(units.count * Shards.rowsPerUnit <= 2 * longest)
  }

  @Test("Many candidates over one recording become several units")
  func oneRecording() {
    let shards = Shards(rows: [10_000], workers: 4)
    let runs = (0..<256).map { TuningWork.Run(recording: 0, candidate: $0) }
    let units = shards.units(of: runs)
    #expect(units.count == 16)
    #expect(units.flatMap { $0.runs.flatMap(\.places) } == Array(0..<256))
  }

  @Test("Scores go through text and back to the last bit, and those that are missing stay so")
  func scores() throws {
    var score = Score()
    for (index, field) in Score.fields.enumerated() {
      score[keyPath: field.path] = 1 / Double(index + 3)
    }
    #expect(score.numbers == Score.fields.map { score[keyPath: $0.path] })
    let text = UnitLines.text(of: [score, nil, Score()])
    #expect(UnitLines.scores(text, count: 3) == [score, nil, Score()])
    #expect(UnitLines.scores(text, count: 2) == nil)
    #expect(UnitLines.scores("", count: 0) == [])
  }

  @Test("A program that sends half a line and ends is given by its name")
  func ended() throws {
    let (to, from) = (Pipe(), Pipe())
    try from.fileHandleForWriting.write(contentsOf: Data("{\"ready\"".utf8))
    try from.fileHandleForWriting.close()
    let ends = (
      from.fileHandleForReading.fileDescriptor, to.fileHandleForWriting.fileDescriptor
    )
    let task = TuningTask([], base: Preset.default.configuration)
    let error = #expect(throws: TuningEngineError.self) {
      try LineEngine(
        LineChannel(input: ends.0, output: ends.1), name: "the bridge", task: task, version: "0")
    }
    #expect(error?.description.hasPrefix("the bridge has ended") == true)
  }
}
