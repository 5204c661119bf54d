import Foundation
import TestSupport
import Testing

/// A person who reports the edge at which the devices are.
@Suite struct TeachingCommandTests {
  private let tool = Tool()

  /// Signal strength for 12 s, then a person's report.
  private static func standing(_ said: String) -> Data {
    let levels = (0..<60).map { "\(Double($0) / 5),-75,\n" }.joined()
    return Data("t_s,rssi_dbm,event\n\(levels)12,,\(said)\n12.2,-75,\n".utf8)
  }

  @Test(
    "Naming an edge teaches its distance, according to the zones in the settings",
    arguments: [["run", "-", "-o", "-"], ["estimate", "-"], ["live", "-"]],
    [
      ("at edge near", "at 1", []),
      (
        "at edge mine", "at 0.5",
        [
          "--set", "zones.edges=[0.5,3,4,5]",
          "--set", "zones.names=[mine,b,c,d,e]",
        ]
      ),
    ] as [(String, String, [String])])
  func edge(_ command: [String], _ said: (name: String, distance: String, settings: [String]))
    throws
  {
    let options = command + said.settings
    let named = try tool.run(options, input: Self.standing(said.name))
    let measured = try tool.run(options, input: Self.standing(said.distance))
    let silent = try tool.run(options, input: Self.standing("still"))
    #expect(named.status == 0 && named.text == measured.text, "\(named.error)")
    #expect(named.text != silent.text)
  }

  @Test(arguments: ["at 3ft", "at 1 m", "AT 1", "at", "at nothing"])
  func `A malformed distance event is reported with the expected form`(said: String) throws {
    for command in [["run", "-"], ["live", "-"]] {
      let run = try tool.run(command, input: Self.standing(said))
      let form = said == "at" ? "a distance, such as at 1" : "expected at 1, with the distance in m"
      #expect((run.text + run.error).contains(form), "\(run.text)\(run.error)")
    }
  }

  @Test func `The run and live commands report taught distances and unknown edges alike`() throws {
    for command in [["run", "-"], ["live", "-"]] {
      let taught = try tool.run(command, input: Self.standing("at 1"))
      #expect(taught.error.contains("taught 1 time: the level at 1 m is"), "\(taught.error)")
      let refused = try tool.run(command, input: Self.standing("at edge nowhere"))
      let all = refused.text + refused.error
      #expect(all.contains("nowhere") && all.contains("contact, touch"), "\(all)")
      #expect(!all.contains("the event is not known"), "\(all)")
    }
  }

  @Test func `The edge of a zone teaches every link of a log, with or without --strict`() throws {
    let rows = (0..<60).map { "\(Double($0) / 5),-75,,A\n" }.joined() + "12,,at edge near,A\n"
    try tool.write("t_s,rssi_dbm,event,peer\n" + rows, to: "log.csv")
    let run = try tool("run", "log.csv", "--all-peers", "--strict")
    #expect(run.status == 0 && run.error.contains("taught 1 time"), "\(run.error)")
  }

  @Test func `The summary reports when and for how long signal strength replaced ranges`() throws {
    let rows = (0..<400).map { place in
      let time = Double(place) / 10
      let range = place < 200 ? "\(time),uwb,2.\(place % 3),\n" : ""
      return range + (place % 3 == 0 ? "\(time + 0.05),ble,,-7\(place % 4)\n" : "")
    }
    let log = Data(("t_s,source,range_m,rssi_dbm\n" + rows.joined()).utf8)
    for command in [["run", "-"], ["live", "-"]] {
      let run = try tool.run(command, input: log)
      let said = run.text + run.error
      let line = said.split(separator: "\n").first { $0.hasPrefix("  fallback  ") }
      #expect(line?.contains(/signal strength for 1\d.* s, from 2\d/) == true, "\(said)")
    }
    let without = try tool.run(["run", "-"], input: Self.standing("still"))
    #expect(!without.text.contains("fallback"))
  }

  @Test func `The calibrate command accepts an edge as a distance and rejects unknown names`()
    throws
  {
    try Self.standing("").write(to: URL(filePath: tool.path("s.csv")))
    let named = try tool.succeed("calibrate", "s.csv", "--at", "edge near", "-o", "-")
    #expect(named.text == (try tool("calibrate", "s.csv", "--at", "1", "-o", "-").text))
    for said in ["edge nera", "near", "1000"] {
      let refused = try tool("calibrate", "s.csv", "--at", said, "-o", "-")
      #expect(
        refused.status == 2
          && refused.error.contains(said.hasPrefix("edge") ? "contact, touch" : "0.02 to 100"),
        "\(refused.error)")
    }
    let measured = try tool(
      "calibrate", Recordings.packageRoot.appending(path: "datasets/approach.csv").path, "--at",
      "1", "-o", "-")
    #expect(
      measured.error.contains("every row has truth_m, so --at has no effect"), "\(measured.error)")
  }
}
