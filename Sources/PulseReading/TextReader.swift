internal import Quantities
internal import TraceReading

/// Numbers, one a line or several separated by blanks, commas or semicolons.
enum TextReader {
  static func read(_ bytes: [UInt8], into sink: inout PulseSink) throws(TraceError) {
    var values = NumberedValues()
    var ignored = 0
    forEachLine(bytes) { number, line in
      guard line.first != UInt8(ascii: "#") else { return ignored += 1 }
      for part in parts(line) { values.add(part, line: number) }
    }
    sink.ignore(ignored)
    if let rate = sink.options.sampleRate {
      values.putPeaks(into: &sink, series: "", rate: rate)
    } else {
      try values.putIntervals(into: &sink, series: "")
    }
  }

  /// Whether a line holds nothing but numbers.
  static func isNumbers(_ line: LogText) -> Bool {
    let parts = parts(line)
    return !parts.isEmpty && parts.allSatisfy { $0.decimal != nil }
  }

  private static func parts(_ line: LogText) -> [LogText] {
    line.split { [0x20, 0x09, UInt8(ascii: ","), UInt8(ascii: ";")].contains($0) }
  }
}
