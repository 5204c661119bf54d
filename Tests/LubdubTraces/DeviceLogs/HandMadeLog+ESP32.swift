import LubdubSupport
import LubdubTraces

extension HandMadeLog {
  private static func row(
    _ time: Double, _ range: Double?, _ rssi: Double?, _ peer: String?
  ) -> ReadLog.Row {
    ReadLog.Row(time: time, radio: .uwb, range: range, rssi: rssi, peer: peer)
  }

  static let arduino = HandMadeLog(
    name: "Arduino without times", format: "arduino-dw1000",
    bytes: text(
      "### TAG ###", "ranging init; 1 device added ! ->  short:83",
      "from: 83\t Range: 3.94 m\t RX power: -68.02 dBm",
      "from: 84\t Range: 2.00 m\t RX power: -67.50 dBm",
      "from: 83\t Range: nan m\t RX power: -68.02 dBm",
      "from: 84\t Range: -0.02 m\t RX power: -67.50 dBm",
      "from: 83\t Range: 3.90 m\t RX power: -68.00 dBm", "delete inactive device: 84"),
    rows: [
      row(0, 3.94, -68.02, "83"), row(0, 2, -67.5, "84"), row(0.1, -0.02, -67.5, "84"),
      row(0.2, 3.9, -68, "83"),
    ], rejections: [.notANumber: 1], events: ["peerLost"])

  /// Across midnight, and with a line whose time is cut off.
  static let arduinoMonitor = HandMadeLog(
    name: "Arduino on a monitor", format: "arduino-dw1000",
    bytes: text(
      "23:59:59.900 -> >>> NEW RANGE EVENT <<<",
      "23:59:59.900 -> from: 83\t Range: 3.94 m\t RX power: -70.86 dBm",
      "from: 83\t Range: 3.95 m\t RX power: -70.86 dBm",
      "00:00:00.150 -> from: 83\t Range: 3.89 m\t RX power: -74.09 dBm"),
    rows: [row(0, 3.94, -70.86, "83"), row(0.25, 3.89, -74.09, "83")],
    rejections: [.missingTime: 1])

  /// DW1000-ng prints no address.
  static let arduinoIDF = HandMadeLog(
    name: "Arduino on ESP-IDF", format: "arduino-dw1000",
    bytes: text(
      "I (1200) uwb: Range: 1.25 m\t RX power: -71.0 dBm",
      "I (1450) uwb: Range: 1.20 m\t RX power: -71.5 dBm"),
    rows: [row(0, 1.25, -71, nil), row(0.25, 1.2, -71.5, nil)])

  /// Sequence numbers count the rounds between reports; an anchor is present by its bit or its identity.
  static let makerfabsReports = HandMadeLog(
    name: "Makerfabs reports", format: "makerfabs",
    bytes: text(
      "AT+RANGE=tid:0,mask:05,seq:7,range:(391,0,0,0,0,0,0,0),rssi:(-71.68,0.00,-77.9,0.00)",
      "AT+RANGE=tid:0,mask:01,seq:9,range:(395,12,0,0,0,0,0,0),rssi:(-68.67,0.00)",
      "AT+RANGE=tid:1,mask:0F,seq:218,range:(23,40),ancid:(3,-1)", "AT+RANGE=tid:0,mask:0",
      "OK", "[AT] AT+RANGE=tid:0, mask:01, seq: 2, range: (380,0)"),
    rows: [
      row(0, 3.91, -71.68, "T0-A0"), row(0, 0, -77.9, "T0-A2"), row(0.2, 3.95, -68.67, "T0-A0"),
      row(0.2, 0.23, nil, "T1-A3"), row(0.3, 3.8, nil, "T0-A0"),
    ], rejections: [.damaged: 1])

  static let makerfabsLinks = HandMadeLog(
    name: "Makerfabs links", format: "makerfabs",
    bytes: text(
      #"{"links":[{"A":"83","R":"4.0"},{"A":"84","R":"2.1"}]}"#, #"{"links":[]}"#,
      #"{"links":[{"A":"83","R":"3.9"},{"A":"84"}]}"#, #"{"links":[{"A":"83","R":"#),
    rows: [row(0, 4, nil, "83"), row(0, 2.1, nil, "84"), row(2, 3.9, nil, "83")],
    rejections: [.damaged: 1, .notJSON: 1])
}
