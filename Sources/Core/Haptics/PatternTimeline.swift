public import Quantities

extension Timeline {
  /// A pattern played at a steady tempo, without a trace.
  ///
  /// The duration is a whole number of intervals, or longer where the last beat sounds longer: played
  /// in a loop, the beats stay in time.
  ///
  /// - Parameters:
  ///   - pattern: What one beat consists of.
  ///   - tempo: Interval and intensity.
  ///   - beats: How many; zero makes an empty timeline.
  /// - Throws: `SettingError` for a tempo or a number of beats that cannot be played.
  public init(pattern: Pattern, tempo: Tempo, beats: Int) throws(SettingError) {
    try tempo.validate()
    do {
      try pattern.validate()
    } catch {
      throw error.inside("pattern")
    }
    guard beats >= 0 else {
      throw SettingError(key: "beats", found: "\(beats)", expected: "a number from 0 up")
    }
    let played = (0..<beats).map { index in
      Beat(
        time: Double(index) * tempo.interval, interval: tempo.interval,
        intensity: tempo.intensity, zone: 0)
    }
    let lastEnd = played.last.map { $0.time + pattern.duration(interval: tempo.interval) }
    self.init(
      duration: max(Double(beats) * tempo.interval, lastEnd ?? .zero), beats: played,
      events: played.flatMap(pattern.events))
  }
}
