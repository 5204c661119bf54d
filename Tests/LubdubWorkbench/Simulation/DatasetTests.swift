import Foundation
import TestSupport
import Testing

@testable import LubdubTraces
@testable import LubdubWorkbench

@Suite("Datasets in the repository")
struct DatasetTests {
  struct Command: Sendable, CustomTestStringConvertible {
    let line: String
    let scenario: String
    let options: [String: String]
    var testDescription: String { line }

    init?(line: String) {
      let words = line.split(separator: " ").map(String.init)
      guard words.starts(with: ["lubdub", "simulate"]), words.count > 3 else { return nil }
      self.line = line
      scenario = words[2]
      let pairs = stride(from: 3, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
      options = Dictionary(uniqueKeysWithValues: pairs)
    }
  }

  static let commands: [Command] = {
    let readme = Recordings.packageRoot.appending(path: "datasets/README.md")
    let text = (try? String(contentsOf: readme, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { Command(line: String($0)) }
  }()

  @Test func `Every simulated file is in the list of commands`() throws {
    let folder = Recordings.packageRoot.appending(path: "datasets")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".csv") }.map { "datasets/" + $0 }
    #expect(Self.commands.count == 16)
    #expect(Set(files) == Set(Self.commands.compactMap { $0.options["-o"] }))
  }

  @Test(arguments: commands)
  func `Each file is small and equals the output of its command`(command: Command) throws {
    let simulator = try Simulator(
      scenario: #require(Scenario(rawValue: command.scenario)),
      seed: #require(command.options["--seed"].flatMap { UInt64($0) }),
      duration: command.options["--duration"].flatMap { Double($0) }.map { Seconds($0) },
      rate: Hertz(command.options["--rate"].flatMap { Double($0) } ?? 10),
      radio: command.options["--radio"].flatMap { SimulatedRadio(rawValue: $0) })
    let path = try #require(command.options["-o"])
    let shipped = try readFile(at: Recordings.packageRoot.appending(path: path).path)
    #expect(simulator.run().csv(comment: simulator.comment) == shipped)
    #expect(shipped.count < 60_000)
  }

  static let nasty: [String] = {
    let folder = Recordings.packageRoot.appending(path: "datasets/nasty").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }()

  @Test(arguments: nasty)
  func `A malformed file is rejected, or its bad rows are counted`(name: String) throws {
    let path = Recordings.packageRoot.appending(path: "datasets/nasty/\(name)").path
    do {
      let (records, _) = try TraceReader.readAll(path: path)
      let times = records.map(\.sample.time)
      #expect(times == times.sorted())
      for record in records {
        #expect(record.sample.time.isFinite)
        #expect(record.sample.range.map { $0.isFinite && $0 > -1 } != false)
        #expect(record.sample.rssi?.isFinite != false)
      }
    } catch {
      #expect(!error.description.isEmpty)
    }
  }

  @Test func `The README lists exactly the malformed files`() throws {
    let readme = Recordings.packageRoot.appending(path: "datasets/README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    let section = try #require(text.range(of: "## Nasty files"))
    let cells = text[section.upperBound...].split(separator: "\n").filter { $0.hasPrefix("| `") }
    let names = cells.flatMap { cell in
      cell.split(separator: "|")[0].split(separator: "`").map(String.init).filter {
        $0.contains(".")
      }
    }
    #expect(Set(names) == Set(Self.nasty))
  }
}
