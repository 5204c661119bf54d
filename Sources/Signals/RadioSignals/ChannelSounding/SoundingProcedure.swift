public import Quantities
internal import Spectra

/// One procedure of channel sounding, both sides joined.
public struct SoundingProcedure: Sendable, Hashable {
  /// The response of each antenna path.
  public private(set) var paths: [ProductResponse]
  /// The distance by the time that signals were under way, where both sides measured it. Metres off,
  /// so it only serves to choose among aliases.
  public var roundTrip: Meters?

  /// The most antenna paths (Bluetooth Core 6.0, volume 6, part A, 5.3).
  public static let mostPaths = 4

  /// A procedure from its responses.
  public init(paths: [ProductResponse], roundTrip: Meters? = nil) {
    self.paths = paths
    self.roundTrip = roundTrip
  }

  /// Joins the tones of the two sides by antenna path and channel.
  ///
  /// Tones that a controller calls unavailable are left out. Of two tones of one channel the first
  /// counts.
  public init(initiator: StepData, reflector: StepData) {
    paths = []
    var other: [Int: MeasuredTone] = [:]
    for tone in reflector.tones where tone.quality != .unavailable {
      let key = tone.path << 8 | tone.channel
      if other[key] == nil { other[key] = tone }
    }
    for tone in initiator.tones where tone.quality != .unavailable {
      guard let match = other[tone.path << 8 | tone.channel] else { continue }
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
  }

  /// The alias that is nearest to the round trip: two distances 149.85 m apart look the same.
  ///
  /// - Parameter distance: A distance by phase.
  /// - Returns: The same where no round trip was measured or it is not finite.
  public func unaliased(_ distance: Meters) -> Meters {
    guard let roundTrip, roundTrip.isFinite else { return distance }
    let span = ToneGrid.twoWaySpan.value
    return distance + Meters(span * ((roundTrip.value - distance.value) / span).rounded())
  }
}

extension GatedEstimator {
  /// The distance of a procedure: the median over its antenna paths, of the alias that the round trip
  /// chooses.
  ///
  /// - Returns: `nil` where no path has 15 tones.
  public mutating func distance(of procedure: SoundingProcedure) -> Meters? {
    var found: [Double] = []
    for path in procedure.paths {
      if let distance = distance(of: path) { found.append(distance.value) }
    }
    guard !found.isEmpty else { return nil }
    found.sort()
    let median = (found[(found.count - 1) / 2] + found[found.count / 2]) / 2
    return procedure.unaliased(Meters(median))
  }
}
