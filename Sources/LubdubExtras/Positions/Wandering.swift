internal import RealModule

/// The distance that a person without fixes covers: at a usual speed, straight on for a usual time, and then in any
/// direction.
package struct Wandering: Sendable, Hashable {
  package var speed: MetersPerSecond = 1.4
  /// The time for which a direction lasts. With 1.4 m/s, the deviation along each axis is 48 m after a minute and 143 m
  /// after five minutes. The four recorded walks have 38 to 48 m and 116 to 184 m.
  package var straight: Seconds = 40

  package init() {}

  /// The variance of one axis in m² after a time without a fix, v² τ² (t/τ - 1 + exp(-t/τ)): the random walk with
  /// persistence (R. Fürth, "Die Brownsche Bewegung bei Berücksichtigung einer Persistenz der Bewegungsrichtung",
  /// Zeitschrift für Physik 1920).
  package func variance(after time: Seconds) -> Double {
    let turns = max(0, time / straight)
    let step = speed.value * straight.value
    return step * step * (turns - 1 + Double.exp(-turns))
  }

  /// The increase of the variance of one axis in m² per second, after the first direction has lost its effect.
  private var gain: Double { speed.value * speed.value * straight.value }

  /// The crossing of a wire between two fixes: its probability, time, and side.
  struct Passing {
    var probability: Double
    var time: Seconds
    var isToRight: Bool
  }

  /// The share of random paths that cross a wire and end on its other side. Crossing and returning is noise. The paths are
  /// Brownian bridges between two fixes with the given deviations (Horne et al. 2007, doi:10.1890/06-0957.1). Equal fixes
  /// give equal paths; `nil` if the wire is out of reach.
  func passing(
    _ parts: [Segment], from start: (offset: PlaneOffset, time: Seconds, deviation: Meters),
    to end: (time: Seconds, deviation: Meters)
  ) -> Passing? {
    let length = (end.time - start.time).value
    let reach = (gain * length / 4).squareRoot() + start.deviation.value + end.deviation.value
    guard parts.distanceFromOrigin.value <= start.offset.distance.value + 5 * reach else {
      return nil
    }
    var random = SplitMix64(seed: 1)
    var (crossed, toRight, when) = (0, 0, 0.0)
    for _ in 0..<Self.ways {
      func draw(_ middle: Double, _ deviation: Double) -> Double {
        middle + deviation * random.normal()
      }
      var x = draw(start.offset.east.value, start.deviation.value)
      var y = draw(start.offset.north.value, start.deviation.value)
      let (lastX, lastY) = (draw(0, end.deviation.value), draw(0, end.deviation.value))
      var (first, side): (Int?, Int) = (nil, 0)
      for step in 0..<Self.steps {
        let left = Double(Self.steps - step)
        let spread = (gain * length / Double(Self.steps) * (left - 1) / left).squareRoot()
        let next = (draw(x + (lastX - x) / left, spread), draw(y + (lastY - y) / left, spread))
        let walk = Segment(
          PlaneOffset(east: Meters(x), north: Meters(y)),
          PlaneOffset(east: Meters(next.0), north: Meters(next.1)))
        for part in parts {
          guard let crossing = walk.crossing(of: part) else { continue }
          first = first ?? step
          side += crossing.isToRight ? 1 : -1
        }
        (x, y) = next
      }
      guard let first, side != 0 else { continue }
      crossed += 1
      toRight += side.signum()
      when += (Double(first) + 0.5) / Double(Self.steps)
    }
    guard crossed > 0 else { return nil }
    return Passing(
      probability: Double(crossed) / Double(Self.ways),
      time: start.time + when / Double(crossed) * (end.time - start.time), isToRight: toRight > 0)
  }

  private static let ways = 1000
  private static let steps = 16
}
