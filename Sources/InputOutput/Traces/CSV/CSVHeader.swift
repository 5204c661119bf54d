/// The first row of a CSV trace: which column holds what.
struct CSVHeader: Sendable, Equatable {
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
    case deviation = "sd_m"
    case recording
    case ignored

    /// Whether simple rows have a number there that a template reads. A channel and a deviation are none:
    /// a row that has another one is read singly.
    var isNumber: Bool {
      switch self {
      case .time, .range, .rssi, .truth, .firstPathPower, .azimuth, .elevation: true
      case .source, .event, .channel, .peer, .deviation, .recording, .ignored: false
      }
    }

    /// Whether a row has a distance or a received power there, where `NaN` stands for one that was not
    /// measured.
    var isMeasured: Bool {
      switch self {
      case .range, .rssi, .truth, .firstPathPower: true
      default: false
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
      case .deviation: 11
      case .recording: 12
      case .ignored: 13
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

  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  /// Reads a header; `nil` when the line is none of a trace.
  init?(_ line: some Collection<UInt8>, recordingColumns: [String] = []) {
    separator = Self.separators.first { line.contains($0) } ?? Self.separators[0]
    var roles: [Role] = []
    var misnamed: [String] = []
    let names = Self.names(in: line, separator: separator)
    let recording = recordingColumns.lazy.map { $0.lowercased() }.first { names.contains($0) }
    for name in names {
      if name == recording {
        roles.append(.recording)
      } else {
        let role = Role.named.first { $0.rawValue == name } ?? .ignored
        if role == .ignored, Self.looksLikeRole(name) { misnamed.append(name) }
        roles.append(role)
      }
    }
    self.roles = roles
    self.misnamed = misnamed
    places = Role.allCases.map { roles.firstIndex(of: $0) }
    guard roles.contains(.time),
      roles.contains(where: { $0 == .range || $0 == .rssi || $0 == .event })
    else { return nil }
  }

  /// What programs call a time, a range, a received power or the other columns of a trace.
  private static func looksLikeRole(_ name: String) -> Bool {
    let stems = [
      "t_ms", "t_us", "t_ns", "time", "timestamp", "range", "distance", "dist", "rssi", "truth",
      "azimuth", "elevation", "fp_power", "source", "event", "channel", "peer", "anchor", "tag_id",
      "mac", "device", "beacon",
    ]
    return name == "t" || stems.contains { name.hasPrefix($0) }
  }

  /// The known names of which a header is made, for messages.
  static let known = Role.named.map(\.rawValue).joined(separator: ", ")

  /// What to do about a first line that is no header of a trace; `nil` when it looks like none.
  static func cure(for line: some Collection<UInt8>) -> String? {
    if line.first == UInt8(ascii: "[") || line.first == UInt8(ascii: "{") {
      return "a trace as JSON is one object a line, each with t_s in seconds"
    }
    let words = names(in: line, separator: UInt8(ascii: " "))
    if words.contains("t_s") { return "separate columns with commas, semicolons or tabs" }
    guard let separator = separators.first(where: { line.contains($0) }) else { return nil }
    let names = names(in: line, separator: separator)
    guard names.contains(where: { looksLikeRole($0) }) else { return nil }
    return "rename the columns: t_s in seconds, range_m in metres, rssi_dbm in dBm"
  }

  /// The names of the columns, in lower case, without quotes and spaces around them.
  static func names(in line: some Collection<UInt8>, separator: UInt8) -> [String] {
    line.split(separator: separator, omittingEmptySubsequences: false).map { field in
      let bare = field.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: " ") }
      return String(decoding: bare, as: UTF8.self).lowercased()
    }
  }

  /// Columns that are passed over although their names look like those of a trace, such as
  /// `range_cm`.
  let misnamed: [String]

  /// The first column of a role.
  func place(of role: Role) -> Int? { places[role.place] }

  /// Whether there is a column of angles.
  var hasAngles: Bool { roles.contains(.azimuth) || roles.contains(.elevation) }

  /// Whether there is a column of stated deviations.
  var hasDeviations: Bool { roles.contains(.deviation) }

  /// A column that is named twice, if one is: then it is not clear which one counts.
  var repeated: Role? {
    Role.allCases.first { role in role != .ignored && roles.count { $0 == role } > 1 }
  }
}
