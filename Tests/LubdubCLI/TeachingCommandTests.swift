import Foundation
import TestSupport
import Testing

/// A person who says at which edge the devices are.
@Suite struct TeachingCommandTests {
  /// Signal strength for 12 s, then what a person says.
  private static func standing(_ said: String) -> Data {
    let levels = (0..<60).map { "\(Double($0) / 5),-75,\n" }.joined()
    return Data("t_s,rssi_dbm,event\n\(levels)12,,\(said)\n12.2,-75,\n".utf8)
  }

  @Test(
    "The name of an edge teaches what its distance does, by the zones of the settings",
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
    let tool = try Tool()
    defer { tool.cleanUp() }
    let options = command + said.settings
    let named = try tool.run(options, input: Self.standing(said.name))
    let measured = try tool.run(options, input: Self.standing(said.distance))
    let silent = try tool.run(options, input: Self.standing("still"))
    #expect(named.status == 0 && named.text == measured.text, "\(named.error)")
    #expect(named.text != silent.text)
  }

  @Test("calibrate takes an edge for a distance, and refuses a name that no edge has")
  func calibrate() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try Self.standing("").write(to: URL(filePath: tool.path("s.csv")))
    let named = try tool("calibrate", "s.csv", "--at", "edge near", "-o", "-")
    #expect(named.status == 0, "\(named.error)")
    #expect(named.text == (try tool("calibrate", "s.csv", "--at", "1", "-o", "-").text))
    for said in ["edge nera", "near", "1000"] {
      let refused = try tool("calibrate", "s.csv", "--at", said, "-o", "-")
      #expect(
        refused.status == 2
          && refused.error.contains(said.hasPrefix("edge") ? "contact, touch" : "0.02 to 100"),
        "\(refused.error)")
    }
  }
}
