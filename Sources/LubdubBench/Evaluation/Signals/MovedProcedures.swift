internal import Lubdub
internal import LubdubSignals
public import LubdubTraces

/// Channel sounding along a path that it was not measured on: procedures with known distance whose
/// responses are moved to the distance at hand, and what the recommended estimator makes of them.
///
/// The multipath is that of the procedures; a longer direct path turns the tones and changes nothing
/// else. So ranges are emulated, not recorded.
public struct MovedProcedures: Sendable {
  /// A place: its responses, and how far each of them was.
  private struct Place {
    var responses: [(response: ProductResponse, truth: Double)]
  }

  private let places: [Place]

  /// From one procedure to the next, in seconds: the usual period of logs without a clock.
  public static let period = 0.2
  /// Whoever has moved so far, in metres, is in another place of the same kind.
  public static let reach = 1.0

  /// Procedures to draw from; `nil` where none has a true distance.
  ///
  /// - Parameter signals: What was read. The first antenna path of each procedure is taken; those of one
  ///   recording are one place.
  public init?(_ signals: [RawSignal]) {
    var order: [String: Int] = [:]
    var places: [Place] = []
    for signal in signals {
      guard case .procedure(let procedure) = signal.content, let truth = signal.truth,
        let response = procedure.paths.first, response.toneCount >= ProductResponse.fewestTones
      else { continue }
      let name = signal.recording ?? ""
      if order[name] == nil {
        order[name] = places.count
        places.append(Place(responses: []))
      }
      if let place = order[name] { places[place].responses.append((response, truth.value)) }
    }
    guard !places.isEmpty else { return nil }
    self.places = places
  }

  /// Ranges by channel sounding in spans of time.
  ///
  /// - Parameters:
  ///   - rows: Rows with truth, in the order of time.
  ///   - spans: When there is channel sounding, in seconds.
  ///   - seed: Where the random numbers start.
  /// - Returns: Rows of the radio `cs` with the true distance between the rows beside them.
  /// - Throws: `SpectraError` when there is no memory.
  func records(
    along rows: [TraceRecord], in spans: [ClosedRange<Double>], seed: UInt64
  ) throws(SpectraError) -> [TraceRecord] {
    var estimator = try GatedEstimator()
    var random = SplitMix64(seed: seed).split(9)
    var path = TruePath(rows)
    var found: [TraceRecord] = []
    for span in spans {
      var place = places[random.below(places.count)]
      var start: Double?
      var time = span.lowerBound
      while time <= span.upperBound {
        guard let truth = path.distance(at: time) else { break }
        if let begun = start, abs(truth - begun) < Self.reach {
          // Still in the same place.
        } else {
          place = places[random.below(places.count)]
          start = truth
        }
        let drawn = place.responses[random.below(place.responses.count)]
        let moved = Self.moved(drawn.response, by: truth - drawn.truth)
        if let range = estimator.distance(of: moved) {
          found.append(
            TraceRecord(.cs(max(0, range), at: Seconds(time)), truth: Meters(truth)))
        }
        time += Self.period
      }
    }
    return found
  }

  /// A response whose direct path is longer: its tones turn by 4π f / c for every metre.
  static func moved(_ response: ProductResponse, by distance: Double) -> ProductResponse {
    let step = 4 * Double.pi * ToneGrid.spacing * distance / ToneGrid.speedOfLight
    return ProductResponse(
      response.tones.enumerated().map { slot, tone in
        tone.map { $0 * .turn(-step * Double(slot)) }
      })
  }
}

/// The true distance between rows, asked in the order of time.
private struct TruePath {
  private let points: [(time: Double, distance: Double)]
  private var next = 0

  init(_ rows: [TraceRecord]) {
    points = rows.compactMap { row in
      row.truth.map { (row.sample.time.value, $0.value) }
    }
  }

  /// On a straight line between the rows beside; `nil` outside of all.
  mutating func distance(at time: Double) -> Double? {
    while next < points.count, points[next].time < time { next += 1 }
    guard next < points.count else { return nil }
    let after = points[next]
    guard next > 0 else { return after.time == time ? after.distance : nil }
    let before = points[next - 1]
    let span = after.time - before.time
    guard span > 0 else { return after.distance }
    let share = (time - before.time) / span
    return before.distance + share * (after.distance - before.distance)
  }
}
