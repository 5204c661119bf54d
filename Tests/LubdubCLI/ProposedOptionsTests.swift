import Foundation
import TestSupport
import Testing

/// The options that an error or a finding proposes, pasted and run.
@Suite struct ProposedOptionsTests {
  private let tool = Tool()

  /// A header, the form of a row, and the bytes before the header.
  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let header: String
    let row: @Sendable (WalkReading) -> String
    var mark = ""
    var lineEnd = "\n"
    var testDescription: String { name }

    var text: String {
      var random = SeededGenerator(seed: 1)
      let rows = (0..<200).map { index -> String in
        let time = Double(index) / 10
        let truth = max(0.03, 3 - 0.15 * time)
        let range = max(0, truth + 0.03 * random.sumOfTwelve())
        return row(WalkReading(index: index, time: time, truth: truth, range: range)) + lineEnd
      }
      return mark + header + lineEnd + rows.joined()
    }
  }

  private static func text(_ value: Double, _ digits: Int = 3) -> String {
    String(format: "%.\(digits)f", value)
  }

  static let kinds: [Kind] = [
    Kind(
      name: "decimal comma, semicolons, byte-order mark, CR LF",
      header: "Zeit (s);Entfernung (m);reference_m;Pegel",
      row: { row in
        "\(text(row.time, 2));\(text(row.range));\(text(row.truth));\(row.rssi)"
          .replacing(".", with: ",")
      }, mark: "\u{FEFF}", lineEnd: "\r\n"),
    Kind(name: "no clock", header: "MAC-Adresse,Distanz (cm)") {
      "AA:BB,\(Int(100 * $0.range))"
    },
    Kind(name: "nanoseconds, units by size", header: "ts,dist,ref_mm,tag_id") {
      "\(Int((1_764_000_000 + $0.time) * 1e9)),\(Int(1000 * $0.range) + 1000),\(Int(1000 * $0.truth)),tag\($0.index % 3)"
    },
    Kind(name: "quotes and a comma in a name", header: "\"Time\",\"Distance, raw [mm]\",\"Signal\"")
    {
      "\"\(text($0.time))\",\"\(Int(1000 * $0.range))\",\"\($0.rssi)\""
    },
  ]

  @Test(arguments: kinds)
  func `The error proposes a mapping that reads the file when pasted`(kind: Kind) throws {
    try tool.write(kind.text, to: "log.csv")
    let refused = try tool("run", "log.csv", "-o", "out.json")
    #expect(refused.status == 2)
    #expect(!tool.hasFile("out.json"))
    let start = try #require(refused.error.range(of: "--columns "), "\(refused.error)")
    let estimate = "estimate log.csv -o out.csv"
    var pasted = refused.error[start.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(pasted.contains("--rate HZ") == (kind.name == "no clock"), "\(pasted)")
    if pasted.contains("--rate HZ") {
      let status = try tool.shell("\(estimate) \(pasted)")
      #expect(status != 0, "A rate that nobody has measured is taken")
      pasted = pasted.replacingOccurrences(of: "--rate HZ", with: "--rate 10")
    }
    #expect(try tool.shell("\(estimate) \(pasted)") == 0, "\(pasted)")
    let rows = try tool.text(of: "out.csv")
      .split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    #expect(rows.count >= 60, "\(kind.name): \(rows.count) rows with \(pasted)")
    let first = try #require(rows.first.flatMap { Double($0[1]) })
    let offset = kind.name.hasPrefix("nano") ? 1.0 : 0
    #expect(abs(first - 3 - offset) < 0.2, "\(first) m with \(pasted)")
    let (begin, end) = (Double(rows[0][0]) ?? 0, Double(rows[rows.count - 1][0]) ?? 0)
    #expect(abs(end - begin - 19.9) < 0.5, "\(end - begin) s with \(pasted)")
  }

  private static let walk: [(time: Double, range: Double)] = (0..<600).map { row in
    let time = Double(row) / 10
    return (time, 2.25 + 1.75 * cos(time / 6))
  }

  private static func rows(_ text: String, _ column: Int) -> [Double] {
    text.split(separator: "\n").dropFirst().map { line in
      Double(line.split(separator: ",", omittingEmptySubsequences: false)[column]) ?? .nan
    }
  }

  @Test(
    "The options proposed by an error message can be pasted and read the correct rows",
    arguments: [
      ("Zeit;Entf_cm", true, 1, ","), ("Takt_ms;Entf_mm", false, 1000, "."),
      ("tick;dst_cm", true, 1000, ""),
    ] as [(String, Bool, Double, String)])
  func pasted(header: String, isShuffled: Bool, scale: Double, mark: String) throws {
    let perMetre = header.hasSuffix("mm") ? 1000.0 : 100
    func text(_ value: Double) -> String {
      let whole = Int(value.rounded())
      switch mark {
      case ",": return String(format: "%.2f", value).replacingOccurrences(of: ".", with: ",")
      case "." where whole >= 1000: return "\(whole / 1000)." + String(format: "%03d", whole % 1000)
      default: return "\(whole)"
      }
    }
    let lines = (0..<600).map { place -> String in
      let row = Self.walk[isShuffled ? place * 7919 % 600 : place]
      return "\(text(row.time * scale));\(text(row.range * perMetre))\n"
    }
    try tool.write("logger 3\n" + header + "\n" + lines.joined(), to: "log.csv")
    let refused = try tool("run", "log.csv")
    let start = try #require(refused.error.range(of: "--columns "), "\(refused.error)")
    let pasted = refused.error[start.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(pasted.contains("--reorder all") == isShuffled)
    #expect(try tool.shell("import log.csv \(pasted) -o rows.csv") == 0, "\(pasted)")
    let text = try tool.text(of: "rows.csv")
    let found = zip(Self.rows(text, 0), Self.rows(text, 2))
    #expect(Self.rows(text, 0).count == 600)
    for (row, wanted) in zip(found, Self.walk) {
      #expect(
        (row.0 - wanted.time).magnitude < 1e-3 && (row.1 - wanted.range).magnitude < 6e-3,
        "\(row), \(wanted)")
    }
  }

  @Test(
    "A mapping in the settings file applies to every command, except for files with Lubdub's names"
  )
  func settingsFile() throws {
    try tool.write(Self.kinds[0].text, to: "log.csv")
    try """
    columns:
      t: Zeit (s)
      range: Entfernung (m)
      truth: reference_m
    decimal: ","
    zones.range.falseChangeInterval: 100
    """.write(toFile: tool.path("my.yaml"), atomically: true, encoding: .utf8)
    let run = try tool.succeed("run", "log.csv", "--config", "my.yaml")
    #expect(run.text.contains("truth"), "\(run.text)")
    for arguments in [
      ["estimate", "log.csv", "--config", "my.yaml"],
      ["bench", "zones", "log.csv", "--config", "my.yaml"],
      [
        "sweep", "log.csv", "--config", "my.yaml", "--over",
        "zones.range.falseChangeInterval=100:300:2",
      ],
      ["calibrate", "log.csv", "--columns", "my.yaml", "-o", "calibration.yaml"],
      ["run", "log.csv", "--config", "calibration.yaml"],
      ["import", "log.csv", "--columns", "my.yaml", "-o", "tidy.csv"],
      ["run", "tidy.csv", "--config", "my.yaml"],
      [
        "tune", "log.csv", "--config", "my.yaml", "--budget", "8",
        "--write", "best", "-o", "tuned.yaml",
      ],
      ["run", "log.csv", "--config", "tuned.yaml"],
    ] {
      try tool.succeed(arguments)
    }
    let check = try tool("check", "log.csv", "--columns", "my.yaml")
    #expect(check.text == "log.csv: note: not read: \"Pegel\" [reading]\n", "\(check.text)")
  }

  /// The message about a table, with the mapping that it proposes.
  private func proposal(_ header: String, _ row: (Int) -> String) throws -> String {
    try tool.write(header + "\n" + (0..<400).map { row($0) + "\n" }.joined(), to: "log.csv")
    return try tool.run(["run", "log.csv"]).error
  }

  @Test func `Rarely repeated numbers aren't proposed as a link, and units are known`() throws {
    let counted = try proposal("time_ms,id,distance_cm") {
      "\(100 * $0),\($0),\(300 + $0 % 7)"
    }
    #expect(
      !counted.contains("peer=id") && counted.contains("id, whose values name no link"),
      "\(counted)")
    let links = try proposal("time_ms,id,distance_cm") {
      "\(100 * $0),\($0 % 3),\(300 + $0 % 7)"
    }
    #expect(links.contains("peer=id"), "\(links)")
    let units = try proposal("time_min,distance_dm,distance_min") {
      "\(Double($0) / 600),\(30 + $0 % 7),1"
    }
    #expect(units.contains("t=time_min:min,range=distance_dm:dm"), "\(units)")
  }

  @Test func `Neither a level above 0 dBm nor a constant column is proposed as a range`() throws {
    try tool.write(
      "time_s,RSSI,chan\n" + (0..<100).map { "\($0),\(60 + $0 % 9),37\n" }.joined(), to: "odd.csv")
    let run = try tool.refuse("run", "odd.csv", saying: "received power is below 0 dBm")
    #expect(!run.error.contains("--columns"), "\(run.error)")
  }

  @Test(
    "The import command writes members of later lines, and reports values that it can't write")
  func laterMembers() throws {
    let lines = (0..<3000).map { row in
      "{\"t_s\": \(row), \"range_m\": 2\(row > 2900 ? ", \"azimuth_deg\": 5, \"sd_m\": 0.1" : "")}\n"
    }
    try tool.write(lines.joined(), to: "log.ndjson")
    let found = try tool("import", "log.ndjson")
    #expect(Self.rows(found.text, 9).count { !$0.isNaN } == 99)
    #expect(Self.rows(found.text, 11).count { !$0.isNaN } == 99)
    let piped = try tool.run(["import", "-"], input: Data(lines.joined().utf8))
    #expect(piped.error.contains("the deviations of 99 rows are not written"), "\(piped.error)")
  }
}
