/// The first row of a CSV trace: which column holds what.
struct CSVHeader: Sendable {
  /// What a column holds.
  enum Role: String, Sendable, CaseIterable {
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
    case recording
    case ignored

    /// The roles that a header names; the others are given by options or by default.
    static let named = allCases.filter { $0 != .recording && $0 != .ignored }
  }

  /// The byte between two fields: comma, semicolon or tab.
  let separator: UInt8
  /// The role of each column, in order.
  let roles: [Role]

  /// Reads a header; `nil` when the line is none of a trace.
  init?(_ line: some Collection<UInt8>, recordingColumn: String?) {
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let found = separators.first { line.contains($0) }
    separator = found ?? separators[0]
    var roles: [Role] = []
    for name in Self.names(in: line, separator: separator) {
      if let recordingColumn, name == recordingColumn.lowercased() {
        roles.append(.recording)
      } else {
        roles.append(Role.named.first { $0.rawValue == name } ?? .ignored)
      }
    }
    self.roles = roles
    guard roles.contains(.time),
      roles.contains(where: { $0 == .range || $0 == .rssi || $0 == .event })
    else { return nil }
  }

  /// The names of the columns, in lower case, without quotes and spaces around them.
  static func names(in line: some Collection<UInt8>, separator: UInt8) -> [String] {
    line.split(separator: separator, omittingEmptySubsequences: false).map { field in
      let bare = field.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: " ") }
      return String(decoding: bare, as: UTF8.self).lowercased()
    }
  }

  /// Whether there is a column of angles.
  var hasAngles: Bool { roles.contains(.azimuth) || roles.contains(.elevation) }

  /// A column that is named twice, if one is: then it is not clear which one counts.
  var repeated: Role? {
    Role.allCases.first { role in role != .ignored && roles.count { $0 == role } > 1 }
  }
}
