import ConfigurationFiles
import FileIO
import HapticAudio
import HapticFormats
import Lubdub
import TraceReading

/// Checks of the files that `HapticFormats` does not know.
enum FileChecks {
  /// As many bytes as decide whether a file is a trace.
  private static let startSize = 1 << 16
  /// What the start of a trace or a log may be taken for.
  private static let perhapsTraces: Set<FileKind> = [.trace, .configuration, .unknown]

  /// What a file is, and what is wrong with it.
  ///
  /// Traces and logs are read in blocks, whatever their size.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - options: How traces and logs are read; with a format, nothing else is considered.
  /// - Returns: The kind, and every finding.
  /// - Throws: `FileError` when the file cannot be read, `TraceError` when there is no such format.
  static func check(
    _ path: String, options: ReadOptions
  ) throws -> (kind: FileKind, findings: [Finding]) {
    var file = try InputFile(path: path)
    var bytes = try file.read(upTo: startSize)
    let kind = FileKind.recognize(bytes, name: path)
    if options.format != nil || perhapsTraces.contains(kind) {
      let mayBeOther = options.format == nil && kind != .trace
      if let findings = try trace(&file, bytes, options: options, mayBeOther: mayBeOther) {
        return (.trace, findings)
      }
    }
    if bytes.count == startSize { bytes += try file.readAll() }
    let whole = FileKind.recognize(bytes, name: path)
    return (whole, findings(whole, path, bytes))
  }

  private static func findings(_ kind: FileKind, _ path: String, _ bytes: [UInt8]) -> [Finding] {
    if let findings = kind.check(bytes) { return findings }
    return kind == .configuration ? configuration(path, bytes) : wav(bytes)
  }

  /// Rows that a reader would reject, by reason; `nil` for what is no trace and may be something else,
  /// of which no more than the start has then been read.
  private static func trace(
    _ file: inout InputFile, _ start: [UInt8], options: ReadOptions, mayBeOther: Bool
  ) throws -> [Finding]? {
    var parser = TraceParser(path: file.path, options: options)
    var block = start
    var records: [TraceRecord] = []
    do {
      while !block.isEmpty {
        try parser.feed(block)
        parser.take(into: &records)
        block = try file.read(upTo: startSize)
      }
      try parser.finish()
    } catch let error as TraceError {
      switch error.kind {
      case .unknownFormat, .unreadable: throw error
      case .notATrace, .empty: if mayBeOther { return nil }
      case .damagedCompression, .rejected: break
      }
      var rule = "not-a-trace"
      if case .rejected(let reason) = error.kind { rule = reason.rawValue }
      let place = error.line.map { "line \($0)" }
      return [Finding(.error, rule: rule, at: place, error.message)]
    }
    return findings(parser.report)
  }

  private static func findings(_ report: ReadReport) -> [Finding] {
    let rejected = report.rejections.sorted { $0.key < $1.key }.map { reason, rejection in
      Finding(
        .warning, rule: reason.rawValue, at: rejection.place(report.unit),
        "\(rejection.count) rejected: \(rejection.example)")
    }
    guard report.accepted > 0 else {
      return rejected + [Finding(.warning, rule: "no-rows", "no row could be used")]
    }
    return rejected
      + report.warnings.map { warning in
        warning == ReadReport.cutShort
          ? Finding(.warning, rule: "cut-short", warning)
          : Finding(.note, rule: "trace-note", warning)
      }
  }

  /// The first key that is not understood or contradicts another.
  private static func configuration(_ path: String, _ bytes: [UInt8]) -> [Finding] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return [Finding(.error, rule: "not-text", "the file is not UTF-8 text")]
    }
    do {
      _ = try ConfigurationReader.read(text, source: path)
      return []
    } catch {
      return [
        Finding(
          .error, rule: "configuration", at: error.line.map { "line \($0)" }, error.rule,
          cure: "`lubdub preset` prints every key with its range")
      ]
    }
  }

  /// Sizes, clipping and steps of a sound.
  private static func wav(_ bytes: [UInt8]) -> [Finding] {
    checkWAV(bytes).map { finding in
      Finding(
        finding.severity == .error ? .error : .warning, rule: finding.rule, at: finding.place,
        finding.message, cure: finding.cure)
    }
  }
}
