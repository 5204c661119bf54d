public import Lubdub

/// The distance of a procedure, and the method that found it.
public enum SoundingAnswer: Sendable, Hashable {
  /// The first arrival: the alias nearest to the round trip, corrected by the round trip within the width of the round trip.
  case arrival(Meters, deviation: Meters)
  /// The strongest path, if it is beyond 75 m; its error is unknown.
  case strongest(Meters)
  /// Only round trips, if there are too few tones.
  case roundTrip(Meters, deviation: Meters)

  /// The distance, which may be slightly below zero.
  public var distance: Meters {
    switch self {
    case .arrival(let distance, _), .strongest(let distance), .roundTrip(let distance, _): distance
    }
  }

  /// The standard deviation of the distance; `nil` if it is unknown.
  public var deviation: Meters? {
    switch self {
    case .arrival(_, let deviation), .roundTrip(_, let deviation): deviation
    case .strongest: nil
    }
  }
}

extension ArrivalEstimator {
  /// The distance of a procedure from its first arrival, otherwise from its strongest path, otherwise from its round trips.
  ///
  /// - Returns: The answer; `nil` if no path has 15 tones and no round trip was measured.
  public mutating func answer(to procedure: SoundingProcedure) -> SoundingAnswer? {
    if let arrival = arrival(in: procedure.paths) {
      let distance = procedure.unaliased(arrival.distance)
      let deviation = arrival.deviation
      return .arrival(procedure.fused(distance, deviation: deviation), deviation: deviation)
    }
    if let strongest = strongest(in: procedure.paths) {
      return .strongest(procedure.unaliased(strongest))
    }
    guard let roundTrip = procedure.roundTrip, let width = procedure.roundTripWidth else {
      return nil
    }
    return .roundTrip(roundTrip, deviation: width)
  }
}
