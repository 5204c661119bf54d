public import Lubdub

/// One procedure of channel sounding, both sides joined.
public struct SoundingProcedure: Sendable, Hashable {
  /// The response of each antenna path.
  public private(set) var paths: [ProductResponse]
  /// The distance from the time of flight, if both sides measured it. Its error is some meters, so with tones, it only
  /// selects the alias, and moves the distance slightly.
  public var roundTrip: Meters?
  /// The number of steps in the mean `roundTrip`; 0 if it is unknown.
  public var roundTripCount = 0
  /// The maximum number of antenna paths (Bluetooth Core 6.0, volume 6, part A, 5.3).
  public static let mostPaths = 4

  /// Creates a procedure from its responses.
  public init(paths: [ProductResponse], roundTrip: Meters? = nil) {
    self.paths = paths
    self.roundTrip = roundTrip
  }

  /// Joins the tones of the two sides by antenna path and channel.
  ///
  /// Tones that a controller reports as unavailable are omitted. Of two tones of one channel, the first counts.
  public init(initiator: StepData, reflector: StepData) {
    paths = []
    func known(_ data: StepData) -> [(key: Int, tone: MeasuredTone)] {
      data.tones.filter { $0.quality != .unavailable }.map { ($0.path << 8 | $0.channel, $0) }
    }
    let others = Dictionary(known(reflector).map { ($0.key, $0.tone) }) { first, _ in first }
    for (key, tone) in known(initiator) {
      guard let match = others[key] else { continue }
      while paths.count <= tone.path { paths.append(ProductResponse()) }
      paths[tone.path].join(channel: tone.channel, initiator: tone.value, reflector: match.value)
    }
    let flights = zip(initiator.times, reflector.times).compactMap { there, back in
      there.flatMap { there in back.map { Double(there - $0) } }
    }
    guard !flights.isEmpty else { return }
    // Half of the mean, in units of 0.5 ns.
    let mean = flights.reduce(0, +) / Double(flights.count)
    roundTrip = Meters(mean / 2 * 0.5e-9 * ToneGrid.speedOfLight)
    roundTripCount = flights.count
  }

  /// Joins the tones of the two sides; `role` is the role of the first side.
  package init(_ own: StepData, _ other: StepData, _ role: StepData.Role) {
    let isFirst = role == .initiator
    self.init(initiator: isFirst ? own : other, reflector: isFirst ? other : own)
  }

  /// The deviation of one round trip, mostly due to reflections and 1 MHz of bandwidth. Published figures of boards in an
  /// office: a mean of 2.8 m too long, 4.9 m for 95% (docs/explanation/raw-radio.md).
  public static let roundTripDeviation: Meters = 3
  /// The part of the deviation that does not average out over the steps of one procedure.
  static let lastingDeviation: Meters = 2

  /// The deviation of the distance from round trips.
  ///
  /// - Returns: The deviation; `nil` if there is no round trip.
  public var roundTripWidth: Meters? {
    guard let roundTrip, roundTrip.isFinite else { return nil }
    let (all, lasting) = (Self.roundTripDeviation.value, Self.lastingDeviation.value)
    let passing = (all * all - lasting * lasting) / Double(max(1, roundTripCount))
    return Meters((lasting * lasting + passing).squareRoot())
  }

  /// Combines a distance from the phase with the distance from round trips, weighted by their variances, if they agree.
  ///
  /// - Parameters:
  ///   - distance: The alias that is nearest to the round trip.
  ///   - deviation: The deviation of the distance from the phase.
  /// - Returns: The combined distance; the unchanged distance if there is no round trip, or if it is more than three
  ///   deviations away.
  public func fused(_ distance: Meters, deviation: Meters) -> Meters {
    guard let roundTrip, let width = roundTripWidth else { return distance }
    let (tones, times) = (deviation.value * deviation.value, width.value * width.value)
    let gap = roundTrip.value - distance.value
    guard gap * gap <= 9 * (tones + times) else { return distance }
    return distance + Meters(gap * tones / (tones + times))
  }

  /// Returns the alias that is nearest to the round trip: two distances 149.85 m apart look the same.
  ///
  /// - Parameter distance: A distance from the phase.
  /// - Returns: The alias; the unchanged distance if no round trip was measured or the distance is not finite.
  public func unaliased(_ distance: Meters) -> Meters {
    guard let roundTrip, roundTrip.isFinite else { return distance }
    let span = ToneGrid.twoWaySpan.value
    return distance + Meters(span * ((roundTrip.value - distance.value) / span).rounded())
  }
}
