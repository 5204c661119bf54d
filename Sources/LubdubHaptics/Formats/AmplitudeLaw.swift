/// The relation between intensity and the amplitude of a format that states it as a share of the device's maximum. In
/// `.haptic`, intensity is the square root of the amplitude, as in Meta's conversion to AHAP. On Android and in MPEG
/// haptics, intensity is the amplitude, as in Android's and MPEG's own conversions. So values read by one law are converted
/// for a writer of the other law: 0.2 in `.haptic` is 51 of 255 on Android (Lofelt's `convert_valid_v1` and Meta's
/// `android_waveform`).
enum AmplitudeLaw: String {
  case root, linear

  static let key = "amplitude"

  /// The tag of a `.haptic` file that was converted from another format, so that a further conversion gives the same
  /// strengths as a direct conversion: its amplitudes are the amplitudes of the source, or the squares of intensities
  /// without a law.
  static func tag(of law: AmplitudeLaw?) -> String? {
    switch law {
    case .root: nil
    case .linear: "amplitude as intensity"
    case nil: "amplitude as intensity squared"
    }
  }

  init?(_ members: [String: JSONValue]) { self.init(rawValue: members[Self.key]?.string ?? "") }

  private func turn(_ value: Double) -> Double {
    toPicoUnit(self == .root ? value * value : max(value, 0).squareRoot())
  }

  /// Converts a timeline to the other law. Overlapping vibrations are added first, by the law with which they were read.
  fileprivate func turned(_ timeline: Timeline) -> Timeline {
    var events = EnvelopeCurve.joined(timeline.events).events
    for index in events.indices { turn(&events[index]) }
    return Timeline(duration: timeline.duration, beats: timeline.beats, events: events)
  }

  private func turn(_ event: inout HapticEvent) {
    event.intensity = turn(event.intensity)
    guard case .continuous(let duration, let curve) = event.kind, !curve.isEmpty else { return }
    let intensity = curve.map { Course.Point(time: $0.time.value, value: turn($0.intensity)) }
    let sharpness = curve.map { Course.Point(time: $0.time.value, value: $0.sharpness) }
    // A straight line of squares is a bent line of roots; the reverse conversion restores the line of the file.
    let points = Course.joined(
      Course(intensity, isRoot: self == .linear), Course(sharpness), from: intensity[0].time,
      to: intensity[intensity.count - 1].time)
    event.kind = .continuous(
      duration: duration,
      curve: points.map { .init($0.time, $0.level) })
  }
}

extension TimelineDocument {
  /// Converts this document and another document to one law before they are joined, so that equal strengths stay equal in
  /// every format: a document without a law gets the law of the other document; if both documents have a law, the law of
  /// this document is used. Returns whether the laws differed.
  package mutating func joinStrengths(with other: inout TimelineDocument) -> Bool {
    let (own, others) = (AmplitudeLaw(annotations), AmplitudeLaw(other.annotations))
    guard own != others, let law = own ?? others else { return false }
    other = other.turned(to: law)
    annotations[AmplitudeLaw.key] = .string(law.rawValue)
    return true
  }

  /// The document with its strengths converted to a law; unchanged if it has no law.
  func turned(to law: AmplitudeLaw?) -> TimelineDocument {
    guard let own = AmplitudeLaw(annotations), let law, own != law else { return self }
    var copy = self
    copy.timeline = own.turned(timeline)
    for index in places.indices { copy.places[index].timeline = own.turned(places[index].timeline) }
    return copy
  }
}
