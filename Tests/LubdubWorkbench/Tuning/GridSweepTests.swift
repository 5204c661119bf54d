import Lubdub
import LubdubWorkbench
import Testing

@Suite("Text of grid axes")
struct GridSweepTests {
  @Test(
    arguments: [
      ("uwb.gate=2:4:3", [.number(2), .number(3), .number(4)]), ("uwb.gate=3", [.number(3)]),
      ("zones.range.falseChangeInterval[0]=10|100", [.number(10), .number(100)]),
      ("zones.range.rule=cusum|hysteresis", [.text("cusum"), .text("hysteresis")]),
    ] as [(String, [SettingValue])])
  func `An axis has equal steps or listed values`(text: String, values: [SettingValue]) throws {
    #expect(try GridSweep.Axis(text).values == values)
  }

  @Test(
    "A value that the setting can't have is rejected with its kind and a valid example",
    arguments: [
      ("uwb.gate=abc", "is \"abc\", expected a number"), ("uwb.gate=1:2", "expected FROM:TO:COUNT"),
      ("uwb.gate=", "is \"\", expected a number"), ("uwb.gate=1:2:0", "expected FROM:TO:COUNT"),
      ("zones.range.rule=maybe", "expected one of"), ("estimator=1", "expected one of"),
      ("zones.range.rule=0:1:2", "expected one of"),
    ])
  func refused(text: String, rule: String) throws {
    let error = #expect(throws: SettingError.self) { try GridSweep.Axis(text) }
    let message = error?.description ?? ""
    #expect(message.contains(rule), "\(message)")
    let example = try #require(message.split(separator: "such as ").last)
    let grid = GridSweep([try GridSweep.Axis(String(example))])
    for index in 0..<(try #require(grid.count)) {
      _ = try grid.configuration(at: index, base: Preset.default.configuration)
    }
  }

  @Test func `An unknown key and a text without values are rejected`() {
    for text in ["uwb.gte=3", "uwb.gate", "estimator[0]=fusion"] {
      #expect(throws: SettingError.self) { try GridSweep.Axis(text) }
    }
  }

  @Test func `The example for every setting is valid with the default settings`() throws {
    for setting in Configuration.settings where setting.domain != .texts {
      let error = #expect(throws: SettingError.self) {
        try GridSweep.Axis("\(setting.key)=no such value")
      }
      let example = try #require(error?.description.split(separator: "; such as ").last)
      let grid = GridSweep([try GridSweep.Axis(String(example))])
      let count = try #require(grid.count)
      for index in [0, count - 1] {
        #expect(throws: Never.self, "\(example)") {
          try grid.configuration(at: index, base: Preset.default.configuration)
        }
      }
    }
  }
}
