import Foundation
import TestSupport
import Testing

/// The commands that the documents of four products require, on small inputs.
@Suite struct SourceProductTests {
  private let tool = Tool()

  private static func path(_ name: String) -> String {
    Recordings.packageRoot.appending(path: name).path
  }

  private static let session = "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"

  /// A table of two people, with rows a minute apart for a day or a second apart for a minute.
  private func table(_ rows: [(Double, Double)], name: String) throws {
    let lines = rows.map { "\($0),51.5,\(-0.12 + $1 / 69_400),3\n" }
    try tool.write("t_s,lat_deg,lon_deg,accuracy_m\n" + lines.joined(), to: name)
  }

  private static let map = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-0.12, 51.5]},
       "properties": {"id": "home", "radius_m": 50}},
      {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[-0.12, 51.5], [-0.12, 51.6], [-0.1, 51.5]]]},
       "properties": {"id": "park"}},
      {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[-0.1186, 51.49], [-0.1186, 51.51]]},
       "properties": {"id": "street"}}]}
    """

  private func lines(_ outcome: Tool.Outcome) throws -> [JSONValue] {
    try outcome.text.utf8.split(separator: 0x0A).map { try JSONParser.parse($0) }
  }

  @Test func `Regions are left and wires crossed, each with a probability and a cue`() throws {
    try table((0...100).map { (Double($0), 2 * Double($0)) }, name: "anna.csv")
    try tool.write(Self.map, to: "map.geojson")
    let run = try tool.succeed("regions", "anna.csv", "--regions", "map.geojson")
    let events = try lines(run)
    #expect(events.map { $0["kind"]?.string } == ["left", "crossed"])
    #expect(events.map { $0["id"]?.string } == ["home", "street"])
    #expect(events.allSatisfy { ($0["probability"]?.number ?? 0) > 0.7 && $0["track"] == "anna" })
    #expect(run.error.contains("anna starts inside home"), "\(run.error)")
    #expect(run.error.contains("park is a polygon"), "\(run.error)")
    try tool.succeed("regions", "anna.csv", "--regions", "map.geojson", "-o", "felt.json")
    let document = try JSONParser.parse(Array(try tool.data(of: "felt.json")))
    #expect(document["events"]?.array?.count == 5, "one falling event and four taps")
    try tool.refuse(
      "regions", "anna.csv", "--regions", "map.geojson", "--likelier", "0.5", saying: "above 0.5")
  }

  @Test func `Positions five minutes apart give a possible wire crossing`() throws {
    try table([(0, 20), (300, 180), (600, 104), (900, 1900)], name: "anna.csv")
    try tool.write(Self.map, to: "map.geojson")
    let events = try lines(try tool.succeed("regions", "anna.csv", "--regions", "map.geojson"))
    let crossings = events.filter { $0["kind"] == "crossed" }
    #expect(crossings.allSatisfy { $0["reason"] == "gap" } && crossings.count == 3)
    #expect(crossings.map { ($0["probability"]?.number ?? 0) > 0.5 } == [true, false, false])
    #expect(events.contains { $0["kind"] == "left" && $0["t_s"] == 300 })
  }

  @Test func `The trace of a pair has the events of both tracks, and its session has the cues`()
    throws
  {
    try table((0...100).map { (Double($0), 2 * Double($0)) }, name: "anna.csv")
    try table((0...100).map { (Double($0), 300) }, name: "ben.csv")
    try tool.write(Self.map, to: "map.geojson")
    try tool.succeed(
      "track-distance", "anna.csv", "ben.csv", "--regions", "map.geojson", "-o", "walk.csv")
    let trace = try tool.text(of: "walk.csv")
    #expect(trace.hasPrefix("t_s,source,range_m,sd_m,east_m,north_m,age_s,event\n"))
    let marks = trace.split(separator: "\n").compactMap { $0.split(separator: ",").last }
      .filter { $0.first?.isLetter == true && $0 != "event" }
    #expect(marks == ["left", "crossed"])
    try tool.succeed("run", "walk.csv", "--preset", "phone-tag", "-o", "walk.json")
    let document = try JSONParser.parse(Array(try tool.data(of: "walk.json")))
    #expect(
      document["cues"]?.array?.compactMap { $0["name"]?.string } == ["baseLeft", "tripwire"])
    #expect(try tool("check", "walk.csv").status == 0)
  }

  @Test func `A time zone is a database name or an offset, and other names are rejected`() throws {
    let game =
      ["zones.geojson", "actions.ndjson"].map { Self.path("datasets/positions/\($0)") }
      + ["anna.gpx", "ben.gpx"].map { Self.path("datasets/positions/\($0)") }
    let words = ["judge-tag", "--zones", game[0], "--actions", game[1], game[2], game[3]]
    let zone = try tool.succeed(words + ["--time-zone", "Asia/Kolkata"])
    #expect(zone.text == (try tool.succeed(words + ["--utc-offset", "5.5"])).text)
    try tool.refuse(words + ["--time-zone", "New York"], saying: "such as America/New_York")
    try tool.refuse(
      words + ["--time-zone", "Asia/Kolkata", "--utc-offset", "5.5"], saying: "leave one out")
  }

  @Test func `Cues are exported by name, once, and listed with the patterns`() throws {
    let list = try tool.succeed("pattern", "--list").text
    for name in [
      "lub-dub", "ringSent", "ringAttached", "tap", "baseEntered", "baseLeft", "tripwire", "tagged",
      "missed", "blocked", "eliminated", "gameStarted",
    ] {
      #expect(list.contains("\(name) "), "\(name)")
      try tool.succeed(
        ["pattern"] + (name == "tap" ? ["--cue"] : []) + [name, "-o", "\(name).json"])
    }
    func events(_ name: String) throws -> [JSONValue] {
      try JSONParser.parse(Array(try tool.data(of: "\(name).json")))["events"]?.array ?? []
    }
    #expect(try events("ringSent").map { $0["sharpness"]?.number } == [0.8])
    #expect(try events("ringAttached").count == 6)
    #expect(try events("tap").map { $0["intensity"]?.number } == [0.3], "and not the pattern")
    try tool.succeed("pattern", "ringSent", "--intensity", "0.5", "-o", "ringSent.json")
    #expect(try events("ringSent").map { $0["intensity"]?.number } == [0.5])
    try tool.refuse("pattern", "ringSent", "--beats", "2", saying: "is a cue")
    try tool.refuse("pattern", "ringSend", saying: "did you mean ringSent?")
    try tool.refuse("pattern", "--cue", "bell", saying: "the cues are tap, ringSent")
    try tool.refuse("pattern", "tap", "--list", saying: "use --list without other options")
  }

  @Test func `The QR code of a session is drawn without a trace`() throws {
    let pair = try tool.succeed("pair", Self.session, "-o", "join.svg")
    #expect(pair.error.contains("/join?session=\(Self.session.uppercased())"), "\(pair.error)")
    let svg = try tool.text(of: "join.svg")
    #expect(svg.contains("width=\"450\" height=\"450\""), "37 squares and twice four, of 10")
    #expect(try tool.succeed("pair", Self.session).text == svg)
    try tool.refuse("pair", "our-session", saying: "expected a UUID")
  }

  @Test func `A record contains a ceremony, and a folder lists its records`() throws {
    var text = ""
    let info = CeremonyMessage.SessionInfo(
      hostNickname: "Ada", guestNickname: "Charles", ring: .haloLuxury, message: "For ever")
    func add(_ message: CeremonyMessage, _ time: Double) throws {
      var members = try message.encode().object ?? [:]
      members["t_s"] = .number(time)
      members["from"] = "host"
      text += String(decoding: JSONWriter.encode(.object(members), lineLength: nil), as: UTF8.self)
    }
    try add(.sessionInfo(info), 0)
    for tick in 1...60 { try add(.distanceUpdate(0.1), Double(tick) / 5) }
    try add(.ringSent, 12.1)
    try add(.ringReceived, 13)
    try add(.ceremonyComplete, 75)
    try tool.write(text, to: "log.ndjson")
    try tool.succeed("run", "log.ndjson", "-o", "session.json")
    try tool.makeFolder("kept")
    let made = [
      "keepsake", "session.json", "--session", Self.session, "--started", "2026-11-22T20:15",
    ]
    try tool.succeed(made + ["-o", "kept/first.json"])
    let printed = try tool.succeed(made).text
    #expect(printed == (try tool.text(of: "kept/first.json")))
    #expect(try tool.succeed(made + ["-o", "-"]).text == printed)
    try tool.refuse(made + ["-o", "first.svg"], saying: "a keepsake needs a trace")
    let record = try JSONParser.parse(Array(try tool.data(of: "kept/first.json")))
    #expect(record["id"]?.string == Self.session.uppercased())
    #expect(record["names"] == ["guest": "Charles", "host": "Ada"])
    #expect(record["ring"] == "haloLuxury" && record["message"] == "For ever")
    #expect(record["dates"] == ["completed": "2026-11-22T20:16", "started": "2026-11-22T20:15"])
    #expect(record["phases"]?.array?.last?["name"] == "complete")
    let sound = try tool.succeed("check", "kept/first.json").text
    #expect(sound.contains("ceremony-record"), "\(sound)")
    let broken = String(decoding: try tool.data(of: "kept/first.json"), as: UTF8.self)
      .replacing("haloLuxury", with: "crown").replacing("2026-11-22T20:15", with: "yesterday")
    try tool.write(broken, to: "broken.json")
    let said = try tool("check", "broken.json")
    #expect(said.status == 1 && said.text.contains("the ring is not known"), "\(said.text)")
    #expect(said.text.contains("dates.started is not a time"), "\(said.text)")
    try tool.write("{}", to: "kept/other.json")
    let list = try tool.succeed("keepsake", "kept", "--language", "zh-Hant").text
    #expect(list.split(separator: "\n").count == 2, "\(list)")
    for part in [
      Self.session.uppercased(), "2026-11-22T20:15", "Ada", "Charles", "奢華光環", "complete",
    ] {
      #expect(list.contains(part), "\(list)")
    }
    try tool.refuse(Array(made.prefix(2)), saying: "needs --session and --started")
    try tool.refuse(made.map { $0 == "session.json" ? "kept/other.json" : $0 }, saying: "no names")
  }
}
