import Lubdub
import Testing

@Suite("Unknown keys")
struct UnknownKeyTests {
  @Test(
    "the key that is meant is suggested: the same last part before the same spelling",
    arguments: [
      ("zones.dwel", "zones.rssi.dwell"), ("zones.dwell", "zones.rssi.dwell"),
      ("zones.rsi.dwell", "zones.rssi.dwell"),
      ("dwell", "zones.range.dwell, zones.rssi.dwell"),
      ("zone.edges", "zones.edges"), ("zones.edge", "zones.edges"), ("uwb.gat", "uwb.gate"),
      ("estimater", "estimator"), ("rssi.stalleAfter", "rssi.staleAfter"),
      ("heartbeat.interval", "heartbeat.intervals"),
    ])
  func suggestion(_ key: String, _ meant: String) {
    #expect(
      Configuration.unknownKey(key).description
        == "\(key) is not a setting; did you mean \(meant)?")
  }

  @Test(arguments: ["", "x", "colour.hue"])
  func `nothing is suggested for what resembles nothing`(_ key: String) {
    #expect(Configuration.nearestKey(to: key) == nil)
  }
}
