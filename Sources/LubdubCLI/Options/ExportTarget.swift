#if Tool
import ArgumentParser
import LubdubHaptics

/// What a timeline can be written as: a haptic format or sound.
enum ExportTarget: ExpressibleByArgument, Hashable, CaseIterable {
  case format(HapticFormat)
  case wav

  static let allCases = HapticFormat.allCases.map(Self.format) + [.wav]

  static var allValueStrings: [String] { allCases.map(\.name) }

  init?(argument: String) {
    guard let target = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = target
  }

  /// The first target that has a file's ending; `nil` for an ending of none.
  init?(ending path: String) {
    let name = path.lowercased()
    guard let target = Self.allCases.first(where: { name.hasSuffix(".\($0.fileExtension)") }) else {
      return nil
    }
    self = target
  }

  /// The name by which it is chosen.
  var name: String {
    switch self {
    case .format(let format): format.rawValue
    case .wav: "wav"
    }
  }

  /// The usual ending of its files, without a dot.
  var fileExtension: String {
    switch self {
    case .format(let format): format.features.fileExtension
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

/// Several targets, separated by commas.
struct ExportTargets {
  let all: [ExportTarget]

  /// - Throws: `ValidationError` that names the one which is no format, or stands twice.
  init(_ text: String) throws {
    var targets: [ExportTarget] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard let target = ExportTarget(argument: name) else {
        throw ValidationError(
          "\"\(name)\" is no format; the formats are "
            + ExportTarget.allValueStrings.joined(separator: ", "))
      }
      guard !targets.contains(target) else {
        throw ValidationError("\"\(name)\" stands twice")
      }
      targets.append(target)
    }
    all = targets
  }
}
#endif
