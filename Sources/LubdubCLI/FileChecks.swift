import ConfigurationFiles
import HapticAudio
import HapticFormats
import Lubdub
import Traces

/// Checks of the files that `HapticFormats` does not know.
enum FileChecks {
  /// Rows that a reader would reject, by reason.
  static func trace(_ path: String, _ bytes: [UInt8]) throws -> [Finding] {
    var parser = TraceParser(path: path, options: ReadOptions())
    do {
      try parser.feed(bytes)
      try parser.finish()
    } catch {
      return [
        Finding(.error, rule: "not-a-trace", at: error.line.map { "line \($0)" }, error.message)
      ]
    }
    let report = parser.report
    let rejected = report.rejections.sorted { $0.key < $1.key }.map { reason, rejection in
      let lines = rejection.lines.map(String.init).joined(separator: ", ")
      let more = rejection.count > rejection.lines.count ? ", …" : ""
      return Finding(
        .warning, rule: reason.rawValue, at: "line \(lines)\(more)",
        "\(rejection.count) rejected: \(rejection.example)")
    }
    let notes = report.warnings.map { Finding(.note, rule: "trace-note", $0) }
    let empty = Finding(.warning, rule: "no-rows", "the trace has no rows")
    return rejected + notes + (report.accepted == 0 ? [empty] : [])
  }

  /// The first key that is not understood or contradicts another.
  static func configuration(_ path: String, _ bytes: [UInt8]) -> [Finding] {
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
  static func wav(_ bytes: [UInt8]) -> [Finding] {
    checkWAV(bytes).map { finding in
      Finding(
        finding.severity == .error ? .error : .warning, rule: finding.rule, at: finding.place,
        finding.message, cure: finding.cure)
    }
  }
}
