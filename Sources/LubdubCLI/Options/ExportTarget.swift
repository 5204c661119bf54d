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

  static var allValueStrings: [String] { HapticFormat.allCases.map(\.rawValue) + ["wav"] }
}
