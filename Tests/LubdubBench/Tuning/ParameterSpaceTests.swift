import Lubdub
import Testing

@testable import LubdubBench

@Suite("The usual settings of a search")
struct ParameterSpaceTests {
  private static func keys(_ radios: Set<Radio>, keepsSounding: Bool = false) -> [String] {
    ParameterSpace.usual(
      for: radios, handsOver: radios.count > 1, isCalibrated: true, keepsSounding: keepsSounding
    ).dimensions.map(\.key)
  }

  @Test("Channel sounding brings settings of its own, and zones where it is alone")
  func sounding() {
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

  @Test("Without channel sounding nothing of it is searched")
  func others() {
    for radios in [[.uwb], [.ble], [.gnss], [.uwb, .ble]] as [Set<Radio>] {
      #expect(!Self.keys(radios).contains { $0.hasPrefix("cs.") }, "\(radios)")
    }
  }

  @Test("A setting of channel sounding acts on its recordings alone")
  func reach() throws {
    #expect(try Dimension("cs.velocityDeviation", 1...6, .linear).radios == [.cs])
    #expect(try Dimension("uwb.gate", 1...6, .linear).radios == [.uwb])
  }
}
