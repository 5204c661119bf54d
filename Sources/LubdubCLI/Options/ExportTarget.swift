import ArgumentParser
import HapticFormats

/// What a timeline can be written as: a haptic format, or sound.
enum ExportTarget: ExpressibleByArgument, Hashable {
  case format(HapticFormat)
  case wav

  init?(argument: String) {
    if argument == "wav" {
      self = .wav
    } else if let format = HapticFormat(rawValue: argument) {
      self = .format(format)
    } else {
      return nil
    }
  }

  /// The target that a file's ending names; `nil` for an ending of none.
  init?(ending path: String) {
    if path.hasSuffix(".wav") {
      self = .wav
    } else if let format = HapticFormat.allCases.first(where: {
      path.hasSuffix(".\($0.features.fileExtension)")
    }) {
      self = .format(format)
    } else {
      return nil
    }
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

  static var allValueStrings: [String] { HapticFormat.allCases.map(\.rawValue) + ["wav"] }
}

/// Several targets, separated by commas.
struct ExportTargets: ExpressibleByArgument {
  let all: [ExportTarget]

  init?(argument: String) {
    let names = argument.split(separator: ",").map(String.init)
    let targets = names.compactMap { ExportTarget(argument: $0) }
    guard !targets.isEmpty, targets.count == names.count, Set(targets).count == targets.count else {
      return nil
    }
    all = targets
  }

  static var allValueStrings: [String] { ExportTarget.allValueStrings }
}
