#if Tool
internal import JSON
internal import Evaluation
internal import Settings
internal import HapticAudio
package import HapticFormats
internal import Lubdub
internal import SettingsYAML
internal import Traces

/// The check of one kind of file that is read as a whole: one entry of the list of all of them.
package struct ContentCheck: Sendable {
  /// What it checks.
  package let kind: FileKind
  /// Everything that is wrong with a file of this name and content, and what reading it would lose.
  package let findings:
    @Sendable (_ path: String, _ bytes: [UInt8], _ loss: inout LossReport) -> [Finding]

  /// The checks of all kinds that have one: settings, sound, and the haptic files, whose checks stand
  /// beside their formats.
  package static let all: [ContentCheck] =
    [
      ContentCheck(
        kind: .configuration, findings: { path, bytes, _ in configuration(path, bytes) }),
      ContentCheck(kind: .wav) { _, bytes, _ in wav(bytes) },
      ContentCheck(kind: .positions) { path, bytes, _ in PositionCheck.findings(path, bytes) },
      ContentCheck(kind: .pulse) { path, bytes, _ in PulseCheck.findings(path, bytes) },
      ContentCheck(kind: .strokes) { path, bytes, _ in StrokeCheck.findings(path, bytes) },
      ContentCheck(kind: .day) { path, bytes, _ in DayCheck.findings(path, bytes) },
    ]
    + FileKind.allCases.filter {
      ![.configuration, .wav, .trace, .positions, .pulse, .strokes, .day].contains($0)
    }.map { kind in
      ContentCheck(kind: kind) { _, bytes, loss in
        kind.check(bytes, loss: &loss) ?? []
      }
    }

  /// The check of a kind; `nil` for a trace, which is not read as a whole.
  package static func of(_ kind: FileKind) -> ContentCheck? {
    all.first { $0.kind == kind }
  }

  /// The check of the kind of file, or haptic format, that the options name; `nil` where they name none, or
  /// a format of traces and logs.
  static func named(_ options: ReadOptions) -> ContentCheck? {
    guard let name = options.format, !options.formats.names.contains(name) else { return nil }
    return all.first {
      ($0.kind.format?.rawValue ?? $0.kind.rawValue) == name && $0.kind != .unknown
    }
      ?? all.first { $0.kind.rawValue == name && $0.kind != .unknown }
  }

  /// Every key that is not understood, or else the first contradiction; and what is wrong with the
  /// columns of traces or the NLOS profile.
  private static func configuration(_ path: String, _ bytes: [UInt8]) -> [Finding] {
    guard String(utf8: bytes) != nil else {
      return [Finding(.error, rule: "not-text", "the file is not UTF-8 text")]
    }
    let document: SettingsDocument
    do {
      document = try ConfigurationReader.document(bytes, source: path)
    } catch {
      return [finding(error)]
    }
    var faults: [SettingsFileError] = []
    func collect<T>(_ body: () throws(SettingsFileError) -> T) {
      do { _ = try body() } catch { faults += [error] + error.others }
    }
    collect { () throws(SettingsFileError) in
      try document.configuration(estimators: EstimatorKind.all)
    }
    collect { () throws(SettingsFileError) in try columns(of: document) }
    collect { () throws(SettingsFileError) in try document.traceDecimalMark }
    collect { () throws(SettingsFileError) in try document.nlosNumbers }
    let notes = document.formerNames.map { line, note in
      Finding(.note, rule: "former-name", at: line.map { "line \($0)" }, note)
    }
    return faults.map(finding) + notes
  }

  private static func columns(of document: SettingsDocument) throws(SettingsFileError) {
    guard let text = try document.traceColumns else { return }
    do throws(ColumnMapping.Fault) {
      _ = try ColumnMapping(text)
    } catch {
      let entry = document.entries.first { $0.key.hasPrefix("columns") }
      throw SettingsFileError(
        source: document.source, line: entry?.line, rule: "columns: \(error)")
    }
  }

  private static func finding(_ error: SettingsFileError) -> Finding {
    Finding(.error, rule: "configuration", at: error.line.map { "line \($0)" }, error.rule)
  }

  /// Whether bytes are settings as JSON: an object that has a key of them.
  static func isSettingsJSON(_ bytes: [UInt8]) -> Bool {
    guard let document = try? SettingsJSON.document(bytes, source: "") else { return false }
    return document.entries.contains { entry in
      entry.key == "preset" || SettingsDocument.isOfTraces(entry.key)
        || Configuration.setting(entry.key) != nil || FormerNames.keys[entry.key] != nil
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
#endif
