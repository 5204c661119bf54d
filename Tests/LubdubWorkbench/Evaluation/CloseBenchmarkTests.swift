import Foundation
import Lubdub
import LubdubRuns
import LubdubSupport
import LubdubTraces
import Testing

@testable import LubdubWorkbench

@Suite("Benchmark of close distances")
struct CloseBenchmarkTests {
  /// Walks between contact and 5 m: three of each set with one radio, each a session.
  private static let recordings: [Recording] = (0..<6).map { number in
    let isLevel = number >= 3
    return Recording(
      dataset: isLevel ? "levels" : "walks", name: "walk\(number)",
      records: (0..<900).map { tick in
        let time = 0.1 * Double(tick)
        let swing = 2.4 - 2.6 * cos(2 * .pi * time / (30 + Double(number)))
        let truth = max(0, swing + 0.2 * sin(Double(number) * time))
        let noise = 0.03 * Double((tick * 7919 + number) % 7 - 3)
        let sample: Sample =
          isLevel
          ? .ble(DBm(-60 - 25 * log10(max(truth, 0.05)) + 20 * noise), at: Seconds(time))
          : .uwb(Meters(max(0, truth + noise)), at: Seconds(time))
        return TraceRecord(sample, truth: Meters(truth))
      })
  }

  private static let benchmark = try? CloseBenchmark(
    CloseSplit(recordings), truthShift: .fixed(.zero), by: Workers(2))

  /// Writes a table for each task, and gives it to the benchmark.
  private func row(
    of tasks: [CloseBenchmark.Task], in benchmark: CloseBenchmark,
    columns: String = "t_s,distance_m,low_m,high_m", answering answer: (TraceRecord) -> String
  ) throws -> CloseRow {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for task in tasks {
      let path = folder.appending(path: "\(task.recording.name).csv")
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      let rows = task.recording.records.map { "\($0.sample.time.value),\(answer($0))\n" }
      try Data(("\(columns)\n" + rows.joined()).utf8).write(to: path)
    }
    let given = try GivenEstimates(
      "mine", in: folder.path, for: benchmark.tasks.map(\.recording),
      zoneCount: CloseBenchmark.edges.count + 1)
    return try #require(try benchmark.run([.given(given)], by: Workers(2)).first)
  }

  private func exact(_ record: TraceRecord) -> String {
    let truth = record.truth?.value ?? 0
    return "\(truth),\(truth),\(truth)"
  }

  @Test func `The truth as the answer never jumps and beats the usual place`() throws {
    let benchmark = try #require(Self.benchmark)
    let mine = try row(of: benchmark.tasks, in: benchmark, answering: exact)
    let known = try benchmark.run(CloseBenchmark.Entrant.known, by: Workers(2))
    let usual = try #require(known.first { $0.name == "usual place" })
    for track in CloseBenchmark.Track.allCases {
      let cells = try #require(mine.tracks[track])
      #expect(cells[.jump]?.value ?? 0 == 0, "\(track)")
      for figure in [CloseFigure.wrong, .delay, .beat] {
        guard let own = cells[figure]?.value else { continue }
        let theirs = try #require(usual.tracks[track]?[figure]?.value)
        #expect(own < theirs / 2, "\(track), \(figure)")
      }
    }
  }

  @Test func `Given zones replace the rule except at edges and in beats`() throws {
    let benchmark = try #require(Self.benchmark)
    func zone(_ record: TraceRecord) -> Int {
      CloseBenchmark.edges.count { $0 <= record.truth ?? 0 }
    }
    func row(_ answer: (TraceRecord) -> String) throws -> CloseRow {
      try self.row(
        of: benchmark.tasks, in: benchmark, columns: "t_s,distance_m,zone", answering: answer)
    }
    let own = try row { "\($0.truth?.value ?? 0),\(zone($0))" }
    let rule = try self.row(of: benchmark.tasks, in: benchmark, answering: exact)
    let none = try row { "\($0.truth?.value ?? 0)," }
    for track in CloseBenchmark.Track.allCases {
      let (mine, theirs) = (try #require(own.tracks[track]), try #require(rule.tracks[track]))
      #expect(mine[.beat] == theirs[.beat], "\(track)")
      guard [.ranges, .levels, .outages].contains(track) else {
        #expect(mine == theirs, "\(track)")
        continue
      }
      let (wrong, margin) = (try #require(mine[.wrong]?.value), try #require(theirs[.wrong]?.value))
      #expect(wrong < margin / 2, "\(track): \(wrong), \(margin)")
      #expect(mine[.contact]?.value ?? 0 < 0.01 && mine[.falseChanges]?.value == 0)
      #expect(none.tracks[track]?[.wrong]?.value == 1, "an empty zone is none")
    }
    for text in ["7", "1.5", "near"] {
      #expect(throws: ReadError.self, "\(text)") { _ = try row { _ in "1,\(text)" } }
    }
  }

  @Test func `Empty answers are wrong all the time`() throws {
    let benchmark = try #require(Self.benchmark)
    let none = try row(of: benchmark.tasks, in: benchmark) { _ in ",," }
    for cells in none.tracks.values {
      #expect(cells[.wrong]?.value == 1)
      #expect(cells[.contact]?.value ?? 0.5 == 0.5)
    }
    #expect(none.tracks.count == CloseBenchmark.Track.allCases.count)
  }

  @Test func `A track counts only if every task in it is answered`() throws {
    let benchmark = try #require(Self.benchmark)
    let some = benchmark.tasks.filter { $0.recording.name != "ranges/walks/walk1" }
    #expect(some.count == benchmark.tasks.count - 1)
    let row = try row(of: some, in: benchmark, answering: exact)
    #expect(Set(row.tracks.keys) == [.levels, .levelsAtEdge, .outages])
  }

  @Test func `Tasks contain the rows without the truth`() throws {
    for task in try #require(Self.benchmark).tasks {
      let lines = String(decoding: task.csv, as: UTF8.self).split(separator: "\n")
      let column = try #require(lines[0].split(separator: ",").firstIndex(of: "truth_m"))
      #expect(lines.count == task.recording.records.count + 1)
      for line in lines.dropFirst() {
        #expect(line.split(separator: ",", omittingEmptySubsequences: false)[column].isEmpty)
      }
    }
  }

  @Test func `An interval contains its value and needs four sessions`() throws {
    func sums(_ wrong: Double) -> CloseSums {
      var zones = ZoneScore()
      (zones.wrongTime, zones.totalTime) = (Seconds(wrong), 10)
      return CloseSums(zones)
    }
    let few = CloseRow.cells([[sums(1), sums(2), sums(3)]])
    #expect(few[.wrong] == CloseRow.Cell(value: 0.2, interval: nil))
    let more = CloseRow.cells([[sums(1), sums(2), sums(3)], [sums(8), sums(10)]])
    let cell = try #require(more[.wrong])
    #expect(abs(cell.value - 0.55) < 1e-12 && cell.interval?.contains(cell.value) == true)
    let alone = CloseRow.cells([[sums(1)], [sums(2)], [sums(3)], [sums(4)]])
    #expect(alone[.wrong]?.interval == nil)
    #expect(more[.delay] == nil && more[.contact] == nil)
  }

  @Test func `Rows survive writing and reading, and rows of other tasks are rejected`() throws {
    let benchmark = try #require(Self.benchmark)
    let rows = try benchmark.run(Array(CloseBenchmark.Entrant.known.prefix(3)), by: Workers(1))
    let json = CloseRow.json(rows, tasks: benchmark.digest)
    #expect(try CloseRow.rows(of: json, tasks: benchmark.digest) == rows)
    #expect(throws: SettingError.self) { try CloseRow.rows(of: json, tasks: "other") }
    #expect(throws: SettingError.self) { try CloseRow.rows(of: .null, tasks: "") }
    #expect(
      try benchmark.run(Array(CloseBenchmark.Entrant.known.prefix(3)), by: Workers(2)) == rows)
  }

  @Test func `A written split is read back and names the scored recordings`() throws {
    let found = CloseSplit(Self.recordings)
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(found.csv).write(to: URL(filePath: path))
    let read = try CloseSplit(Self.recordings, at: path)
    #expect(read.csv == found.csv && read.leftOut == 0)
    #expect(read.recordings == found.recordings)
    let parts = found.learned(Self.recordings).map(\.session)
    #expect(parts == ["1", "2", "1", "1", "2", "1"])
    let lines = String(decoding: found.csv, as: UTF8.self).split(separator: "\n").prefix(3)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
    let fewer = try CloseSplit(Self.recordings, at: path)
    #expect(fewer.recordings.count == 2 && fewer.leftOut == 4)
    try Data("set,recording\na,b\n".utf8).write(to: URL(filePath: path))
    #expect(throws: ReadError.self) { try CloseSplit(Self.recordings, at: path) }
  }

  @Test func `A name from a file can't point to another folder`() throws {
    var recording = Self.recordings[0]
    recording.name = "a/../../b"
    let split = CloseSplit([recording])
    let benchmark = try CloseBenchmark(split, truthShift: .fixed(.zero), by: Workers(1))
    #expect(benchmark.tasks.map(\.recording.name) == ["ranges/walks/a/__/__/b"])
  }
}
