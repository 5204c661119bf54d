internal import HapticFormats
internal import ExtraLogs
internal import Traces
internal import Text

/// What is wrong with a log of strokes.
enum StrokeCheck {
  /// Whether a file that starts so is one of them and no trace of ours.
  static func recognises(_ start: [UInt8], options: ReadOptions) -> Bool {
    guard options.format == nil, options.columns == nil,
      let found = StrokeFormat.recognising(start)
    else { return false }
    return found != .csv || !TraceFormats.tidy.list.contains { $0.recognises(start) }
  }

  static func findings(_ path: String, _ bytes: [UInt8]) -> [Finding] {
    do {
      return TraceCheck.findings(try StrokeLog(bytes, path: path).report)
    } catch {
      let place = error.line.map { "line \($0)" }
      return [Finding(.error, rule: "not-strokes", at: place, error.message)]
    }
  }
}
