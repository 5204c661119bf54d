import Lubdub
import Testing

@Suite("Zone settings")
struct ZoneParameterTests {
  typealias Parameters = ZoneDetector.Parameters

  static let refusals: [(String, @Sendable (inout Parameters) -> Void)] = [
    ("edges[1]", { $0.edges = [1, 0.5] }),
    ("names", { $0.names = ["in"] }),
    ("range.falseChangeInterval", { $0.range.falseChangeInterval = [0] }),
    ("range.falseChangeInterval", { $0.range.falseChangeInterval = [] }),
    ("range.falseChangeInterval[2]", { $0.range.falseChangeInterval = [1, 1, Seconds(.nan), 1] }),
    ("range.halfBand", { $0.range.halfBand = [0] }),
    ("range.halfBand", { $0.range.halfBand = [0.1, 0.2] }),
    ("range.lookAhead", { $0.range.lookAhead = [-1] }),
    ("rssi.margin[2]", { $0.rssi.margin = [1, 1, -1, 1] }),
    ("rssi.dwell", { $0.rssi.dwell = [Seconds(.infinity)] }),
    ("range.minimumSamples", { $0.range.minimumSamples = 0 }),
  ]

  @Test("Invalid zone settings are rejected by name", arguments: refusals)
  func refused(path: String, spoil: @Sendable (inout Parameters) -> Void) {
    var parameters = Parameters(.eternalLoop)
    spoil(&parameters)
    let error = #expect(throws: SettingError.self) { try parameters.validate() }
    #expect(error?.key == path)
  }

  @Test func `A message states the wrong value and the accepted values`() {
    var parameters = Parameters(.eternalLoop)
    parameters.range.falseChangeInterval = [-1]
    #expect {
      try parameters.validate()
    } throws: {
      "\($0)"
        == "range.falseChangeInterval is -1, expected a list of numbers in s, each from 1 to 10000000"
    }
  }

  @Test(arguments: [
    ("staleAfter", SilenceTimes(coasting: 0, stale: 0, lost: 1)),
    ("staleAfter", SilenceTimes(coasting: 9, stale: 3, lost: 10)),
    ("lostAfter", SilenceTimes(coasting: 1, stale: 3, lost: 1)),
    ("coastAfter", SilenceTimes(coasting: Seconds(.nan), stale: 3, lost: 10)),
  ])
  func `Unordered silence times are rejected by name`(key: String, times: SilenceTimes) {
    let error = #expect(throws: SettingError.self) { try times.validate() }
    #expect(error?.key == key)
  }

  @Test func `The bands of the usual edges match the study`() throws {
    let bands = Parameters(.eternalLoop).bands(of: .uwb)
    let expected = [(0.085, 0.17), (0.185, 0.32), (0.88, 1.12), (1.88, 2.12)]
    for (band, ends) in zip(bands, expected) {
      #expect(abs(band.lowerBound.value - ends.0) < 1e-12)
      #expect(abs(band.upperBound.value - ends.1) < 1e-12)
    }
  }

  @Test func `Signal-strength bands are factors of distance, or empty for probabilities`() throws {
    var parameters = Parameters(try Zones(edges: [2]))
    let none = parameters.bands(of: .ble)[0]
    #expect(abs(none.lowerBound.value - 2) < 1e-12 && none.lowerBound == none.upperBound)
    parameters.rssi.kind = .cusum
    let band = parameters.bands(of: .ble)[0]
    #expect(abs(band.lowerBound.value - 2 * 0.8187307530779818) < 1e-12)
    #expect(abs(band.upperBound.value - 2 * 1.2214027581601699) < 1e-12)
  }
}
