public import Lubdub
public import LubdubGround

/// How pulse is read.
public struct PulseReadOptions: Sendable, Hashable {
  /// With a rate, numbers are the sample numbers of R peaks at so many samples a second, and not intervals.
  public var sampleRate: Hertz?

  /// The defaults.
  public init(sampleRate: Hertz? = nil) {
    self.sampleRate = sampleRate
  }
}

/// A file of intervals between heartbeats as it was read.
public struct PulseLog: Sendable {
  /// One heart of a file.
  public struct Series: Sendable, Hashable {
    /// What the file calls it; empty where it has one only.
    public let name: String
    /// Its intervals.
    public internal(set) var intervals: RRSeries
  }

  /// The kind of file.
  public let format: PulseFormat
  /// The hearts that the file keeps apart, in the order of appearance.
  public let series: [Series]
  /// What became of the rows.
  public let report: ReadReport

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: Its name, for messages.
  ///   - options: How it is read.
  /// - Throws: `ReadError` when it is of no known format, or holds no intervals between beats.
  public init(
    _ bytes: [UInt8], path: String, options: PulseReadOptions = .init()
  ) throws(ReadError) {
    var sink = PulseSink(options, path: path)
    format = try PulseFormat.read(bytes, path: path, into: &sink)
    series = sink.series
    report = sink.report
  }

  /// Reads a file.
  ///
  /// - Throws: `ReadError` when it cannot be read, is of no known format, or holds no intervals.
  public init(path: String, options: PulseReadOptions = .init()) throws(ReadError) {
    try self.init(readLog(at: path), path: path, options: options)
  }

  /// The series of a name, or the one with the most intervals (of equally many the first).
  ///
  /// - Returns: `nil` when there is none.
  public func series(_ name: String? = nil) -> Series? {
    guard let name else {
      return series.max { $0.intervals.intervals.count < $1.intervals.intervals.count }
    }
    return series.first { $0.name == name }
  }
}
