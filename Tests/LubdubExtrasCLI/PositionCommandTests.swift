import Foundation
import TestSupport
import Testing

/// The commands for positions, on the shipped game.
@Suite struct PositionCommandTests {
  private let tool = Tool()

  private static func path(_ name: String) -> String {
    Recordings.packageRoot.appending(path: "datasets/positions/\(name)").path
  }

  private static func lines(_ text: String) throws -> [JSONValue] {
    try text.utf8.split(separator: 0x0A).map { try JSONParser.parse($0) }
  }

  @Test func `A pair gives the same trace in any order of its logs, and has beats`() throws {
    let logs = ["anna.gpx", "ben.gpx"].map(Self.path)
    let one = try tool("track-distance", logs[0], logs[1])
    let other = try tool("track-distance", logs[1], logs[0])
    #expect(one.status == 0 && one.text == other.text)
    #expect(one.text.hasPrefix("t_s,source,range_m,sd_m,east_m,north_m,age_s\n0,gnss,"))
    _ = try tool("track-distance", logs[0], logs[1], "-o", "walk.csv")
    let run = try tool("run", "walk.csv", "--preset", "phone-tag")
    #expect(run.status == 0 && run.text.contains("241 gnss"), "\(run.text)")
    #expect(try tool("check", "walk.csv", logs[0], Self.path("zones.geojson")).status == 0)
  }

  @Test
  func `Positions with radio zones give a note that names the preset for positions`()
    throws
  {
    let run = try tool("run", Self.path("walk.csv"))
    #expect(run.status == 0 && run.error.contains("these zones end at 2 m"), "\(run.error)")
    #expect(run.error.contains("--preset phone-tag"), "\(run.error)")
    let beating = try tool("run", Self.path("walk.csv"), "--preset", "phone-tag")
    #expect(!beating.error.contains("these zones end"), "\(beating.error)")
  }

  @Test func `A log of both ends is read as a trace and can be calibrated`() throws {
    let run = try tool("run", Self.path("walk.csv"), "--preset", "phone-tag")
    #expect(run.status == 0 && run.text.contains("241 gnss"), "\(run.text)")
    let fit = try tool("calibrate", Self.path("walk.csv"), "-o", "phones.yaml")
    #expect(fit.text.contains("errors of positions, in stated deviations: "), "\(fit.text)")
    #expect(try tool("run", Self.path("walk.csv"), "--config", "phones.yaml").status == 0)
  }

  @Test func `A run on a log of one end reports that a distance needs two ends`() throws {
    try tool.refuse("run", Self.path("anna.gpx"), saying: "a distance needs two")
  }

  @Test func `A game is judged, and a wrong name or plan is rejected`() throws {
    let logs = ["anna.gpx", "ben.gpx"].map(Self.path)
    let files = ["--zones", Self.path("zones.geojson"), "--actions", Self.path("actions.ndjson")]
    let run = try tool.succeed(["judge-tag"] + files + logs)
    let verdicts = try Self.lines(run.text)
    #expect(verdicts.count == 6)
    #expect(verdicts[0]["reason"]?.string == "homeBase")
    #expect(
      verdicts.allSatisfy {
        $0["judge"]?["disputed"]?.bool != nil && $0["judge"]?["fix_age_s"] != nil
      })
    #expect(try tool.run(["judge-tag"] + files + logs.reversed()).text == run.text)
    try tool.refuse(["judge-tag"] + files + [logs[0]], saying: "no log of the player \"ben\"")
    let zones = try String(contentsOfFile: Self.path("zones.geojson"), encoding: .utf8)
    try Data(
      zones.replacing(
        #""kind": "homeBase", "owner": "ben""#, with: #""kind": "safeBase", "owner": "ben""#
      )
      .utf8
    ).write(to: URL(filePath: tool.path("zones.geojson")))
    try tool.refuse(
      ["judge-tag", "--zones", "zones.geojson"] + files.suffix(2) + logs,
      saying: "ben has 0 home bases")
    try tool.refuse(
      ["judge-tag", "--zones", logs[1]] + files.suffix(2) + logs, saying: "this is not GeoJSON")
  }

  @Test func `Event rows of regions and wires give their cues`() throws {
    let trace = """
      t_s,source,range_m,event
      0,gnss,60,
      1,gnss,,left
      2,gnss,60,
      3,gnss,,crossed
      4,gnss,60,
      5,gnss,,entered
      6,gnss,60,

      """
    try tool.write(trace, to: "walk.csv")
    try tool.succeed("run", "walk.csv", "--preset", "phone-tag", "-o", "walk.json")
    let document = try JSONParser.parse(
      Array(try tool.data(of: "walk.json")))
    #expect(
      document["cues"]?.array?.compactMap { $0["name"]?.string }
        == ["baseLeft", "tripwire", "baseEntered"])
    #expect(try tool("check", "walk.csv").status == 0)
  }

  @Test func `A table with one row per device is a trace, and two of three devices can be chosen`()
    throws
  {
    func table(_ names: [String]) -> String {
      "t_s,peer,lat_deg,lon_deg,accuracy_m,speed_mps,course_deg\n"
        + (0..<60).flatMap { second in
          names.enumerated().map { index, name in
            "\(second),\(name),51.5,\(-0.12 + 0.001 * Double(index) + 1e-5 * Double(second)),3,0.7,90\n"
          }
        }.joined()
    }
    try Data(table(["ben", "anna"]).utf8).write(to: URL(filePath: tool.path("two.csv")))
    let two = try tool("run", "two.csv", "--preset", "phone-tag")
    #expect(two.status == 0 && two.text.contains("60 gnss"), "\(two.text)\(two.error)")
    let pair = try tool("track-distance", "two.csv")
    #expect(pair.text.contains("\n59,gnss,69."), "\(pair.text.suffix(60))")
    try Data(table(["anna", "ben"]).utf8).write(to: URL(filePath: tool.path("turned.csv")))
    let late = try tool("track-distance", "two.csv", "--shift", "-1")
    #expect(late.status == 0 && late.error.contains("shift -1 s"), "\(late.error)")
    let turned = try tool("track-distance", "turned.csv")
    #expect(turned.text.contains("\n59,gnss,69."))

    try Data(table(["anna", "ben", "carl"]).utf8).write(to: URL(filePath: tool.path("all.csv")))
    try tool.refuse("track-distance", "all.csv", saying: "--ends")
    let chosen = try tool("track-distance", "all.csv", "--ends", "carl,anna")
    #expect(chosen.text.contains("\n59,gnss,138."), "\(chosen.error)")
    try tool.refuse("track-distance", "all.csv", "--ends", "carl,dora", saying: "\"anna\"")
  }

  @Test func `Unknown kinds and swapped coordinates are reported`() throws {
    let plan = try String(contentsOfFile: Self.path("zones.geojson"), encoding: .utf8)
    func write(_ text: String, _ name: String) throws {
      try tool.write(text, to: name)
    }
    let logs = ["anna.gpx", "ben.gpx"].map(Self.path)
    let good = try tool.run(["check", Self.path("zones.geojson")] + logs)
    #expect(!good.text.contains("warning"), "\(good.text)")

    try write(
      plan.replacing("homeBase", with: "cafe").replacing("tripwire", with: "homeBase"),
      "cafe.geojson")
    let cafe = try tool("check", "cafe.geojson")
    #expect(cafe.status == 1 && cafe.text.contains("unknown-kind"), "\(cafe.text)")
    #expect(cafe.text.contains("expected homeBase or safeBase, or none"), "\(cafe.text)")
    #expect(cafe.text.contains("expected tripwire, or none"), "\(cafe.text)")

    let place = #/(-0\.1[0-9]*), (51\.[0-9]*)/#
    try write(plan.replacing(place) { "\($0.output.2), \($0.output.1)" }, "swapped.geojson")
    let swapped = try tool.run(["check", "swapped.geojson"] + logs)
    #expect(swapped.text.contains("swapped.geojson: warning"), "\(swapped.text)")
    #expect(
      swapped.text.contains("far-places") && swapped.text.contains("swapped they would be near"))
    #expect(!swapped.text.contains("gpx: warning"), "\(swapped.text)")
    let game = ["judge-tag", "--actions", Self.path("actions.ndjson")]
    let run = try tool.run(game + ["--zones", "swapped.geojson"] + logs)
    #expect(run.error.contains("swapped they would be near"), "\(run.error)")
    try write("t_s,lat_deg,lon_deg\n0,151.5,-0.12\n1,51.5,-0.12\n", "north.csv")
    let north = try tool("check", "north.csv")
    #expect(north.text.contains("are they swapped?"), "\(north.text)")
  }

  @Test func `A base or wire that the game skips is reported`() throws {
    let plan = try String(contentsOfFile: Self.path("zones.geojson"), encoding: .utf8)
    try Data(
      plan.replacing(
        #""id": "square""#, with: #""id": "square", "kind": "homeBase", "owner": "ben""#
      )
      .replacing(#""owner": "anna", "radius_m""#, with: #""radius_m""#)
      .replacing(#""owner": "ben", "permanent""#, with: #""permanent""#).utf8
    ).write(to: URL(filePath: tool.path("zones.geojson")))
    let logs = ["anna.gpx", "ben.gpx"].map(Self.path)
    let words = ["judge-tag", "--actions", Self.path("actions.ndjson"), "--zones"]
    let notes = try tool.run(words + ["zones.geojson"] + logs).error
    #expect(
      notes.contains(
        "square: verdicts skip this homeBase, which is a polygon; expected a point"))
    #expect(
      notes.contains("home-anna: verdicts skip this homeBase, which has no owner"), "\(notes)")
    #expect(notes.contains("wire-ben: notices skip this tripwire, which has no owner"), "\(notes)")
    #expect(!notes.contains("home-ben") && !notes.contains("wire-anna"))
    #expect(try !tool.run(words + [Self.path("zones.geojson")] + logs).error.contains("skip"))
  }

  @Test func `Positions are scored by the edges of the given preset`() throws {
    _ = try tool("track-distance", Self.path("walk.csv"), "-o", "known.csv")
    let words = ["known.csv", "--estimator", "fusion", "--preset", "phone-tag"]
    let run = try tool.run(["bench", "accuracy"] + words + ["-o", "scores.json"])
    #expect(run.status == 0 && run.text.contains("edges 30.00, 80.00, 300.00 m"), "\(run.error)")
    let scores = try JSONParser.parse(
      Array(try tool.data(of: "scores.json")))
    #expect(scores["edges_m"]?.array?.compactMap(\.number) == [30, 80, 300])
    let zones = try tool.run(["bench", "zones"] + words)
    #expect(
      zones.status == 0 && zones.text.contains("edges 30.00, 80.00, 300.00 m"), "\(zones.error)")
    #expect(!zones.text.contains("edges 0.50"))
    #expect(run.error.isEmpty, "\(run.error)")
    let near = try tool.run(["bench", "accuracy"] + words.dropLast(2))
    #expect(near.status == 0 && near.error.contains("--preset phone-tag"), "\(near.error)")
    try tool.refuse(["bench", "accuracy"] + words + ["--edges", "1,2"], saying: "--edges")
    let session = try tool("run", "known.csv", "--preset", "phone-tag")
    #expect(session.text.contains("6 of 6 changes followed, 0 false"), "\(session.text)")
  }

  @Test func `A note reports the deviation assumed for positions without accuracy`() throws {
    for name in ["anna", "ben"] {
      let text = try String(contentsOfFile: Self.path("\(name).gpx"), encoding: .utf8)
      let bare = text.replacing(
        try Regex("<extensions>.*?</extensions>").dotMatchesNewlines(), with: "")
      #expect(bare != text)
      try tool.write(bare, to: "\(name).gpx")
    }
    let pair = try tool("track-distance", "anna.gpx", "ben.gpx", "-o", "walk.csv")
    #expect(pair.error.contains("gnss.usualDeviation"), "\(pair.error)")
    let run = try tool("run", "walk.csv", "--preset", "phone-tag")
    #expect(
      run.error.contains("241 of 241 ranges") && run.error.contains("a deviation of 4 m"),
      "\(run.error)")
    let files = ["--zones", Self.path("zones.geojson"), "--actions", Self.path("actions.ndjson")]
    let game = try tool.run(["judge-tag"] + files + ["anna.gpx", "ben.gpx"])
    #expect(game.error.contains("fixes state no width; a deviation of 4 m"), "\(game.error)")
  }

  @Test func `Settings can be tuned on a log of both ends`() throws {
    let log = Self.path("walk.csv")
    try tool.succeed(["calibrate", log, "-o", "phones.yaml"])
    let tune =
      ["tune", log, "--preset", "phone-tag", "--config", "phones.yaml"]
      + ["--budget", "20", "--write", "best"]
    try tool.succeed(tune + ["-o", "tuned.yaml", "-o", "tune.json"])
    let report = try JSONParser.parse(
      Array(try tool.data(of: "tune.json")))
    #expect(try #require(report["cost"]?.number) < 1)
    let tuned = try tool.text(of: "tuned.yaml")
    let phones = try tool.text(of: "phones.yaml")
    func scale(_ text: String) -> Substring? {
      text.split(separator: "\n").first { $0.contains("accuracyScale:") }
    }
    // The width of the phones is what was found for them, not what the search would like.
    #expect(scale(phones) != nil && scale(tuned) == scale(phones), "\(tuned)")
    let walk = try tool("run", log, "--config", "tuned.yaml")
    #expect(walk.status == 0 && walk.text.contains("gnss"), "\(walk.error)")
    _ = try tool.run(tune + ["-o", "again.yaml"])
    #expect(try tool.text(of: "again.yaml") == tuned)
  }
}
