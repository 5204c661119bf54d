internal import LubdubSupport

/// The events of one beat, relative to the beat and scaled by its intensity.
public struct Pattern: Sendable, Hashable {
  /// The unit of the times in a pattern.
  public enum TimeBase: String, Sendable, Hashable, CaseIterable {
    /// Seconds, shortened in proportion at intervals below 0.375 s, at which the pattern would overlap the next beat: a dub
    /// at 0.15 s comes after min(0.15 s, 0.4 · interval).
    case seconds
    /// Seconds at every tempo.
    case fixed
    /// Intervals between beats: the pattern stretches with the tempo.
    case intervals
    /// The time from the first heart sound to the second, which becomes shorter as a heart beats faster: 0.413 - 0.0017 ·
    /// beats per minute, in seconds (A. M. Weissler, W. S. Harris, C. D. Schoenfeld, "Systolic time intervals in heart
    /// failure in man", Circulation 37 (1968)), at least 0.1 s, because the formula falls to zero at rates far above the
    /// rates of the study, and at most 0.45 of the interval.
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
    /// The time from the beat to the start of the element, in the pattern's time base; finite and not negative.
    public var offset: Double
    /// The share of the beat's intensity, 0...1.
    public var intensity: Double
    /// The sharpness, from dull (0) to sharp (1).
    public var sharpness: Double
    /// The kind, transient or continuous. Durations and times of the curve are in the pattern's time base; the intensities of
    /// the curve are shares of the element's intensity.
    public var kind: Kind

    /// The kind of an element: a tap or a vibration.
    public enum Kind: Sendable, Hashable {
      /// A tap whose duration the actuator determines.
      case transient
      /// A vibration; with an empty curve, the element's intensity and sharpness apply throughout.
      case continuous(duration: Double, curve: [CurvePoint])
    }

    /// A point of a continuous element's curve.
    public struct CurvePoint: Sendable, Hashable {
      /// The time since the start of the element, in the pattern's time base.
      public var offset: Double
      /// The share of the element's intensity, 0...1.
      public var intensity: Double
      /// The sharpness, from dull (0) to sharp (1).
      public var sharpness: Double

      /// Creates a point from its parts.
      public init(offset: Double, intensity: Double, sharpness: Double) {
        (self.offset, self.intensity, self.sharpness) = (offset, intensity, sharpness)
      }
    }

    /// Creates an element from its parts.
    public init(
      offset: Double = 0, intensity: Double = 1, sharpness: Double, kind: Kind = .transient
    ) {
      (self.offset, self.intensity) = (offset, intensity)
      (self.sharpness, self.kind) = (sharpness, kind)
    }
  }

  /// The name that selects the pattern.
  public var name: String
  /// The unit of the pattern's times.
  public var timeBase: TimeBase
  /// The events of one beat, in the order of their offsets.
  public var elements: [Element]

  /// Creates a pattern from its parts.
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

  /// Returns the events of one beat.
  ///
  /// - Returns: One event per element, in the order of time.
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
  /// The time from the beat to the end of the pattern, in the pattern's time base.
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
  /// Creates a timeline of a pattern at a steady tempo, without a trace.
  ///
  /// The duration is a whole number of intervals, so the beats stay in time when you loop the timeline. If the events of the
  /// last beat end later, the duration extends to their end.
  ///
  /// - Parameters:
  ///   - pattern: The events of one beat.
  ///   - tempo: The interval and the intensity.
  ///   - beats: The number of beats; zero creates an empty timeline.
  /// - Throws: `SettingError` for a tempo or a number of beats that cannot be played.
  public init(pattern: Pattern, tempo: Tempo, beats: Int) throws(SettingError) {
    try tempo.validate()
    try SettingError.at("pattern") { () throws(SettingError) in try pattern.validate() }
    guard beats >= 0 else {
      throw SettingError(key: "beats", found: "\(beats)", expected: "0 or more")
    }
    guard beats <= Bound.events.most / pattern.elements.count else {
      throw SettingError(
        key: "beats", found: "\(beats)",
        expected:
          "at most \(Bound.events.most / pattern.elements.count) for this pattern, as a timeline has "
          + "at most \(Bound.events.most) events (LUBDUB_BOUNDS=events=N)"
      )
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
