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

    /// Whether plain rows have a number there that a template reads. A channel is none: a row that has
    /// one is read singly.
    var isNumber: Bool {
      switch self {
      case .time, .range, .rssi, .truth, .firstPathPower, .azimuth, .elevation: true
      case .source, .event, .channel, .peer, .recording, .ignored: false
      }
    }

    /// The place among all roles.
    fileprivate var place: Int {
      switch self {
      case .time: 0
      case .source: 1
      case .range: 2
      case .rssi: 3
      case .truth: 4
      case .event: 5
      case .firstPathPower: 6
      case .channel: 7
      case .peer: 8
      case .azimuth: 9
      case .elevation: 10
      case .recording: 11
      case .ignored: 12
      }
    }

    /// The roles that a header names; the others are given by options or by default.
    static let named = allCases.filter { $0 != .recording && $0 != .ignored }
  }

  /// The byte between two fields: comma, semicolon or tab.
  let separator: UInt8
  /// The role of each column, in order.
  let roles: [Role]
  /// The column of each role, in the order of all roles.
  private let places: [Int?]

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
    places = Role.allCases.map { roles.firstIndex(of: $0) }
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

  /// The first column of a role.
  func place(of role: Role) -> Int? { places[role.place] }

  /// Whether there is a column of angles.
  var hasAngles: Bool { roles.contains(.azimuth) || roles.contains(.elevation) }

  /// A column that is named twice, if one is: then it is not clear which one counts.
  var repeated: Role? {
    Role.allCases.first { role in role != .ignored && roles.count { $0 == role } > 1 }
  }
}
