/// `.haptic` is straight in amplitude and frequency between its points, timelines are straight in
/// intensity and sharpness, the square roots. So a ramp gets points until both agree.
enum SquareLaw {
  /// A moment, and the square root of the value there.
  struct Point {
    var time: Double
    var root: Double
  }

  /// The largest difference of intensity or sharpness that is left: half of a step of 1 %.
  private static let tolerance = 0.005

  /// How many parts a ramp needs.
  ///
  /// The square root of a straight line from a² to b² departs from the straight line from a to b by at
  /// most (b - a)² / (4 (a + b)); the part at the weaker end departs most.
  private static func parts(_ from: Double, _ to: Double) -> Int {
    let (width, low) = (abs(to - from), min(from, to))
    func departure(_ count: Int) -> Double {
      let step = width / Double(count)
      return step > 0 ? step * step / (4 * (2 * low + step)) : 0
    }
    guard departure(1) > tolerance else { return 1 }
    // A little stricter than needed, so that rounding never asks for another cut of the same ramp.
    return (2...64).first { departure($0) <= 0.9 * tolerance } ?? 64
  }

  /// A straight ramp of a timeline as ramps that the file may hold.
  static func bent(_ ramp: EnvelopeSegment) -> [EnvelopeSegment] {
    let count = max(
      parts(ramp.from.intensity, ramp.to.intensity), parts(ramp.from.sharpness, ramp.to.sharpness))
    guard count > 1 else { return [ramp] }
    let edges = (0...count).map { index in
      index == count
        ? ramp.end
        : toNanosecond(ramp.start + (ramp.end - ramp.start) * Double(index) / Double(count))
    }
    return zip(edges, edges.dropFirst()).compactMap { $0 < $1 ? ramp.part($0, $1) : nil }
  }

  /// The points of a file, with more points where its straight lines bend as square roots.
  static func bent(_ points: [Point]) -> [Point] {
    guard var last = points.first else { return [] }
    var result = [last]
    for point in points.dropFirst() {
      let count = parts(last.root, point.root)
      for index in 1..<max(1, count) {
        let root = last.root + (point.root - last.root) * Double(index) / Double(count)
        let share =
          (root * root - last.root * last.root) / (point.root * point.root - last.root * last.root)
        let time = toNanosecond(last.time + (point.time - last.time) * share)
        guard time > last.time, time < point.time else { continue }
        result.append(Point(time: time, root: toPicoUnit(root)))
      }
      result.append(point)
      last = point
    }
    return result
  }
}
