/// What a column of a trace holds. The raw value is its name in a trace of our own.
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

  /// Whether a row has a distance or a received power there, where `NaN` stands for one that was not measured.
  var isMeasured: Bool {
    switch self {
    case .range, .rssi, .truth, .firstPathPower: true
    default: false
    }
  }

  /// The roles that a header names; the others are given by options or by default.
  static let named = allCases.filter { ![.recording, .date, .ignored].contains($0) }

  static let known = named.map { $0.rawValue }.joined(separator: ", ")
}
