import Foundation
import TestSupport
import Testing

/// Implausible numbers, given to every option of every command.
@Suite struct OptionNumberTests {
  private static let numbers = [
    "-9223372036854775808", "9223372036854775807", "18446744073709551615", "1e300", "-1e300",
    "1e19",
    "-0.0", "0", "-1", "5e-324", "1e-17", "nan", "inf",
  ]

  /// The arguments with which each command works, without the option under test.
  private static let working: [String: [String]] = [
    "simulate": ["approach", "-o", "made.csv"], "import": ["walk.csv", "-o", "made.csv"],
    "check": ["walk.csv"], "run": ["walk.csv"], "live": ["walk.csv"],
    "studio": ["-o", "made.html"],
    "report": ["walk.csv", "-o", "made.html"], "estimate": ["walk.csv", "-o", "made.csv"],
    "preset": [], "pattern": ["lub-dub", "-o", "made.json"], "design": ["-o", "made.html"],
    "preview": ["beat.json"], "convert": ["beat.wav", "made.json"],
    "edit": ["beat.json", "-o", "made.json"],
    "tune": ["walk.csv", "--budget", "8"],
    "compare": ["walk.csv", "--a", "kalman", "--b", "raw"],
    "sweep": ["walk.csv", "--over", "uwb.gate=3"], "calibrate": ["walk.csv"],
    "bench accuracy": ["walk.csv", "--estimator", "raw"],
    "bench zones": ["walk.csv", "--estimator", "raw", "--edges", "0.5,2"],
    "bench signals": ["walk.csv"], "track-distance": ["walk.csv", "walk.csv"],
    "judge-tag": ["walk.csv"], "pulse": ["rr.txt"], "stroke": ["stroke.csv"], "plan": [],
  ]

  private struct Option {
    let command: [String]
    let name: String
  }

  /// Every option with a value, as the tool itself lists them.
  private static func options(_ tool: Tool) throws -> [Option] {
    let help = try JSONParser.parse(Array(tool("--experimental-dump-help").output))
    func options(of command: JSONValue, _ path: [String]) -> [Option] {
      let own = (command["arguments"]?.array ?? []).filter { $0["kind"]?.string == "option" }
      let names = own.compactMap { option in
        option["names"]?.array?.last { $0["kind"]?.string == "long" }?["name"]?.string
      }
      return names.map { Option(command: path, name: "--" + $0) }
        + (command["subcommands"]?.array ?? []).flatMap { below in
          options(of: below, path + [below["commandName"]?.string ?? ""])
        }
    }
    return options(of: help["command"] ?? [:], [])
  }

  @Test func `No option value crashes a command with a signal`() throws {
    let tool = Tool()
    #expect(try tool("simulate", "approach", "-o", "walk.csv").status == 0)
    #expect(try tool("pattern", "lub-dub", "-o", "beat.json", "-o", "beat.wav").status == 0)
    for (name, text) in [
      ("rr.txt", (0..<120).map { "\(800 + $0 % 7)\n" }.joined()),
      (
        "stroke.csv",
        "t_ms,x,y,pressure\n" + (0..<50).map { "\($0 * 10),\($0),\($0 % 9),0.5\n" }.joined()
      ),
    ] {
      try tool.write(text, to: name)
    }
    let options = try Self.options(tool)
    #expect(options.count > 150, "\(options.count)")
    var random = SeededGenerator(seed: 67)
    for option in options {
      for number in Self.numbers
      where Thoroughness.isFull || Int.random(in: 0..<20, using: &random) == 0 {
        let words = Self.working[option.command.joined(separator: " ")] ?? []
        let arguments = option.command + words + ["\(option.name)=\(number)"]
        // A session at a pace that has no end is ended, and is no fault.
        let run = try tool.run(arguments, under: ["/usr/bin/env", "timeout", "60"])
        #expect([0, 1, 2, 124].contains(run.status), "\(arguments): \(run.error)")
      }
    }
  }
}
