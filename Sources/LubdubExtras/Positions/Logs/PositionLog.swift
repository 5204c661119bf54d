package struct PositionLog: Sendable {
  package let format: PositionFormat
  /// The tracks, one per receiver, provider, or person in the log, in the order of appearance. Providers of one phone differ
  /// by tens of meters, so they are never combined.
  package let tracks: [Track]
  /// The true distances of the two ends, if a table has them in the same rows, in the order of time.
  package let truth: [(time: Seconds, distance: Meters)]
  package let report: ReadReport

  package init(
    _ bytes: [UInt8], path: String, options: PositionReadOptions = .init()
  ) throws(ReadError) {
    var sink = PositionSink(options)
    format = try PositionFormat.read(bytes, path: path, into: &sink)
    sink.flush()
    tracks = sink.tracks
    truth = sink.truth
    report = sink.report
  }

  package init(path: String, options: PositionReadOptions = .init()) throws(ReadError) {
    try self.init(readLog(at: path), path: path, options: options)
  }

  /// The track with this name, or, if no name is given, the track with the most fixes (the first of several such tracks);
  /// `nil` if there is no such track.
  package func track(_ name: String? = nil) -> Track? {
    guard let name else { return tracks.max { $0.fixes.count < $1.fixes.count } }
    return tracks.first { $0.name == name }
  }
}

package struct PositionReadOptions: Sendable, Hashable {
  /// The meaning of the number in GPX's `hdop`.
  package enum DilutionMeaning: String, Sendable, Hashable, CaseIterable {
    /// The accuracy in meters, as several apps write it.
    case accuracy
    /// A dilution of precision, as in the standard.
    case dop
    /// The accuracy in meters if the program of the log is known for it, or if half of the values are at least 2.5, which is
    /// rare for dilutions. Otherwise, a dilution of precision.
    case auto
  }

  package var hdop = DilutionMeaning.auto
  /// The meaning of stated accuracies in meters.
  package var accuracy = StatedAccuracy.android
  /// The user equivalent range error, which is multiplied by a dilution.
  package var rangeError: Meters = 4

  /// Whether the fixes of a log are sorted by time.
  package var sorts = false

  package init() {}

  /// The deviation of one axis; `nil` for an invalid accuracy, which is 0, negative, or not finite.
  func deviation(accuracy meters: Double?) -> Meters? {
    guard let meters, meters > 0, meters.isFinite else { return nil }
    return accuracy.axisDeviation(Meters(meters))
  }

  func deviation(dilution: Double?) -> Meters? {
    guard let dilution, dilution > 0, dilution < 99 else { return nil }
    return StatedAccuracy.axisDeviation(dilution: dilution, rangeError: rangeError)
  }
}
