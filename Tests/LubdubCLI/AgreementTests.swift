import Foundation
import TestSupport
import Testing

/// The same words mean the same number in every command.
@Suite("Agreement of commands")
struct AgreementTests {
  private let tool = Tool()

  /// Figures by name, of one recording with one configuration.
  private typealias Figures = [String: Double?]

  /// The figures that all five commands show.
  private static let names = [
    "false_per_min", "wrong_zone_share", "without_zone_share", "mean_delay_s",
    "missed_share",
  ]

  @Test func `All commands report the same figures for a recording`() throws {
    try tool.succeed(
      "simulate", "ceremony", "--seed", "5", "--duration", "120", "-o", "both.csv")
    // Ranges alone: the benchmarks take the radios one by one.
    let rows = try tool.text(of: "both.csv")
      .split(separator: "\n").filter { !$0.contains(",ble,") }
    try Data((rows.joined(separator: "\n") + "\n").utf8).write(
      to: URL(filePath: tool.path("walk.csv")))

    let run = try Self.run(tool)
    #expect(run["true_changes"].flatMap(\.self) ?? 0 > 0)
    for (command, figures) in [
      ("sweep", try Self.sweep(tool)), ("compare", try Self.compare(tool)),
      ("tune", try Self.tune(tool)),
      ("bench zones", try Self.zones(tool)), ("bench accuracy", try Self.accuracy(tool)),
    ] {
      for (name, value) in figures where run.keys.contains(name) {
        let (one, other) = (run[name].flatMap(\.self), value)
        let isSame =
          if let one, let other { abs(one - other) < 2e-6 } else { one == nil && other == nil }
        #expect(isSame, "\(command): \(name) is \(other ?? .nan), run says \(one ?? .nan)")
      }
      for name in Self.names { #expect(figures[name] != nil, "\(command) does not print \(name)") }
    }
  }

  @Test func `All commands report the error and coverage computed by hand`() throws {
    try tool.succeed(
      "simulate", "approach", "--seed", "5", "--duration", "60", "-o", "both.csv")
    let rows = try tool.text(of: "both.csv")
      .split(separator: "\n").filter { !$0.contains(",ble,") }
    try Data((rows.joined(separator: "\n") + "\n").utf8).write(
      to: URL(filePath: tool.path("walk.csv")))
    let estimates = try tool("estimate", "walk.csv")
    let answers = Self.table(estimates.text)
    let truths = Self.table(rows.filter { !$0.hasPrefix("#") }.joined(separator: "\n"))
    let statuses = estimates.text.split(separator: "\n").dropFirst().map {
      $0.contains("confirming")
    }
    try #require(answers.count == truths.count && answers.count == statuses.count)
    var (squares, held, width, count) = (0.0, 0.0, 0.0, 0.0)
    for ((answer, row), isConfirming) in zip(zip(answers, truths), statuses) {
      guard let truth = row["truth_m"].flatMap(\.self), truth > 0, !isConfirming,
        row["range_m"].flatMap(\.self) != nil, let range = answer["range_m"].flatMap(\.self),
        let low = answer["low_m"].flatMap(\.self), let high = answer["high_m"].flatMap(\.self)
      else { continue }
      squares += (range - truth) * (range - truth)
      held += low <= truth && truth <= high ? 1 : 0
      width += high - low
      count += 1
    }
    try #require(count > 100)
    let (error, coverage) = ((squares / count).squareRoot(), held / count)
    func expect(_ value: Double?, _ expected: Double, _ name: String, within most: Double = 1e-3) {
      #expect(
        abs((value ?? .nan) - expected) < most, "\(name): \(value ?? .nan), by hand \(expected)")
    }
    let sweep = try #require(try Self.sweep(tool)["range_rmse_m"].flatMap(\.self))
    expect(sweep, error, "sweep")
    let compared = try Self.compare(tool)
    expect(compared["range_rmse_m"].flatMap(\.self), error, "compare")
    expect(compared["coverage"].flatMap(\.self), coverage, "compare: coverage", within: 0.005)
    expect(
      compared["interval_width_m"].flatMap(\.self), width / count, "compare: width", within: 0.005)
    _ = try Self.tune(tool)
    let tuned = try Self.json(tool, "tune.json")["datasets"]?.array?.first?["default"]
    expect(tuned?["range"]?.number, error, "tune")
    expect(tuned?["coverage"]?.number, coverage, "tune: coverage", within: 0.005)
    _ = try Self.accuracy(tool)
    let row = try Self.json(tool, "accuracy.json")["groups"]?.array?.first?["estimators"]?.array?
      .first
    expect(row?["range"]?["rmse_m"]?.number, error, "bench accuracy")
    expect(
      row?["range"]?["coverage_95"]?.number, coverage, "bench accuracy: coverage", within: 0.005)
  }

  private static func run(_ tool: Tool) throws -> Figures {
    try tool.succeed("run", "walk.csv", "-o", "run.json")
    let scores = try json(tool, "run.json")["against_truth"]
    var figures = figures(scores?["zones"])
    figures["beat_error_s"] = scores?["beat"]?["interval_error_s"]?.number
    figures["one_sided_share"] = scores?["beat"]?["one_sided_share"]?.number
    return figures
  }

  private static func sweep(_ tool: Tool) throws -> Figures {
    let outcome = try tool.succeed(
      "sweep", "walk.csv", "--over", "zones.range.lookAhead=0.5", "--truth-shift", "0")
    return table(outcome.text).first ?? [:]
  }

  private static func compare(_ tool: Tool) throws -> Figures {
    try tool.succeed(
      "compare", "eternal-loop", "geiger", "walk.csv", "--truth-shift", "0", "-o",
      "compare.csv")
    return table(try tool.text(of: "compare.csv")).first ?? [:]
  }

  private static func tune(_ tool: Tool) throws -> Figures {
    try tool.succeed(
      "tune", "walk.csv", "--over", "zones.range.lookAhead=0.5:0.6", "--budget", "8",
      "--no-calibrate", "--truth-shift", "0", "-o", "tune.json")
    let defaults = try json(tool, "tune.json")["datasets"]?.array?.first?["default"]
    let keys = [
      "false-changes": "false_per_min", "wrong-zone": "wrong_zone_share",
      "no-zone": "without_zone_share", "delay": "mean_delay_s",
      "missed-changes": "missed_share",
    ]
    return keys.reduce(into: [:]) { $0[$1.value] = .some(defaults?[$1.key]?.number) }
  }

  private static func zones(_ tool: Tool) throws -> Figures {
    try tool.succeed(
      "bench", "zones", "walk.csv", "--edges", "0.05,0.2,1,2", "--protocol", "none",
      "--truth-shift", "0", "--estimator", "fusion", "-o", "zones.csv")
    let text = try tool.text(of: "zones.csv")
    let row = table(text).first { $0["default"] == 1 }
    guard var figures = row, let changes = figures["true_changes"].flatMap(\.self),
      let followed = figures["followed"].flatMap(\.self)
    else { return [:] }
    figures["missed_share"] = (changes - followed) / changes
    // What a device would do on an edge is another question than what it did.
    return figures.filter { name, _ in
      [
        "true_changes", "false_per_min", "missed_share", "mean_delay_s", "median_delay_s",
        "p95_delay_s", "wrong_zone_share", "without_zone_share", "contact_1s_share",
        "contact_2s_share", "acquire_s",
        "rest_per_10min",
      ].contains(name)
    }
  }

  private static func accuracy(_ tool: Tool) throws -> Figures {
    try tool.succeed(
      "bench", "accuracy", "walk.csv", "--edges", "0.05,0.2,1,2", "--protocol", "none",
      "--truth-shift", "0", "--estimator", "fusion", "-o", "accuracy.json")
    let row = try json(tool, "accuracy.json")["groups"]?.array?.first?["estimators"]?.array?.first
    var figures = figures(row?["zones"]?["evidence"])
    figures["beat_error_s"] = row?["beat"]?["interval_error_s"]?.number
    figures["one_sided_share"] = row?["beat"]?["one_sided_share"]?.number
    return figures
  }

  private static func json(_ tool: Tool, _ file: String) throws -> JSONValue {
    try JSONParser.parse(tool.data(of: file))
  }

  private static func figures(_ score: JSONValue?) -> Figures {
    let names = [
      "true_changes", "false_per_min", "missed_share", "mean_delay_s", "median_delay_s",
      "p95_delay_s", "contact_1s_share", "contact_2s_share", "acquire_s", "rest_per_10min",
    ]
    var figures = names.reduce(into: Figures()) { $0[$1] = .some(score?[$1]?.number) }
    figures["wrong_zone_share"] = .some(score?["wrong_share"]?.number)
    figures["without_zone_share"] = .some(score?["without_zone_share"]?.number)
    return figures
  }

  /// The rows of a table by column; a cell that isn't a number is left out, and an empty cell is `nil`.
  private static func table(_ text: String) -> [Figures] {
    let lines = text.split(separator: "\n")
    guard let head = lines.first?.split(separator: ",") else { return [] }
    return lines.dropFirst().map { line in
      // One column holds a comma within quotes.
      let cells = line.split(separator: "\"", omittingEmptySubsequences: false)
        .enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "rule" }
        .joined().split(separator: ",", omittingEmptySubsequences: false)
      var figures: Figures = [:]
      for (name, cell) in zip(head, cells) {
        if cell.isEmpty { figures[String(name)] = .some(nil) }
        if let number = Double(cell) { figures[String(name)] = number }
      }
      return figures
    }
  }
}
