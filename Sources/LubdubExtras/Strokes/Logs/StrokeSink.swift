struct StrokeSink: LogSink {
  /// An unconverted point of the log, with the pressure in units of the device.
  struct RawPoint {
    var time: Double
    var x: Double
    var y: Double
    var pressure: Double?
    var line: Int
  }

  private struct RawStroke {
    var name: String
    var points: [RawPoint]
    var lifted: Double?
    /// Whether the clock of the log went back at the start of the stroke.
    var startsAnew = false
  }

  var scale: SurfaceScale?
  var report = ReadReport()
  private var strokes: [RawStroke] = []
  private var lastTime: Double?

  /// The time between strokes with separate clocks, in seconds.
  private static let pause = 0.5

  mutating func countRecords() { report.unit = .record }

  mutating func begin(_ name: String) -> Int {
    strokes.append(RawStroke(name: name, points: []))
    return strokes.count - 1
  }

  mutating func add(_ point: RawPoint, to place: Int) {
    if strokes[place].points.isEmpty {
      strokes[place].startsAnew = lastTime.map { point.time < $0 } ?? false
    }
    strokes[place].points.append(point)
    lastTime = point.time
  }

  mutating func lift(_ place: Int, at time: Double) {
    strokes[place].lifted = time
    lastTime = time
  }

  /// Interprets times without a unit as milliseconds, if all are whole and usually 1 or more apart.
  mutating func guessTimeUnit() {
    let times = strokes.flatMap { $0.points.map(\.time) }
    guard times.count > 1, times.allSatisfy(\.isWhole) else { return }
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    guard steps[steps.count / 2] >= 1 else { return }
    warn("the times are whole numbers and read as milliseconds")
    for stroke in strokes.indices {
      for point in strokes[stroke].points.indices { strokes[stroke].points[point].time /= 1000 }
    }
  }

  /// The strokes, with pressures from 0 to 1 and on one clock.
  mutating func finish() -> [Stroke] {
    let full = fullPressure()
    var finished: [Stroke] = []
    var end = 0.0
    var offset = 0.0
    var movedStrokes = 0
    for raw in strokes {
      guard let first = raw.points.first else { continue }
      if raw.startsAnew {
        offset = end + Self.pause - first.time
        movedStrokes += 1
      }
      let stroke = stroke(raw, offset, fullPressure: full)
      guard !stroke.points.isEmpty else { continue }
      end = max(finished.isEmpty ? stroke.end.value : end, stroke.end.value)
      finished.append(stroke)
    }
    if movedStrokes > 0 {
      warn(
        "\(counted(movedStrokes, "stroke begins", "strokes begin")) before the previous one ends: Lubdub puts strokes "
          + "one after the other, \(Self.pause) s apart")
    }
    return finished
  }

  private mutating func stroke(
    _ raw: RawStroke, _ offset: Double, fullPressure full: Double
  ) -> Stroke {
    var stroke = Stroke(name: raw.name)
    for point in raw.points {
      do throws(Stroke.Refusal) {
        try stroke.append(
          .init(
            time: Seconds(point.time + offset), x: point.x, y: point.y,
            pressure: point.pressure.map { $0 / full }))
        report.accepted += 1
      } catch {
        reject(error, point)
      }
    }
    if let lifted = raw.lifted, !stroke.points.isEmpty {
      do throws(Stroke.Refusal) {
        try stroke.lift(at: Seconds(lifted + offset))
      } catch {
        warn("a lift that is earlier than its stroke or an hour later is not used")
      }
    }
    return stroke
  }

  private mutating func reject(_ refusal: Stroke.Refusal, _ point: RawPoint) {
    switch refusal {
    case .timeBackwards: reject(.timeBackwards, point.line, "the time is \(point.time) s")
    case .implausibleTime:
      report.reject(
        .implausibleTime, line: point.line,
        example: "the time is \(point.time) s; a stroke lasts an hour at most")
    case .implausiblePoint:
      report.reject(
        .damaged, line: point.line,
        example: "x \(point.x), y \(point.y), pressure \(point.pressure ?? 0); a coordinate is "
          + "within 1,000,000 of zero, a pressure is not negative")
    }
  }

  /// The pressure that counts as 1. Devices report at least 10 bits, so for pressures above 1, it is the next power of two
  /// minus one.
  private mutating func fullPressure() -> Double {
    let highest = strokes.lazy.flatMap(\.points).compactMap(\.pressure).max() ?? 0
    guard highest > 1, highest <= Double(UInt32.max) else { return 1 }
    var full = 1.0
    while full < highest { full = 2 * full + 1 }
    warn("pressures up to \(highest) are read as shares of \(Int(full))")
    return full
  }
}

extension Double {
  var isWhole: Bool { self == rounded() }
}
