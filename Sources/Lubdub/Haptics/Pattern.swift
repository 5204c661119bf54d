internal import LubdubSupport

/// What one beat consists of: events relative to the beat, scaled by its intensity.
public struct Pattern: Sendable, Hashable {
  /// What the times in a pattern are measured in.
  public enum TimeBase: String, Sendable, Hashable, CaseIterable {
    /// Seconds, and in proportion at intervals below 0.375 s, where they would run into the next beat: a dub at 0.15 s
    /// comes after min(0.15 s, 0.4 · interval).
    case seconds
    /// Seconds at every tempo, however fast.
    case fixed
    /// Intervals between beats: the pattern stretches with the tempo.
    case intervals
    /// The time from the first heart sound to the second, which a heart shortens as it beats faster:
    /// 0.413 - 0.0017 · beats a minute, in seconds (A. M. Weissler, W. S. Harris, C. D. Schoenfeld,
    /// "Systolic time intervals in heart failure in man", Circulation 37 (1968)), at least 0.1 s, for it falls to
    /// nothing at rates far above those of the study, and at most 0.45 of the interval.
    case systoles

    package func unit(interval: Seconds) -> Double {
      switch self {
      case .seconds: min(1, interval.value / 0.375)
      case .fixed: 1
      case .intervals: interval.value
      case .systoles:
        max(0, min(max(0.413 - 0.0017 * 60 / interval.value, 0.1), 0.45 * interval.value))
      }
    }
  }

  /// One event of a pattern.
  public struct Element: Sendable, Hashable {
    /// When it starts after the beat, in the pattern's time base; finite and not negative.
    public var offset: Double
    /// Share of the beat's intensity, 0...1.
    public var intensity: Double
    /// From dull (0) to sharp (1).
    public var sharpness: Double
    /// Transient or continuous. Durations and times of the curve are in the pattern's time base, the
    /// intensities of the curve are shares of the element's.
    public var kind: Kind

    /// How long an element lasts.
    public enum Kind: Sendable, Hashable {
      /// A tap whose length is the actuator's own.
      case transient
      /// A vibration; an empty curve holds the element's intensity and sharpness throughout.
      case continuous(duration: Double, curve: [CurvePoint])
    }

    /// A point of a continuous element's course.
    public struct CurvePoint: Sendable, Hashable {
      /// Since the start of the element, in the pattern's time base.
      public var offset: Double
      /// Share of the element's intensity, 0...1.
      public var intensity: Double
      /// From dull (0) to sharp (1).
      public var sharpness: Double

      /// A point from its parts.
      public init(offset: Double, intensity: Double, sharpness: Double) {
        (self.offset, self.intensity, self.sharpness) = (offset, intensity, sharpness)
      }
    }

    /// An element from its parts.
    public init(
      offset: Double = 0, intensity: Double = 1, sharpness: Double, kind: Kind = .transient
    ) {
      (self.offset, self.intensity) = (offset, intensity)
      (self.sharpness, self.kind) = (sharpness, kind)
    }
  }

  /// The name that it is chosen by.
  public var name: String
  /// What its times are measured in.
  public var timeBase: TimeBase
  /// The events of one beat, in the order of their offsets.
  public var elements: [Element]

  /// A pattern from its parts.
  public init(name: String, timeBase: TimeBase = .seconds, elements: [Element]) {
    (self.name, self.timeBase, self.elements) = (name, timeBase, elements)
  }

  package func validate() throws(SettingError) {
    guard !elements.isEmpty else {
      throw SettingError(key: "", found: "an empty list", expected: "at least one event")
    }
    for (index, element) in elements.enumerated() {
      try SettingError.at("[\(index)]") { () throws(SettingError) in try element.validate() }
    }
    for index in elements.indices.dropFirst()
    where elements[index].offset < elements[index - 1].offset {
      throw SettingError(
        key: "[\(index)].time", found: "\(elements[index].offset)",
        expected: "not less than that of the event before it")
    }
  }

  /// The events of one beat.
  ///
  /// - Returns: One event for each element, in the order of time.
  public func events(for beat: Beat) -> [HapticEvent] {
    let unit = timeBase.unit(interval: beat.interval)
    return elements.map { $0.event(for: beat, unit: unit) }
  }

  package func duration(interval: Seconds) -> Seconds {
    let unit = timeBase.unit(interval: interval)
    return Seconds(unit * (elements.map { $0.end }.max() ?? 0))
  }
}

extension Pattern.Element {
  /// When it ends after the beat, in the pattern's time base.
  fileprivate var end: Double {
    switch kind {
    case .transient: offset
    case .continuous(let duration, _): offset + duration
    }
  }

  fileprivate func event(for beat: Beat, unit: Double) -> HapticEvent {
    var event = HapticEvent(
      time: beat.time + Seconds(offset * unit), intensity: intensity * beat.intensity,
      sharpness: sharpness)
    guard case .continuous(let duration, let curve) = kind else { return event }
    let points = curve.map {
      HapticEvent.CurvePoint(
        time: Seconds($0.offset * unit), intensity: $0.intensity * event.intensity,
        sharpness: $0.sharpness)
    }
    event.intensity = points.map { $0.intensity }.max() ?? event.intensity
    event.kind = .continuous(duration: Seconds(duration * unit), curve: points)
    return event
  }

  fileprivate func validate() throws(SettingError) {
    guard offset.isFinite, offset >= 0 else {
      throw SettingError(
        key: "time", found: "\(offset)", expected: "a finite number that is not negative")
    }
    try checkShare(intensity, "intensity")
    try checkShare(sharpness, "sharpness")
    guard case .continuous(let duration, let curve) = kind else { return }
    guard duration.isFinite, duration > 0 else {
      throw SettingError(
        key: "duration", found: "\(duration)", expected: "a positive, finite length")
    }
    for (index, point) in curve.enumerated() {
      try SettingError.at("curve[\(index)]") { () throws(SettingError) in
        try point.validate(from: index == 0 ? 0 : curve[index - 1].offset, to: duration)
      }
    }
  }
}

extension Pattern.Element.CurvePoint {
  fileprivate func validate(from start: Double, to end: Double) throws(SettingError) {
    guard offset >= start, offset <= end else {
      throw SettingError(
        key: "time", found: "\(offset)",
        expected: "from \(start) (the point before) to \(end) (the duration)")
    }
    try checkShare(intensity, "intensity")
    try checkShare(sharpness, "sharpness")
  }
}

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
    try SettingError.at("pattern") { () throws(SettingError) in try pattern.validate() }
    guard beats >= 0 else {
      throw SettingError(key: "beats", found: "\(beats)", expected: "a number from 0 up")
    }
    guard beats <= Bound.events.most / pattern.elements.count else {
      throw SettingError(
        key: "beats", found: "\(beats)",
        expected: "fewer, for there are too many events: \(Bound.events.rule)")
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
