/// A stroke at even time steps. Raw differences between neighboring points are noise, because pointer events come in bursts,
/// on a clock of whole milliseconds. So positions are interpolated linearly first. The speed is the central difference
/// (one-sided at the ends) of both coordinates, as in numpy's `interp` and `gradient`.
struct EvenCourse {
  struct Sample {
    var time: Double
    var speed: Double
    /// The pressure, 0...1; `nil` if a neighboring point has no pressure.
    var pressure: Double?
  }

  private(set) var samples: [Sample] = []

  init(_ stroke: Stroke, rate: Double) {
    let points = EvenCourse.merged(stroke)
    let count = Int((stroke.duration.value * rate + 1e-9).rounded(.down)) + 1
    var places: [(x: Double, y: Double)] = []
    places.reserveCapacity(count)
    var index = 0
    for step in 0..<count {
      let time = min(Double(step) / rate, stroke.duration.value)
      while index + 1 < points.count, points[index + 1].time <= time { index += 1 }
      guard index < points.count else { return }
      let first = points[index]
      guard index + 1 < points.count, time > first.time else {
        places.append((first.x, first.y))
        samples.append(Sample(time: time, speed: 0, pressure: first.pressure))
        continue
      }
      let next = points[index + 1]
      let share = (time - first.time) / (next.time - first.time)
      places.append((first.x + share * (next.x - first.x), first.y + share * (next.y - first.y)))
      var pressure = first.pressure
      if let low = first.pressure, let high = next.pressure {
        pressure = low + share * (high - low)
      }
      samples.append(Sample(time: time, speed: 0, pressure: pressure))
    }
    for step in samples.indices where samples.count > 1 {
      let (before, after) = (max(step - 1, 0), min(step + 1, samples.count - 1))
      let x = places[after].x - places[before].x
      let y = places[after].y - places[before].y
      samples[step].speed = (x * x + y * y).squareRoot() * rate / Double(after - before)
    }
  }

  /// The points since the start of the stroke. Of several simultaneous points, the last one counts.
  private static func merged(
    _ stroke: Stroke
  ) -> [(time: Double, x: Double, y: Double, pressure: Double?)] {
    var merged: [(time: Double, x: Double, y: Double, pressure: Double?)] = []
    merged.reserveCapacity(stroke.points.count)
    for point in stroke.points {
      let time = (point.time - stroke.start).value
      if merged.last?.time == time { merged.removeLast() }
      merged.append((time, point.x, point.y, point.pressure))
    }
    return merged
  }
}
