package struct ContentCheck: Sendable {
  package let kind: FileKind
  /// Whether a file with this start is of this kind and not a trace; always false for the kinds that `FileKind` recognizes.
  let recognises: @Sendable (_ start: [UInt8]) -> Bool
  let findings: @Sendable (_ bytes: [UInt8], _ path: String, _ loss: inout LossReport) -> [Finding]

  /// Creates a check for a kind of files. `rule` is the code of the finding for an unreadable file.
  package init(
    _ kind: FileKind, rule: String = "",
    recognises: @escaping @Sendable ([UInt8]) -> Bool = { _ in false },
    findings: @escaping @Sendable ([UInt8], String) throws(ReadError) -> [Finding]
  ) {
    self.kind = kind
    self.recognises = recognises
    self.findings = { bytes, path, _ in
      do throws(ReadError) {
        return try findings(bytes, path)
      } catch {
        let place = error.line.map { "line \($0)" }
        return [Finding(.error, code: rule, at: place, error.message)]
      }
    }
  }

  private init(_ kind: FileKind) {
    self.kind = kind
    recognises = { _ in false }
    findings = { bytes, _, loss in kind.check(bytes, loss: &loss) ?? [] }
  }

  /// The kinds of the annexes, then the kinds of the tool.
  package static var all: [ContentCheck] { Annex.all.flatMap(\.checks) + own }

  private static let own: [ContentCheck] =
    [
      ContentCheck(
        .other("felt"), rule: "not-felt", recognises: FeltCheck.recognises,
        findings: FeltCheck.findings),
      ContentCheck(.configuration, findings: configuration),
      ContentCheck(.wav) { bytes, _ in checkWAV(bytes) },
      ContentCheck(.compressedSound), ContentCheck(.unknown),
    ] + HapticFormat.allCases.map { ContentCheck(.haptics($0)) }

  static func named(_ options: ReadOptions) -> ContentCheck? {
    guard let name = options.format, !options.formats.names.contains(name) else { return nil }
    return all.first { $0.kind != .unknown && $0.kind.format?.rawValue == name }
      ?? all.first { $0.kind != .unknown && $0.kind.name == name }
  }

  @Sendable private static func configuration(_ bytes: [UInt8], path: String) -> [Finding] {
    guard String(utf8: bytes) != nil else {
      return [Finding(.error, code: "not-text", "the file is not UTF-8 text")]
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
    collect { () throws(SettingsFileError) in try document.configuration(vocabulary: .workbench) }
    collect { () throws(SettingsFileError) in try columns(of: document) }
    collect { () throws(SettingsFileError) in try pattern(of: document) }
    collect { () throws(SettingsFileError) in try document.traceDecimalMark }
    collect { () throws(SettingsFileError) in try document.nlosNumbers }
    return faults.map(finding)
  }

  private static func columns(of document: SettingsDocument) throws(SettingsFileError) {
    guard let text = try document.traceColumns else { return }
    do throws(ColumnMapping.Fault) {
      _ = try ColumnMapping(text)
    } catch {
      let entry = document.entries.first { $0.key.hasPrefix("columns") }
      throw SettingsFileError(source: document.source, line: entry?.line, rule: "columns: \(error)")
    }
  }

  private static func pattern(of document: SettingsDocument) throws(SettingsFileError) {
    guard let text = try document.tracePattern else { return }
    do throws(LinePattern.Fault) {
      _ = try LinePattern(text)
    } catch {
      let line = document.entries.last { $0.key == "pattern" }?.line
      throw SettingsFileError(source: document.source, line: line, rule: "pattern: \(error)")
    }
  }

  private static func finding(_ error: SettingsFileError) -> Finding {
    Finding(
      .error, code: "configuration", at: error.line.map { "line \($0)" }, error.rule,
      cure: "`lubdub preset` prints every key with its range")
  }

  static func isSettingsJSON(_ bytes: [UInt8]) -> Bool {
    (try? SettingsJSON.document(bytes, source: "")).map(hasSettings) ?? false
  }

  private static func hasSettings(_ document: SettingsDocument) -> Bool {
    let groups = Set(Configuration.settings.compactMap { $0.key.split(separator: ".").first })
    return document.entries.contains { entry in
      entry.key == "preset" || Vocabulary.programs.leavesOut(entry.key)
        || entry.key.split(separator: ".").first.map(groups.contains) ?? false
    }
  }

  static func areMeantAsSettings(_ bytes: [UInt8], _ path: String) -> Bool {
    [".yaml", ".yml", ".json"].contains { path.hasSuffix($0) } || hasSettings(bytes, path)
  }

  static func hasSettings(_ bytes: [UInt8], _ path: String) -> Bool {
    (try? ConfigurationReader.document(bytes, source: path)).map(hasSettings) ?? false
  }
}
