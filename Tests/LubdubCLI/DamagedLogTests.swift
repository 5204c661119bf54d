import Foundation
import TestSupport
import Testing

/// Damaged logs through the built tool: each command ends on its own, and reports the fate of every line.
@Suite struct DamagedLogTests {
  /// The numbers of used and rejected rows, from the line that `run` prints.
  private static func rows(_ text: String) -> [Int]? {
    guard let found = text.firstMatch(of: /s, (\d+) rows? \([a-z-]+\)(?:, (\d+) rejected)?/) else {
      return nil
    }
    return [Int(found.1) ?? 0, found.2.flatMap { Int($0) } ?? 0]
  }

  @Test func `Damaged logs crash no command, and give the same rows by file and pipe`() throws {
    let tool = Tool()
    var random = SeededGenerator(seed: 4307)
    var read = 0
    let runs = Thoroughness.isFull ? 1_000 : 33
    for run in 0..<runs {
      let log = SmallLog.all[run % SmallLog.all.count]
      let bytes = Data(log.damaged(&random))
      try tool.write(bytes, to: "log.csv")
      let columns = log.columns.map { ["--columns", $0] } ?? []
      let file = try tool.run(["run", "log.csv"] + columns)
      let pipe = try tool.run(["run", "-"] + columns, input: bytes)
      let words = Comment(rawValue: "run \(run): \(String(decoding: bytes, as: UTF8.self))")
      #expect(Self.rows(file.text) == Self.rows(pipe.text), words)
      for command in [["check"], ["import"], ["convert"]] {
        let options = command == ["convert"] ? ["log.csv", "out.json"] : ["log.csv"] + columns
        let outcome = try tool.run(command + options)
        #expect((0...2).contains(outcome.status), words)
        guard command == ["import"], let rows = Self.rows(file.text), outcome.status < 2 else {
          continue
        }
        read += 1
        let found = outcome.error.firstMatch(of: /(\d+) rows? rejected/).flatMap { Int($0.1) } ?? 0
        #expect(found == rows[1], words)
      }
      #expect((0...2).contains(file.status) && (0...2).contains(pipe.status), words)
    }
    #expect(read > runs * 3 / 10, "too few to prove anything")
  }
}
