import Foundation
import TestSupport
import Testing

/// What comes of following the cures that `run` prints for an odd log.
@Suite struct FollowedCureTests {
  private static let walk: [(time: Double, range: Double)] = (0..<300).map { row in
    let time = Double(row) / 10
    return (time, 3.25 - 2.75 * cos(time / 6))
  }

  private static func lines(_ form: (Double, Double) -> String) -> String {
    walk.map { form($0.time, $0.range) + "\n" }.joined()
  }

  private static func text(_ value: Double, _ places: Int = 3) -> String {
    String(format: "%.\(places)f", value)
  }

  private static func stamp(_ time: Double) -> String {
    "2026-01-05 10:00:" + String(format: "%06.3f", time).replacingOccurrences(of: ".", with: ",")
  }

  private static func python(_ row: @escaping (String, String) -> String) -> String {
    lines { row(text($0, 1), text($1)) }
  }

  private static func ticks(_ head: String, _ perSecond: Double) -> String {
    head + "\n" + lines { "\(Int($0 * perSecond)),\(text($1))" }
  }

  static let logs: [(name: String, text: String)] = [
    ("an apostrophe", python { "{'time': \($0), 'range': \($1), 'name': \"Ann's phone\"}" }),
    (
      "NumPy", python { "{'t': np.float64(\($0)), 'range': np.float32(\($1)), 'id': np.str_('A')}" }
    ),
    ("None", python { "{'time': \($0), 'range': \($1), 'ok': True, 'x': None, 'mac': b'AA'}" }),
    ("server-sent events", python { "data: {'time': \($0), 'range': \($1), 'x': nan}" }),
    (
      "warnings between",
      lines {
        ($0 == floor($0) ? "\(stamp($0)) WARN [io] Radio - retry 3 of 5\n" : "")
          + "\(stamp($0)) INFO [main] Ranger - range \(text($1)) m"
      }
    ),
    (
      "comments of MATLAB",
      "% time in ms, range in mm\nt,r\n" + lines { "\(Int($0 * 1000)),\(Int($1 * 1000))" }
    ),
    ("a part of a second", ticks("# tick = 1/32768 s\ntick,range", 32_768)),
    ("ten microseconds", ticks("# ticks of 10 us\nticks,range", 1e5)),
    ("a rate in the name", ticks("ticks_63.8976GHz,range", 63.8976e9)),
    (
      "rows of SQL",
      "INSERT INTO walk (t, dist_cm) VALUES "
        + walk.map { "(\($0.time), \(text($0.range * 100, 1)))" }.joined(separator: ",") + ";\n"
    ),
    (
      "an insertion a row",
      lines { "INSERT INTO walk (t, name, dist_cm) VALUES (\($0), 'A', \(text($1 * 100, 1)));" }
    ),
    ("no name and tabs", "\ttime_s\trange\n" + lines { "\(Int($0 * 10))\t\($0)\t\(text($1))" }),
    (
      "a device above",
      "Device;Board A\ntime_ms;range_mm\n" + lines { "\(Int($0 * 1000));\(Int($1 * 1000))" }
    ),
    ("a unit in the cell", "t_s,range_m\n" + lines { "\($0),\(text($1 / 0.3048, 2)) ft" }),
    ("a unit behind a #", "time,range\n" + lines { "\($0),\(text($1 / 0.3048, 2)) # ft" }),
    ("a remark behind a #", "time,range\n" + lines { "\($0),\(text($1)) # ok" }),
    (
      "colours",
      lines { "\u{1B}[0;32mI (\(Int($0 * 1000))) uwb: distance \(text($1 * 100, 1)) cm\u{1B}[0m" }
    ),
    (
      "Zephyr",
      lines { time, range in
        let stamp = "[00:00:\(String(format: "%06.3f", time)),000]"
        return "\(stamp) <inf> app: initiator 0x17 dist \(text(range * 100, 1)) cm (cnt 3)"
      }
    ),
    (
      "a header behind a %",
      "% walk 3\n% time (s)   range (cm)\n" + lines { "  \($0)   \(text($1 * 100))" }
    ),
    (
      "Java",
      lines {
        "D/UWB ( 29): Result{distance=Measurement{value=\(text($1)), confidence=1}, \(nanos($0))}"
      }
    ),
    (
      "Kotlin",
      lines {
        "Result(device=Device(address=00:11), distance=Measurement(value=\(text($1))), \(nanos($0)))"
      }
    ),
    ("records of lines", lines { "Time: \($0) s\nDistance: \(text($1 * 100, 1)) cm\n" }),
    ("records of lines below a name", "UWB demo\n" + lines { "t=\($0)\r\nrange=\(text($1))\r" }),
    (
      "rostopic echo",
      lines { time, range in
        let rest = Int((time - floor(time)) * 1e9 + 0.5)
        return "header: \n  stamp: \n    secs: \(1_772_625_600 + Int(time))\n    nsecs: \(rest)\n"
          + "  frame_id: \"tag\"\nmin_range: 0.05\nrange: \(text(range))\n---"
      }
    ),
    (
      "one quantity a row and tabs",
      "time_ms\tvariable\tvalue\n"
        + lines { "\(Int($0 * 1000))\trange_m\t\(text($1))\n\($0)\tlqi\t9" }
    ),
    ("miles", "time_s,distance_mi\n" + lines { "\($0),\(text($1 / 1609.344, 7))" }),
    ("ps and um", "time_ps;range_um\n" + lines { "\(Int($0 * 1e12));\(Int($1 * 1e6))" }),
    (
      "one quantity a row",
      "ts_ms;type;value\n"
        + lines { "\(Int($0 * 1000));UWB;\(text($1))\n\(Int($0 * 1000));BLE;-60" }
    ),
    (
      "a list of YAML",
      "device: a\nsamples:\n" + lines { "  - range_mm: \(Int($1 * 1000))\n    stamp: \($0)" }
    ),
    ("tables of TOML", lines { "[[sample]]\ntime_s = \($0)\nrange_m = \(text($1))\n" }),
    ("lines between records", lines { "-----\nseq 7\ntime \($0)\nrange \(text($1 * 100, 1)) cm" }),
    (
      "types of SQL",
      "CREATE TABLE r(id INTEGER PRIMARY KEY, ts REAL, dist_cm REAL);\n"
        + lines { "INSERT INTO r VALUES(\(Int($0 * 10)),\($0),\(text($1 * 100, 1)));" }
    ),
    (
      "commas of decimals in a text",
      lines { time, range in
        let range = text(range).replacingOccurrences(of: ".", with: ",")
        return "\(stamp(time)) Abstand: \(range) m, Pegel: -67 dBm"
      }
    ),
    (
      "the time of a batch before that of a row",
      "received_at,device_ms,dist_m\n"
        + lines { "\(stamp(2 * floor($0 / 2)).prefix(19)),\(Int($0 * 1000)),\(text($1))" }
    ),
    (
      "milliseconds in a column",
      "date,time,millisecond,dist_m\n"
        + lines { time, range in
          let parts = stamp(time).split { " ,".contains($0) }
          return "\(parts[0]),\(parts[1]),\(Int(parts[2]) ?? 0),\(text(range))"
        }
    ),
    (
      "fractions without zeros",
      "time_ms,dist_m\n"
        + lines { time, range in
          let length = Int((range * 1000).rounded())
          return "\(Int(time * 1000)),\(length / 1000).\(length % 1000)"
        }
    ),
    (
      "the value before this one",
      zip(walk, [walk[0]] + walk).map {
        "\(text($0.time, 1)) distance was \(text($1.range)) m now \(text($0.range)) m\n"
      }.joined()
    ),
    ("a range to a tag", lines { "\(Int($0 * 1000)) uwbd[812]: range to tag-3: \(text($1)) m" }),
  ]

  private static func nanos(_ time: Double) -> String {
    "elapsedRealtimeNanos=\(991_000_000_000 + Int(time * 1e9))"
  }

  @Test("Who follows the cures has the rows of the walk", arguments: logs)
  func followed(name: String, log: String) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try log.write(toFile: tool.path("log0"), atomically: true, encoding: .utf8)
    let (file, options) = try Self.follow("log0", tool)
    #expect(try tool.shell("import \(file) \(options) -o rows.csv") == 0, "\(options)")
    try Self.expectWalk(tool, Self.walk)
  }

  @Test(
    "By pipe there is the same advice as by file",
    arguments: logs.filter { $0.name != "a unit in the cell" } + [
      (
        "two ranges without names",
        lines { "\(text($1 + 0.3)),\(Int($0 * 1000)),\(text($1 * 1.5))" }
      ),
      ("a time of flight", "time_ms,tof_ns\n" + lines { "\(Int($0 * 1000)),\(text($1 / 0.3))" }),
      (
        "a journal",
        lines { "{\"time\": \"\(Int(1.7e15 + $0 * 1e6))\", \"MESSAGE\": \"range \(text($1)) m\"}" }
      ),
    ])
  func piped(name: String, log: String) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try log.write(toFile: tool.path("log0"), atomically: true, encoding: .utf8)
    #expect(try tool.shell("run log0 2> file") == tool.shell("run - < log0 2> pipe"))
    let said = try ["file", "pipe"].map {
      try String(contentsOfFile: tool.path($0), encoding: .utf8)
        .replacing("standard input", with: "log0")
    }
    #expect(said[0] == said[1])
    #expect(said[0].contains(/--columns|FILE/), "\(said[0])")
  }

  @Test("Columns of two anchors are proposed as two links")
  func anchors() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try ("t_s,range_A,range_B\n" + Self.lines { "\($0),\(Self.text($1)),\(Self.text(9 - $1))" })
      .write(toFile: tool.path("log"), atomically: true, encoding: .utf8)
    #expect(try tool("run", "log").error.contains("\n--columns 't=t_s,range=range_A|range_B'"))
  }

  @Test("Where a comment changes the unit, each part reads by itself")
  func parts() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let rows = Self.walk.enumerated().map { place, row in
      (place == 150 ? "# range in cm from here\n" : "")
        + "\(row.time),\(Self.text(row.range * (place < 150 ? 1 : 100)))\n"
    }
    try ("t_s,range\n" + rows.joined()).write(
      toFile: tool.path("log0"), atomically: true, encoding: .utf8)
    let refused = try tool("run", "log0")
    #expect(refused.status == 2 && refused.error.contains("from m to cm in line 152"))
    let parts = refused.error.matches(of: /sed '[^']*' FILE/).map { String($0.output) }
    #expect(parts.count == 2)
    for (part, wanted) in zip(parts, [Self.walk.prefix(150), Self.walk.suffix(150)]) {
      try LiveTests.shell(part.replacing("FILE", with: "log0") + " > part", tool)
      let (file, options) = try Self.follow("part", tool)
      #expect(try tool.shell("import \(file) \(options) -o rows.csv") == 0, "\(options)")
      try Self.expectWalk(tool, Array(wanted))
    }
  }

  @Test(
    "Ranges that scatter like levels are offered in no other unit",
    arguments: [1.0, 3, 12])
  func scattered(scale: Double) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    var rows = ""
    for (place, row) in Self.walk.enumerated() {
      let noise = pow(10, Double(place * 7919 % 101 - 50) / 120)
      rows += "\(row.time),\(Self.text(row.range * scale * noise))\n"
    }
    try ("t_s,range_m\n" + rows).write(
      toFile: tool.path("log"), atomically: true, encoding: .utf8)
    let run = try tool("run", "log")
    #expect(run.error.contains("which no unit mends"), "\(run.error)")
    #expect(run.status == 0 && !run.error.contains("--columns"), "\(run.error)")
  }

  @Test(
    "A truth in another unit is offered in its own", arguments: [("ft", 0.3048), ("in", 0.0254)])
  func truth(unit: String, metres: Double) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let rows = Self.lines { "\($0),\(Self.text($1)),\(Self.text($1 / metres))" }
    try ("t_s,range_m,truth_m\n" + rows).write(
      toFile: tool.path("log"), atomically: true, encoding: .utf8)
    let run = try tool("run", "log")
    #expect(run.error.contains("truth=truth_m:\(unit) reads 300 of 300"), "\(run.error)")
  }

  /// Does what each refusal or doubt says, at most four times.
  private static func follow(_ log: String, _ tool: Tool) throws -> (file: String, options: String)
  {
    var (file, options) = (log, "")
    for step in 1...4 {
      #expect(try tool.shell("run \(file) \(options) > said 2>&1") >= 0)
      let said = try String(contentsOfFile: tool.path("said"), encoding: .utf8)
      let pasted = said.firstMatch(of: /\n(--columns .*)/)?.1
      let doubted = said.firstMatch(of: /(--columns \S+) reads/)?.1
      let command = said.firstMatch(
        of: /(sed|awk|grep)( -\S+| \w+=\S+| '[^']*'| "(\\.|[^"\\])*")+ FILE( \| sed '[^']*')?/)?.0
      if let found = pasted ?? doubted {
        options = String(found)
      } else if let command {
        try LiveTests.shell(command.replacing("FILE", with: file) + " > log\(step)", tool)
        (file, options) = ("log\(step)", "")
      } else {
        break
      }
    }
    return (file, options)
  }

  private static func expectWalk(_ tool: Tool, _ wanted: [(time: Double, range: Double)]) throws {
    let text = try String(contentsOfFile: tool.path("rows.csv"), encoding: .utf8)
    let rows = text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == wanted.count)
    let start = rows.first.flatMap { Double($0[0]) } ?? 0
    for (row, right) in zip(rows, wanted) {
      let (time, range) = (Double(row[0]) ?? .nan, Double(row[2]) ?? .nan)
      #expect(
        abs(time - start - right.time + wanted[0].time) < 0.002 && abs(range - right.range) < 0.006,
        "\(row), \(right)")
    }
  }
}
