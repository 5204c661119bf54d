/// The content of a column of a trace. The raw value is its name in Lubdub's own trace.
enum ColumnRole: String, Sendable, CaseIterable {
  case time = "t_s"
  case source
  case range = "range_m"
  case rssi = "rssi_dbm"
  case truth = "truth_m"
  case event
  case firstPathPower = "fp_power_dbm"
  case channel
  case peer
  case azimuth = "azimuth_deg"
  case elevation = "elevation_deg"
  case deviation = "sd_m"
  case recording
  case date
  case ignored

  /// The index among all cases, under which roles are stored.
  @inline(__always) var index: Int { unsafe Int(unsafeBitCast(self, to: UInt8.self)) }

  var isMeasured: Bool { [.range, .rssi, .truth, .firstPathPower].contains(self) }
  var mayBeNaN: Bool { self == .time || isMeasured }

  var isName: Bool { self == .peer || self == .recording }

  func value(_ field: LogText) -> LogText? {
    guard !field.isEmpty else { return nil }
    switch MissingWord(field) {
    case nil: return field
    case .noValue: return nil
    case .nan: return mayBeNaN ? field : nil
    }
  }

  static let named = allCases.filter { ![.recording, .date, .ignored].contains($0) }

  static let known = named.map { $0.rawValue }.joined(separator: ", ")
}
