import Foundation
import TestSupport
import Testing

/// Traces that somebody else wrote, in their own words and units.
@Suite struct ForeignCSVTests {
  private let tool = Tool()

  /// What a row shows.
  struct Reading: Sendable {
    let index: Int
    /// Seconds.
    let time: Double
    /// Metres.
    let truth: Double
    /// Metres.
    let range: Double
    /// dBm.
    let rssi: Int
  }

  /// A header, how a row is written, and what stands before it.
  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let header: String
    let row: @Sendable (Reading) -> String
    var mark = ""
    var lineEnd = "\n"
    var testDescription: String { name }

    var text: String {
      var random = SeededGenerator(seed: 1)
      let rows = (0..<200).map { index -> String in
        let time = Double(index) / 10
        let truth = max(0.03, 3 - 0.15 * time)
        let range = max(0, truth + 0.03 * random.sumOfTwelve())
        return row(
          Reading(index: index, time: time, truth: truth, range: range, rssi: Int(-60 - 8 * truth)))
          + lineEnd
      }
      return mark + header + lineEnd + rows.joined()
    }
  }

  private static func text(_ value: Double, _ digits: Int, comma: Bool = false) -> String {
    let text = String(format: "%.\(digits)f", value)
    return comma ? text.replacingOccurrences(of: ".", with: ",") : text
  }

  private static let epoch = 1_764_000_000.0

  static let kinds: [Kind] = [
    Kind(name: "milliseconds and centimetres", header: "timestamp_ms,distance_cm,RSSI") {
      "\(Int(1000 * $0.time)),\(text(100 * $0.range, 1)),\($0.rssi)"
    },
    Kind(name: "ISO 8601", header: "time,Distanz (cm)") { row in
      let second = Int(row.time)
      let part = String(
        format: "%02d.%03d", second, Int((1000 * (row.time - Double(second))).rounded()))
      return "2025-11-24T16:00:\(part)+01:00,\(Int(100 * row.range))"
    },
    Kind(
      name: "decimal comma, semicolons, byte-order mark, CR LF",
      header: "Zeit (s);Entfernung (m);reference_m;Pegel",
      row: { row in
        "\(text(row.time, 2, comma: true));\(text(row.range, 3, comma: true));"
          + "\(text(row.truth, 3, comma: true));\(row.rssi)"
      }, mark: "\u{FEFF}", lineEnd: "\r\n"),
    Kind(name: "tabs, microseconds, links", header: "epoch_us\trange_mm\tanchor_id") {
      "\(Int((epoch + $0.time) * 1e6))\t\(Int(1000 * $0.range))\tA\($0.index % 2)"
    },
    Kind(name: "no clock", header: "MAC-Adresse,Distanz (cm)") {
      "AA:BB,\(Int(100 * $0.range))"
    },
    Kind(name: "nanoseconds, units by size", header: "ts,dist,ref_mm,tag_id") {
      "\(Int((epoch + $0.time) * 1e9)),\(Int(1000 * $0.range) + 1000),\(Int(1000 * $0.truth)),tag\($0.index % 3)"
    },
    Kind(name: "quotes and a comma in a name", header: "\"Time\",\"Distance, raw [mm]\",\"Signal\"")
    {
      "\"\(text($0.time, 3))\",\"\(Int(1000 * $0.range))\",\"\($0.rssi)\""
    },
    Kind(name: "feet", header: "t;range_ft;rssi") {
      "\(text($0.time, 3));\(text($0.range / 0.3048, 2));\($0.rssi)"
    },
  ]

  @Test("the error proposes a mapping, which reads the file when it is pasted", arguments: kinds)
  func proposal(kind: Kind) throws {
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

  @Test("a mapping in the settings file serves every command, and files of ours are read as before")
  func settingsFile() throws {
    try tool.write(Self.kinds[2].text, to: "log.csv")
    try """
    columns:
      t: Zeit (s)
      range: Entfernung (m)
      truth: reference_m
    decimal: ","
    zones.range.falseChangeInterval: 100
    """.write(toFile: tool.path("my.yaml"), atomically: true, encoding: .utf8)
    let run = try tool("run", "log.csv", "--config", "my.yaml")
    #expect(run.status == 0, "\(run.error)")
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
        "tune", "log.csv", "--config", "my.yaml", "--budget", "8", "--folds", "0",
        "-o", "tuned.yaml",
      ],
      ["run", "log.csv", "--config", "tuned.yaml"],
    ] {
      let outcome = try tool.run(arguments)
      #expect(outcome.status == 0, "\(arguments): \(outcome.error)")
    }
    let check = try tool("check", "log.csv", "--columns", "my.yaml")
    #expect(check.text == "log.csv: note: not read: \"Pegel\" [reading]\n", "\(check.text)")
  }

  @Test("every link is a recording of its own, or a session with files of its own")
  func allPeers() throws {
    let rows = (0..<200).map {
      "\(Double($0) / 10),\($0.isMultiple(of: 2) ? 1.2 : 3.4),\($0.isMultiple(of: 2) ? 1 : 3),"
        + "\($0.isMultiple(of: 2) ? "desk" : "door 1")\n"
    }
    try tool.write("t_s,range_m,truth_m,peer\n" + rows.joined(), to: "two.csv")
    let nameless =
      rows.joined().replacingOccurrences(of: "0.0,1.2,1,desk", with: "0.0,1.2,1,") + "3,1,1,desk\n"
    try tool.write("t_s,range_m,truth_m,peer\n" + nameless, to: "nameless.csv")
    let notes = try tool("run", "nameless.csv", "--all-peers").error
    // Those at 0.0 and 10.0 s. The last row goes back in time and is rejected.
    #expect(notes.contains("nameless.csv: 2 rows without a link skipped"), "\(notes)")
    let calibration = try tool("calibrate", "two.csv", "--all-peers")
    #expect(calibration.text.contains("two/desk"), "\(calibration.text)")
    #expect(calibration.text.contains("two/door 1"))
    let run = try tool("run", "two.csv", "--all-peers", "-o", "out.json")
    #expect(run.status == 0, "\(run.error)")
    for name in ["out.desk.json", "out.door-1.json"] {
      #expect(tool.hasFile(name), "\(name)")
    }
    #expect(try tool("run", "two.csv", "--all-peers", "-o", "-").status == 2)
    try tool.write(
      "t_s,range_m,peer\n" + (0...1000).map { "\($0),1,p\($0)\n" }.joined(), to: "many.csv")
    let many = try tool("run", "many.csv", "--all-peers")
    #expect(many.status == 2)
    #expect(many.error.contains("there are 1001 links, expected at most 1000"), "\(many.error)")
  }

  @Test(
    "where no row can be used, the status is 2 and nothing is written",
    arguments: ["run", "estimate"])
  func nothingUsable(command: String) throws {
    try tool.write("t_s,range_m\n0,abc\n1,def\n", to: "bad.csv")
    let outcome = try tool(command, "bad.csv", "-o", "out")
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("no row could be used"), "\(outcome.error)")
    #expect(!tool.hasFile("out"))
  }

  @Test("where all rows with a measurement are rejected, run writes nothing and names the cure")
  func nothingMeasured() throws {
    try tool.write("t;range\n0;1,5\n1;\n2;1,75\n", to: "comma.csv")
    let mapping = ["--columns", "t=t,range=range"]
    let outcome = try tool.run(["run", "comma.csv", "-o", "out.json"] + mapping)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("no row with a measurement could be used"), "\(outcome.error)")
    #expect(outcome.error.contains("--decimal ,"), "\(outcome.error)")
    #expect(!tool.hasFile("out.json"))
    #expect(
      try tool.run(["run", "comma.csv", "-o", "out.json", "--decimal", ","] + mapping).status == 0)
  }

  @Test("a trace that is to be converted is answered with the command that takes traces")
  func conversionOfTrace() throws {
    try tool.write("t_s,range_m\n0,1.5\n1,1.4\n", to: "walk.csv")
    let outcome = try tool("convert", "walk.csv", "-o", "x.ahap")
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("lubdub run makes a heartbeat of a trace"), "\(outcome.error)")
  }

  @Test("check warns of what is plausible only in other units or as several links")
  func plausibility() throws {
    let cases: [(rule: String, row: (Int) -> String)] = [
      ("some-beyond-reach", { "\(Double($0) / 10),\($0 == 50 ? 655.35 : 2)\n" }),
      ("stuck", { "\(Double($0) / 10),\($0 == 50 ? 65.535 : 2)\n" }),
      ("stuck", { "\(Double($0) / 10),\($0 == 50 || $0 == 51 ? 0 : 2)\n" }),
      ("hour", { "\(Double($0) / 10 + ($0 < 50 ? 0 : 3600)),2\n" }),
      ("far", { "\(Double($0) / 10),312.\($0 % 2)\n" }),
      ("slow", { "\(100 * $0),2.\($0 % 3)\n" }),
      ("mixed", { "\(Double($0) / 10),\($0.isMultiple(of: 2) ? 2 : 9)\n" }),
      ("unit", { "\(Double($0) / 10),\(3 * ($0 < 50 ? $0 : 100 - $0))\n" }),
      ("empty", { "\(Double($0) / 10),\n" }),
      ("equal-times", { "\(Double($0 / 2) / 10),\($0.isMultiple(of: 2) ? 2 : 9)\n" }),
    ]
    for (rule, row) in cases {
      try tool.write("t_s,range_m\n" + (0..<100).map(row).joined(), to: "odd.csv")
      let check = try tool("check", "odd.csv")
      #expect(check.text.contains("[\(rule)]"), "\(rule): \(check.text)")
    }
    let dataset = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    #expect(try tool("check", dataset).text.contains("nothing found"))
  }

  @Test("Rows of several links, turned parts and an empty column have a cure that suits them")
  func doubts() throws {
    func range(_ row: Int) -> Double { 4 - Double(abs(row % 100 - 50)) * 0.07 }
    let rows = (0..<300).map { "\(Double($0) / 10),\(range($0))\n" }
    let cases: [(text: String, said: String)] = [
      (
        "t_s,range_m\n"
          + (0..<300).map {
            "\(Double($0) / 10),\(range($0))\n\(Double($0) / 10 + 0.05),\(range($0) + 2)\n"
          }.joined(), "name the column that names the link"
      ),
      (
        "t_s,tag,range_m\n"
          + (0..<300).map {
            "\(Double($0) / 10),A,\(range($0))\n\(Double($0) / 10 + 0.05),B,\(range($0) + 2)\n"
          }.joined(), "name the column that names the link"
      ),
      (
        "t_s,range_m\n" + rows.suffix(200).joined() + rows.prefix(100).joined(),
        "if rows are written in another order, --reorder all sorts them"
      ),
      (
        "t_s,range_m,distance_m\n"
          + (0..<300).map { "\(Double($0) / 10),,\(range($0))\n" }.joined(),
        "read it with --columns t=t_s,range=distance_m"
      ),
    ]
    for (text, said) in cases {
      try tool.write(text, to: "odd.csv")
      let run = try tool("run", "odd.csv")
      #expect(run.error.contains(said), "\(run.error)")
      #expect(!run.error.contains(":ft"), "\(run.error)")
    }
  }

  @Test("A level above 0 dBm is not offered as a range, nor a column of one number")
  func noChoice() throws {
    try tool.write(
      "time_s,RSSI,chan\n" + (0..<100).map { "\($0),\(60 + $0 % 9),37\n" }.joined(), to: "odd.csv")
    let run = try tool("run", "odd.csv")
    #expect(run.status == 2 && run.error.contains("received power is below 0 dBm"))
    #expect(!run.error.contains("--columns"), "\(run.error)")
  }

  @Test("A number that stands for no measurement does not make another unit of the rest")
  func sentinelUnits() throws {
    let cases = [("range_m", 8.191, 1.0), ("range_m", 0, 1), ("range_cm", 999, 100)]
    for (name, sentinel, scale) in cases {
      let rows = (0..<600).map { row in
        let range = (4 - Double(abs(row % 100 - 50)) * 0.07) * scale
        return "\(Double(row) / 10),\(row % 9 == 8 ? sentinel : range)\n"
      }
      try tool.write("time_s,\(name)\n" + rows.joined(), to: "odd.csv")
      let run = try tool("run", "odd.csv", "--columns", "t=time_s,range=\(name)")
      #expect(run.error.contains("which no walk leads to"), "\(run.error)")
      #expect(!run.error.contains("look like"), "\(run.error)")
    }
  }
}
