import Foundation
import Lubdub
import LubdubSupport
import Testing

@testable import LubdubWorkbench

@Suite("Journal of a search")
struct TuningJournalTests {
  private static func task(seed: UInt64 = 7, walks: ClosedRange<UInt64> = 1...6) throws
    -> TuningTask
  {
    let recordings = try walks.map { number in
      let trace = try Simulator(scenario: .approach, seed: number, duration: 30, rate: 10).run()
      return Recording(dataset: "walks", name: "walk \(number)", records: trace.records)
    }
    return TuningTask(recordings, base: Preset.default.configuration, budget: 8, seed: seed)
  }

  /// A search that begins with the bytes of a journal, and those that it leaves.
  private static func search(
    _ task: TuningTask, after bytes: [UInt8],
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> (result: TuningResult, journal: [UInt8], added: Int) {
    var (all, added) = (bytes, 0)
    let journal = TuningJournal(bytes) { lines in
      all += lines
      added += lines.count { $0 == UInt8(ascii: "\n") }
    }
    all = Array(all[..<journal.wholeBytes])
    var tuner = try Tuner(task)
    tuner.journal = journal
    let result = try withoutActuallyEscaping(isCancelled) { try tuner.run(isCancelled: $0) }
    return (result, all, added)
  }

  @Test func `A search continues a journal cut at any point to the same result`() throws {
    let task = try Self.task()
    let plain = try Tuner(task).run().json
    let whole = try Self.search(task, after: [])
    #expect(whole.result.json == plain)
    let lines = whole.journal.count { $0 == UInt8(ascii: "\n") }
    #expect(whole.added == lines && lines > 40)
    var random = SplitMix64(seed: 5)
    for _ in 0..<20 {
      let cut = Array(whole.journal[..<random.below(whole.journal.count)])
      let next = try Self.search(task, after: cut)
      #expect(next.result.json == plain, "after \(cut.count) bytes")
      #expect(next.journal.split(separator: 10).count == lines)
      #expect(next.added == lines - cut.count { $0 == UInt8(ascii: "\n") })
    }
    #expect(try Self.search(task, after: whole.journal).added == 0)
  }

  @Test func `Another seed adds its candidates, and the decision counts all of them`() throws {
    let first = try Self.search(try Self.task(), after: [])
    let other = try Self.search(try Self.task(seed: 8), after: first.journal)
    #expect(other.added > 0)
    let alone = try Tuner(try Self.task(seed: 8)).run()
    let (more, fewer) = (other.result.test?.critical ?? 0, alone.test?.critical ?? .infinity)
    #expect(more >= fewer)
  }

  @Test func `A journal of other recordings and a file of another kind are rejected`() throws {
    let first = try Self.search(try Self.task(), after: [])
    let other = try Self.task(walks: 1...5)
    #expect(throws: TuningJournal.Failure.self) { try Self.search(other, after: first.journal) }
    for text in ["t_s,range_m\n1,2\n", "{}\n"] {
      #expect(throws: TuningJournal.Failure.self) {
        try Self.search(try Self.task(), after: Array(text.utf8))
      }
    }
    let broken = first.journal + Array("{\"group\": 3}\n".utf8)
    let error = #expect(throws: TuningJournal.Failure.self) {
      try Self.search(try Self.task(), after: broken)
    }
    #expect(error?.description.contains("is not a candidate") == true)
  }

  @Test func `A search that ends early decides from its journal`() throws {
    let task = try Self.task()
    let whole = try Self.search(task, after: [])
    let head = whole.journal.split(separator: 10, omittingEmptySubsequences: false)
    let half = Array(head.prefix(head.count / 2).joined(separator: [10])) + [10]
    let calls = Locked(0)
    // The settings before are scored; then it is ended.
    let ended = try Self.search(task, after: half) {
      calls.withLock { count in
        count += 1
        return count > 2 * task.recordings.count + 2
      }
    }
    #expect(!ended.result.isComplete && ended.result.test != nil)
    #expect(!ended.result.datasets.isEmpty)
  }
}
