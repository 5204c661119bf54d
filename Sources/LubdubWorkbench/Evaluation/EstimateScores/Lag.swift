extension ScoredTrack {
  /// The delay of the answers after the truth: the shift of the truth at which the errors have the smallest variance (least
  /// squares over shifts, after subtracting a constant bias).
  ///
  /// Errors without a shift that exceed both five robust deviations and 0.5 m are omitted, because gross errors do not
  /// depend on the lag. The search uses a grid of a tenth of the range, and refines it three times by a factor of six.
  package func lag(within range: Seconds = 1) -> Seconds? {
    let known = points.compactMap { point in point.error.map { (point, error: $0) } }
    let errors = known.map(\.error)
    guard known.count >= 20, let middle = Statistics.median(errors),
      let deviation = Statistics.robustDeviation(errors), isMoving(points.map(\.truth.value)),
      isMoving(points.compactMap(\.estimate?.distance.value))
    else { return nil }
    let limit = max(0.5, 5 * deviation)
    let kept = known.filter { abs($0.error - middle) <= limit }.map(\.0)
    let course = TruthCourse(points)
    var center = 0.0
    var step = range.value / 10
    var best = spread(of: kept, against: course, shift: 0)
    for _ in 0..<4 {
      let start = center
      for index in -10...10 where index != 0 {
        let shift = start + Double(index) * step
        guard abs(shift) <= range.value else { continue }
        let value = spread(of: kept, against: course, shift: shift)
        if value < best {
          best = value
          center = shift
        }
      }
      step /= 6
    }
    return abs(center) < 0.95 * range.value ? Seconds(center) : nil
  }

  private func isMoving(_ distances: [Double]) -> Bool {
    guard let mean = Statistics.mean(distances) else { return false }
    return Statistics.rootMeanSquare(distances.map { $0 - mean }) ?? 0 >= 0.2
  }

  /// The variance of the errors against the truth `shift` earlier.
  private func spread(of points: [Point], against course: TruthCourse, shift: Double) -> Double {
    var count = 0.0
    var sum = 0.0
    var square = 0.0
    var hint = 0
    for point in points {
      guard let distance = point.estimate?.distance.value,
        let truth = course.distance(at: point.time.value - shift, hint: &hint)
      else { continue }
      count += 1
      sum += distance - truth
      square += (distance - truth) * (distance - truth)
    }
    guard count >= 10 else { return .infinity }
    let mean = sum / count
    return square / count - mean * mean
  }
}

extension TruthCourse {
  init(_ points: [ScoredTrack.Point]) {
    for point in points { add(point.truth.value, at: point.time.value) }
  }
}
