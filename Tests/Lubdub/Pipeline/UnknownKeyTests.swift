import Lubdub
import Testing

@Suite("Unknown keys")
struct UnknownKeyTests {
  @Test(
    "The most similar key is suggested: an equal last part before a similar spelling",
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
  func `A key similar to no setting gets no suggestion`(_ key: String) {
    #expect(Configuration.nearestKey(to: key) == nil)
  }
}
