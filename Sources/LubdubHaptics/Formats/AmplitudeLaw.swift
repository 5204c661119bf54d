internal import Lubdub
internal import LubdubGround

/// What an intensity is to the amplitude of a format that states one as a share of what the device can do.
/// In `.haptic` intensity is its square root, as in Meta's conversion to AHAP. On Android and in MPEG haptics it is the
/// amplitude itself, as in the conversions of both. So what was read by one law is turned for a writer of the other:
/// 0.2 in `.haptic` is 51 of 255 on Android (Lofelt's `convert_valid_v1` and Meta's `android_waveform`).
enum AmplitudeLaw: String {
  case root, linear

  static let key = "amplitude"

  /// The tag of a `.haptic` file that was made of another format, so that it leads to the strengths that a direct
  /// conversion has: its amplitudes are those of the source, or the squares of intensities that have no law.
  static func tag(of law: AmplitudeLaw?) -> String? {
    switch law {
    case .root: nil
    case .linear: "amplitude as intensity"
    case nil: "amplitude as intensity squared"
    }
  }

  init?(_ members: [String: JSONValue]) { self.init(rawValue: members[Self.key]?.string ?? "") }

  func turned(_ timeline: Timeline, to other: AmplitudeLaw) -> Timeline {
    guard other != self else { return timeline }
    var turned = timeline
    for index in turned.events.indices { turn(&turned.events[index]) }
    return turned
  }

  private func turn(_ value: Double) -> Double {
    toPicoUnit(self == .root ? value * value : value.squareRoot())
  }

  private func turn(_ event: inout HapticEvent) {
    event.intensity = turn(event.intensity)
    guard case .continuous(let duration, let curve) = event.kind, !curve.isEmpty else { return }
    var intensity = curve.map { Course.Point(time: $0.time.value, value: turn($0.intensity)) }
    // A straight line of squares bends as their roots; the other way round a line of the file comes back.
    if self == .linear { intensity = SquareLaw.bent(intensity) }
    let sharpness = curve.map { Course.Point(time: $0.time.value, value: $0.sharpness) }
    let points = Course.joined(
      Course(intensity), Course(sharpness), from: intensity[0].time,
      to: intensity[intensity.count - 1].time)
    event.kind = .continuous(
      duration: duration,
      curve: points.map {
        .init(time: Seconds($0.time), intensity: $0.level.intensity, sharpness: $0.level.sharpness)
      })
  }
}

extension TimelineDocument {
  /// Turns strengths that were read by different laws into those of the formats that are to be written, so that events
  /// of both can stand beside each other; `false` where these differ, too. `nil` is a sound, which has no law.
  package mutating func joinStrengths(
    with other: inout TimelineDocument, for formats: [HapticFormat?]
  ) -> Bool {
    if AmplitudeLaw(annotations) == AmplitudeLaw(other.annotations) { return true }
    let laws = Set(formats.map { $0?.coder.law })
    guard laws.count < 2 else { return false }
    let law = laws.first ?? nil
    turnStrengths(to: law)
    other.turnStrengths(to: law)
    return true
  }

  private mutating func turnStrengths(to law: AmplitudeLaw?) {
    if let own = AmplitudeLaw(annotations), let law {
      timeline = own.turned(timeline, to: law)
      for index in places.indices {
        places[index].timeline = own.turned(places[index].timeline, to: law)
      }
    }
    annotations[AmplitudeLaw.key] = law.map { .string($0.rawValue) }
  }
}
