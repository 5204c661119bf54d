import Foundation
import Lubdub
import LubdubGround
import LubdubHaptics
import LubdubReports
import LubdubTraces
import Testing

@Suite struct FileInspectionTests {
  @Test("Every kind of file but a trace has one check")
  func registry() {
    let kinds = ContentCheck.all.map(\.kind)
    #expect(Set(kinds.map(\.name)).count == kinds.count)
    #expect(HapticFormat.allCases.allSatisfy { kinds.contains(.haptics($0)) })
    let others: [FileKind] = [.configuration, .wav, .compressedSound, .unknown, .positions]
    #expect(others.allSatisfy { kinds.contains($0) })
    #expect(!kinds.contains(.trace))
  }

  @Test(
    "A file is recognised by its content, and each fault is reported with its rule",
    arguments: [
      ("t_s,range_m\n0,1\n1,x\n", FileKind.trace, ["not-a-number"]),
      ("t_s,range_m\n0,1\n", .trace, []),
      ("zones:\n  nonsense: 1\n", .configuration, ["configuration"]),
      ("RIFF", .wav, ["wav"]),
      ("hello\nworld\n", .unknown, ["unknown-kind"]),
    ])
  func kinds(text: String, kind: FileKind, rules: [String]) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try writeFile(Array(text.utf8), to: path)
    let found = try FileInspection.check(path, options: ReadOptions())
    #expect(found.kind == kind)
    if kind == .wav {
      #expect(found.findings.contains { $0.severity == .error })
    } else {
      #expect(found.findings.map(\.rule) == rules)
    }
  }

  @Test(
    "A value that is held in a walk, and two links in turn, are reported once",
    arguments: [
      (200..<290, 0.0, "stuck"), (200..<250, 0, nil), (0..<90, 0, nil), (510..<600, 0, nil),
      (0..<0, 0.35, "mixed"), (0..<0, 0.02, nil),
    ] as [(Range<Int>, Double, String?)])
  func held(rows: Range<Int>, offset: Double, rule: String?) throws {
    let text = (0..<600).map { row in
      let noise = Double(row * row * 7919 % 101) / 2000
      let range =
        rows.contains(row) ? 2.75 : 2.5 + Double(abs(row % 200 - 100)) * 0.005 + noise
      return "\(Double(row) / 10),\(range + (row % 2 == 0 ? 0 : offset))\n"
    }
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try writeFile(Array(("t_s,range_m\n" + text.joined()).utf8), to: path)
    let found = try FileInspection.check(path, options: ReadOptions()).findings
    #expect(found.map(\.rule) == (rule.map { [$0] } ?? []), "\(found)")
    guard rule == "stuck" else { return }
    #expect(found[0].place == "line 202")
    #expect(found[0].message.hasPrefix("90 ranges in turn are 2.75 m, from 20.0 s on"))
  }

  @Test(
    "A pair whose bias puts contact out of reach is reported, where truth or a touch shows it, unless a calibration knows",
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
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try writeFile(Array(text.utf8), to: path)
    var configuration = Preset.default.configuration
    configuration.ranging.range.bias.constant = bias
    configuration.ranging.range.contactLevel = level
    let found = try FileInspection.check(
      path, options: ReadOptions(), configuration: configuration
    ).findings
    #expect(found.contains { $0.rule == "contact-out-of-reach" } == isFound)
  }
}
