import Lubdub
import Testing

@testable import LubdubWorkbench

@Suite("The default settings of a search")
struct ParameterSpaceTests {
  private static func keys(_ radios: Set<Radio>, keepsSounding: Bool = false) -> [String] {
    ParameterSpace.usual(
      for: radios, handsOver: radios.count > 1, isCalibrated: true, keepsSounding: keepsSounding
    ).dimensions.map(\.key)
  }

  @Test func `Channel sounding adds its own settings, and zones if it is the only radio`() {
    let alone = Self.keys([.cs])
    #expect(alone.contains("cs.whiteDeviation"))
    #expect(alone.contains("cs.bias"))
    #expect(alone.contains("zones.range.falseChangeInterval"))
    #expect(!Self.keys([.cs], keepsSounding: true).contains("cs.bias"))
    for radios in [[.cs, .uwb], [.cs, .gnss], [.cs, .uwb, .gnss]] as [Set<Radio>] {
      let keys = Self.keys(radios)
      #expect(Set(keys).count == keys.count, "\(radios)")
      #expect(keys.contains("cs.velocityDeviation"))
    }
  }

  @Test func `Without channel sounding, its settings aren't searched`() {
    for radios in [[.uwb], [.ble], [.gnss], [.uwb, .ble]] as [Set<Radio>] {
      #expect(!Self.keys(radios).contains { $0.hasPrefix("cs.") }, "\(radios)")
    }
  }

  @Test func `A search starts with the word from the settings`() throws {
    let base = Preset.default.configuration
    let space = ParameterSpace.usual(for: [.ble], handsOver: false, isCalibrated: true)
      .expanded(in: base)
    let rule = try #require(space.dimensions.first { $0.key == "zones.rssi.rule" })
    #expect(rule.words == ["probability", "cusum", "hysteresis"] && rule.range == 0...2)
    #expect(space.dimensions.contains { $0.key == "zones.rssi.confidence" })
    #expect(try space.apply(space.values(of: base), to: base) == base)
    var values = space.values(of: base)
    let place = try #require(space.dimensions.firstIndex { $0.key == "zones.rssi.confidence" })
    values[place] = 0.8
    let moved = try space.apply(values, to: base)
    #expect(moved.zones.rssi.kind == .probability && moved.zones.rssi.confidence == 0.8)
  }

  @Test func `A setting of channel sounding affects only its recordings`() throws {
    #expect(try Dimension("cs.velocityDeviation", 1...6, .linear).radios == [.cs])
    #expect(try Dimension("uwb.gate", 1...6, .linear).radios == [.uwb])
  }
}
