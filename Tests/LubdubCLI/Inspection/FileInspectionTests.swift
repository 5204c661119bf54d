import Foundation
import Lubdub
import LubdubHaptics
import LubdubSupport
import LubdubTraces
import Testing

@testable import LubdubCLI

@Suite struct FileInspectionTests {
  @Test func `Every kind of file except a trace has one check`() {
    let kinds = ContentCheck.all.map(\.kind)
    #expect(Set(kinds.map(\.name)).count == kinds.count)
    #expect(HapticFormat.allCases.allSatisfy { kinds.contains(.haptics($0)) })
    let others: [FileKind] = [.configuration, .wav, .compressedSound, .unknown]
    #expect(others.allSatisfy { kinds.contains($0) })
    #expect(!kinds.contains(.trace))
  }

  @Test(
    "A file is recognized by its content, and each fault is reported with its rule",
    arguments: [
      ("t_s,range_m\n0,1\n1,x\n", FileKind.trace, ["not-a-number"]),
      ("t_s,range_m\n0,1\n", .trace, []),
      ("zones:\n  nonsense: 1\n", .configuration, ["configuration"]),
      ("RIFF", .wav, ["wav"]),
      ("hello\nworld\n", .unknown, ["unknown-kind"]),
    ])
  func kinds(text: String, kind: FileKind, rules: [String]) throws {
    let found = try check(text)
    #expect(found.kind == kind)
    if kind == .wav {
      #expect(found.findings.contains { $0.severity == .error })
    } else {
      #expect(found.findings.map(\.code) == rules)
    }
  }

  @Test(
    "A value stuck longer than noise allows is reported once, like two alternating links",
    arguments: [
      (200..<290, 0.0, "stuck"), (200..<220, 0, "stuck"), (0..<90, 0, "stuck"),
      (510..<600, 0, "stuck"), (200..<210, 0, nil), (0..<0, 0.35, "mixed"), (0..<0, 0.02, nil),
    ] as [(Range<Int>, Double, String?)])
  func held(rows: Range<Int>, offset: Double, rule: String?) throws {
    let text = (0..<600).map { row in
      let noise = Double(row * row * 7919 % 101) / 2000
      let range =
        rows.contains(row) ? 2.75 : 2.5 + Double(abs(row % 200 - 100)) * 0.005 + noise
      return "\(Double(row) / 10),\(range + (row % 2 == 0 ? 0 : offset))\n"
    }
    let found = try findings("t_s,range_m\n" + text.joined())
    #expect(found.map(\.code) == (rule.map { [$0] } ?? []), "\(found)")
    guard rule == "stuck" else { return }
    #expect(found[0].place == "line \(rows.lowerBound + 2)")
    let start = NumberText.rounded(Double(rows.lowerBound) / 10, 1)
    #expect(
      found[0].message.hasPrefix("\(rows.count) consecutive ranges are 2.75 m, from \(start) s on"))
  }

  @Test func `Levels next to a third of the ranges aren't a majority in a log of any length`() {
    var statistics = RowStatistics()
    let records = (0..<450_000).map { row in
      var sample = Sample(time: Seconds(Double(row) / 10), radio: .uwb)
      sample.range = 2
      sample.rssi = row % 3 == 0 ? -60 : nil
      return TraceRecord(sample)
    }
    statistics.add(records)
    let found = statistics.findings(isTable: true) { _, _ in nil }
    #expect(!found.contains { $0.code == "ranging-levels" })
  }

  /// The rules of the findings about a log with one column of values.
  private func rules(_ column: String, _ value: (Int) -> Double, rate: Double = 10) throws
    -> [String]
  {
    let rows = (0..<400).map { "\(Double($0) / rate),\(value($0))\n" }.joined()
    return try findings("t_s,\(column)\n\(rows)").map(\.code)
  }

  private func check(
    _ text: String, _ options: ReadOptions = ReadOptions(),
    configuration: Configuration = Preset.default.configuration
  ) throws -> (kind: FileKind, findings: [Finding], loss: LossReport) {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try writeFile(Array(text.utf8), to: path)
    return try FileInspection.check(path, options: options, configuration: configuration)
  }

  private func findings(
    _ text: String, _ options: ReadOptions = ReadOptions()
  ) throws -> [Finding] {
    try check(text, options).findings
  }

  /// From -50 to 49, like noise.
  private static func noise(_ row: Int) -> Double { Double(row * row * 7919 % 101 - 50) }

  @Test func `Standing still without noise, or with rounded noise, isn't reported`() throws {
    func walk(_ row: Int) -> Double { 2 + Double(min(abs(row % 200 - 100), 60)) * 0.02 }
    #expect(try rules("range_m", walk) == [])
    #expect(
      try rules("range_m", { ((walk($0) + Self.noise($0) / 2000) * 10).rounded() / 10 }) == [])
  }

  /// A walk from 4 m to 0.5 m and back, in centimeters, with noise.
  private static func walk(_ row: Int) -> Double {
    let way = 400 - Double(100 - abs(row % 200 - 100)) * 3.5 + noise(row) / 10
    return way.rounded() / 100
  }

  @Test(
    "A unit change within a file is reported with its line, for any stated unit, with or without truth",
    arguments: [
      (1.0, 100.0), (1, 0.01), (100, 0.01), (1, 1000), (1000, 0.001), (0.01, 100), (1, 1),
    ])
  func unitChange(first: Double, factor: Double) throws {
    for truth in [",truth_m", ""] {
      let rows = (0..<400).map { row in
        let (time, range) = (Double(row) / 10, Self.walk(row))
        return "\(time),\(range * first * (row < 170 ? 1 : factor))"
          + (truth.isEmpty ? "\n" : ",\(range)\n")
      }
      let found = try findings("t_s,range_m\(truth)\n" + rows.joined())
        .filter { $0.code == "unit-change" }
      #expect(found.count == (factor == 1 ? 0 : 1), "\(found)")
      guard let change = found.first else { continue }
      #expect(change.place == "line 172")
      #expect(change.cure == "where the unit changes, read each part separately")
      #expect(change.message.hasSuffix(factor > 1 ? "long" : "short"))
    }
  }

  @Test func `Missing measurements and torn rows aren't reported as a unit change`() throws {
    func absent(_ row: Int) -> Double { 230..<250 ~= row ? 65.535 : 0.65 + Self.noise(row) / 2000 }
    #expect(try !rules("range_m", absent).contains("unit-change"))
    func torn(_ row: Int) -> Double { Self.walk(row) * (row % 37 == 0 ? 0.001 : 1) }
    #expect(try !rules("range_m", torn).contains("unit-change"))
  }

  @Test(
    "Ranges that wrap at their bit width are reported, and a walk below that limit isn't",
    arguments: [(2.56, true), (4.096, false)])
  func turned(span: Double, isTurned: Bool) throws {
    let found = try rules("range_m") { Self.walk($0).truncatingRemainder(dividingBy: span) }
    #expect(found.contains("turned") == isTurned, "\(found)")
  }

  @Test(
    "Shared timestamps are reported as coarse for one link, and as equal times for two links",
    arguments: [(0.0, ["coarse"]), (5, ["equal-times"])] as [(Double, [String])])
  func coarse(apart: Double, rules: [String]) throws {
    let rows = (0..<400).map { row in
      "\(row / 8),\(Self.walk(row) + (row % 8 < 4 ? 0 : apart))\n"
    }
    let found = try findings("t_s,range_m\n" + rows.joined()).map(\.code)
    #expect(found.filter { ["coarse", "equal-times", "still"].contains($0) } == rules, "\(found)")
  }

  @Test func `A gap ten times longer than all others is noted, and shorter gaps aren't`() throws {
    let cases: [(Double, [String])] = [(5023.5, ["silence"]), (300, [])]
    for (length, rule) in cases {
      let rows = (0..<400).map { row in
        "\(Double(row) / 10 + (row < 170 ? 0 : length)),\(Self.walk(row))\n"
      }
      let found = try findings("t_s,range_m\n" + rows.joined())
      #expect(found.map(\.code) == rule, "\(found)")
      #expect(found.allSatisfy { $0.place == "line 172" })
    }
  }

  @Test func `A clock that was reset is repaired, with a note about the order of rows`() throws {
    func row(_ place: Int, _ time: Double) -> String { "\(time),\(Self.walk(place))\n" }
    let rows = (0..<400).map { row($0, Double($0) / 10) }
    let blocks = (0..<20).flatMap { block in rows[(20 * block)..<(20 * block + 20)].reversed() }
    let set = rows[..<150] + (150..<400).map { row($0, Double($0) / 10 - 5.03) }
    for rows in [blocks, Array(set)] {
      var options = ReadOptions()
      options.cures = [.order: "--reorder"]
      let found = try findings("t_s,range_m\n" + rows.joined(), options)
      let jump = found.first { $0.code == "clock-jump" || $0.code == "late-rows" }
      #expect(jump?.cure?.contains("--reorder") == true, "\(found)")
    }
  }

  @Test func `A trace that loses most of its rows is an error with the reason`() throws {
    let rows = (0..<100).map { "\($0),\($0 % 3 == 0 ? "2.5" : "x")\n" }
    let found = try findings("t_s,range_m\n" + rows.joined()).first { $0.code == "rows-lost" }
    #expect(found?.severity == .error)
    #expect(found?.message == "66 of 100 rows were not used, mostly due to not-a-number")
  }

  private static let tracks: [(isOther: @Sendable (Int) -> Bool, apart: Double, rules: [String])] =
    [
      ({ $0 / 20 % 2 == 0 }, 0.9, ["mixed"]), ({ $0 * $0 * 7919 % 103 < 51 }, 0.9, ["mixed"]),
      ({ $0 % 3 == 0 }, 2.5, ["mixed"]), ({ $0 / 40 % 2 == 0 }, 3, ["mixed"]),
      ({ $0 % 50 < 2 }, 0.9, []), ({ _ in false }, 0.9, []),
    ]

  @Test(
    "Two devices in one column are reported in any order, and walks and outliers aren't",
    arguments: tracks.indices)
  func mixedTracks(index: Int) throws {
    let track = Self.tracks[index]
    let found = try rules("range_m") { row in
      2 + Double(abs(row % 200 - 100)) * 0.01 + Self.noise(row) / 1000
        + (track.isOther(row) ? track.apart : 0)
    }
    #expect(found == track.rules)
  }

  private static let levels: [(odd: @Sendable (Int) -> Double?, rule: String?)] = [
    ({ 100..<140 ~= $0 ? -61 : nil }, "stuck"), ({ 370..<400 ~= $0 ? -61 : nil }, "stuck"),
    ({ $0 % 6 == 0 ? -100 : nil }, "stuck"), ({ $0 % 9 == 0 ? -127 : nil }, "stuck"),
    ({ $0 % 2 == 0 ? -85 - Double($0 * 31 % 4) : nil }, "mixed"),
    ({ $0 == 100 ? -100 : nil }, nil), ({ 100..<110 ~= $0 ? -61 : nil }, nil),
  ]

  @Test(
    "Stuck levels, sentinel levels, and levels of two alternating devices are reported",
    arguments: levels.indices)
  func oddLevels(index: Int) throws {
    let level = Self.levels[index]
    let found = try rules("rssi_dbm") { level.odd($0) ?? (-62 + Self.noise($0) / 10).rounded() }
    #expect(found.filter { ["stuck", "mixed"].contains($0) } == [level.rule].compactMap(\.self))
  }

  @Test(
    "A comment or column that contradicts Lubdub's units is reported with the option that fixes it",
    arguments: [
      ("# range in ft\nt_s,range_m\n", "", "line 1", "range=range_m:ft"),
      ("# walk of 10 ft\n# truth in cm\nt_s,range_m,truth_m\n", ",1", "line 2", "truth=truth_m:cm"),
      ("t_s,range_m\n# units: s, cm\n", "", "line 2", "range=range_m:cm"),
      ("t_s,range_m,unit\n", ",ft", nil, "range=range_m:ft"),
      ("t_s,range_m,range_unit\n", ",feet", nil, "range=range_m:ft"),
      ("# range in m\nt_s,range_m,unit\n", ",m", nil, nil),
      ("# range resolution in cm, corridor of 10 ft\nt_s,range_m\n", "", nil, nil),
    ] as [(String, String, String?, String?)])
  func statedUnits(header: String, further: String, place: String?, cure: String?) throws {
    let rows = (0..<60).map { "\(Double($0) / 10),\(2 + Self.noise($0) / 500)\(further)\n" }
    let found = try findings(header + rows.joined()).filter { $0.code == "units" }
    #expect(found.count == (cure == nil ? 0 : 1), "\(found)")
    #expect(found.first?.place == place)
    if let cure { #expect(found.first?.cure?.contains(cure) == true, "\(found)") }
  }

  @Test func `Keys with several units next to a range in meters are reported`() throws {
    let rows = (0..<60).map { row in
      "{\"t_s\": \(Double(row) / 10), \"range_m\": 1.5, \"unit\": \"\(row % 2 == 0 ? "m" : "ft")\"}\n"
    }
    let found = try findings(rows.joined())
    #expect(found.contains { $0.code == "units" && $0.message.contains("several units") })
  }

  @Test(
    "A bias that puts contact out of reach is reported if truth or touch shows it, unless calibrated",
    arguments: [
      (0.09, "0.03", "", 0, nil, true), (0.09, "", "touched", 0, nil, true),
      (0.09, "", "", 0, nil, false), (0.04, "0.03", "", 0, nil, false),
      (0.09, "0.03", "", 0.05, nil, false), (0.05, "0.03", "", -0.05, nil, true),
      (0.09, "0.03", "", 0, 0.09, false),
    ] as [(Double, String, String, Meters, Meters?, Bool)])
  func contact(
    range: Double, truth: String, event: String, bias: Meters, level: Meters?, isFound: Bool
  ) throws {
    var text = "t_s,range_m,truth_m,event\n"
    if !event.isEmpty { text += "0,,,\(event)\n" }
    for tick in 1...20 { text += "\(Double(tick) / 10),\(range),\(truth),\n" }
    var configuration = Preset.default.configuration
    configuration.ranging.range.bias.constant = bias
    configuration.ranging.range.contactLevel = level
    let found = try check(text, configuration: configuration).findings
    #expect(found.contains { $0.code == "contact-out-of-reach" } == isFound)
  }
}
