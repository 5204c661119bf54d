/// A true distance as a function of time.
package struct DistancePath: Sendable, Hashable {
  private enum Shape: Sendable, Hashable {
    case keyframes([Keyframe])
    case line(closest: Double, speed: Double, middle: Double)
  }

  private struct Keyframe: Sendable, Hashable {
    let time: Double
    let distance: Double
  }

  private let shape: Shape

  /// A path through points that rests at each point. Between two points, the path follows the smoothstep 3u² - 2u³.
  package init(through points: [(time: Seconds, distance: Meters)]) {
    shape = .keyframes(points.map { Keyframe(time: $0.time.value, distance: $0.distance.value) })
  }

  /// A path that passes another device on a straight line.
  package init(passingAt closest: Meters, speed: MetersPerSecond, middle: Seconds) {
    shape = .line(closest: closest.value, speed: speed.value, middle: middle.value)
  }

  /// The distance at a time. Before the first point and after the last point, the path rests.
  package func distance(at time: Seconds) -> Meters {
    switch shape {
    case .line(let closest, let speed, let middle):
      let along = speed * (time.value - middle)
      return Meters((closest * closest + along * along).squareRoot())
    case .keyframes(let frames): return Meters(Self.interpolate(frames, at: time.value))
    }
  }

  private static func interpolate(_ frames: [Keyframe], at time: Double) -> Double {
    guard let first = frames.first, let last = frames.last else { return 0 }
    guard let next = frames.firstIndex(where: { $0.time > time }) else { return last.distance }
    guard next > 0 else { return first.distance }
    let from = frames[next - 1]
    let to = frames[next]
    let part = (time - from.time) / (to.time - from.time)
    let smooth = part * part * (3 - 2 * part)
    return from.distance + (to.distance - from.distance) * smooth
  }
}
