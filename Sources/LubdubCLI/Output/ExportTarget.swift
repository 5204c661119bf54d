enum ExportTarget: ExpressibleByArgument, Hashable, CaseIterable {
  case format(HapticFormat)
  case wav

  static let allCases = HapticFormat.allCases.map(Self.format) + [.wav]

  static var allValueStrings: [String] { allCases.map(\.name) }

  init?(argument: String) {
    guard let target = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = target
  }

  /// `nil` for sound.
  var format: HapticFormat? {
    if case .format(let format) = self { format } else { nil }
  }

  var name: String {
    switch self {
    case .format(let format): format.rawValue
    case .wav: "wav"
    }
  }

  /// The usual ending of its files, without a dot.
  var fileExtension: String {
    switch self {
    case .format(let format): format.fileExtension
    case .wav: "wav"
    }
  }

  /// How names of its files may end, without a dot, the usual one first.
  var endings: [String] {
    switch self {
    case .format(.ndjson): [fileExtension, "jsonl"]
    // Text in JSON, which some programs want under that name.
    case .format(.ahap), .format(.hjif), .format(.haptic), .format(.tact), .format(.richTap),
      .format(.haps):
      [fileExtension, "json"]
    case .format, .wav: [fileExtension]
    }
  }
}
