internal import Baselines
internal import Settings
internal import HapticAudio
package import HapticFormats
internal import Lubdub
internal import SettingsYAML

/// The check of one kind of file that is read as a whole: one entry of the list of all of them.
package struct ContentCheck: Sendable {
  /// What it checks.
  package let kind: FileKind
  /// Everything that is wrong with a file of this name and content.
  package let findings: @Sendable (_ path: String, _ bytes: [UInt8]) -> [Finding]

  /// The checks of all kinds that have one: settings, sound, and the haptic files, whose checks stand
  /// beside their formats.
  package static let all: [ContentCheck] =
    [
      ContentCheck(kind: .configuration, findings: configuration),
      ContentCheck(kind: .wav) { _, bytes in wav(bytes) },
      ContentCheck(kind: .positions, findings: PositionCheck.findings),
    ]
    + FileKind.allCases.filter { ![.configuration, .wav, .trace, .positions].contains($0) }.map {
      kind in
      ContentCheck(kind: kind) { _, bytes in kind.check(bytes) ?? [] }
    }

  /// The check of a kind; `nil` for a trace, which is not read as a whole.
  package static func of(_ kind: FileKind) -> ContentCheck? {
    all.first { $0.kind == kind }
  }

  /// The first key that is not understood or contradicts another.
  private static func configuration(_ path: String, _ bytes: [UInt8]) -> [Finding] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return [Finding(.error, rule: "not-text", "the file is not UTF-8 text")]
    }
    do {
      _ = try ConfigurationReader.read(text, source: path, estimators: EstimatorKind.all)
      return []
    } catch {
      return [
        Finding(
          .error, rule: "configuration", at: error.line.map { "line \($0)" }, error.rule)
      ]
    }
  }

  /// Sizes, clipping and steps of a sound.
  private static func wav(_ bytes: [UInt8]) -> [Finding] {
    findings(checkWAV(bytes))
  }

  /// The findings of a sound as those of any file.
  static func findings(_ found: [WAVFinding]) -> [Finding] {
    found.map { finding in
      Finding(
        finding.severity == .error ? .error : .warning, rule: finding.rule, at: finding.place,
        finding.message, cure: finding.cure)
    }
  }
}
