/// The contents of a file of intervals between heartbeats.
package struct PulseLog: Sendable {
  package struct Series: Sendable, Hashable {
    /// The name in the file; empty if the file has only one series.
    package let name: String
    package internal(set) var intervals: RRSeries
  }

  package let format: PulseFormat
  /// The hearts in the file, in the order of appearance.
  package let series: [Series]
  package let report: ReadReport

  /// Reads a file. If a sample rate is given, numbers are sample numbers of R peaks instead of intervals.
  package init(_ bytes: [UInt8], path: String, peaksAt sampleRate: Hertz? = nil) throws(ReadError) {
    var sink = PulseSink(sampleRate: sampleRate, path: path)
    format = try PulseFormat.read(bytes, path: path, into: &sink)
    series = sink.series
    report = sink.report
  }

  package init(path: String, peaksAt sampleRate: Hertz? = nil) throws(ReadError) {
    try self.init(readLog(at: path), path: path, peaksAt: sampleRate)
  }

  /// The series with this name, or, if no name is given, the series with the most intervals (the first of several such
  /// series); `nil` if there is no such series.
  package func series(_ name: String? = nil) -> Series? {
    guard let name else {
      return series.max { $0.intervals.intervals.count < $1.intervals.intervals.count }
    }
    return series.first { $0.name == name }
  }
}
