extension PulseReport {
  /// An SVG plot of the intervals over time.
  var plot: [UInt8] {
    var svg = SVG(width: 900, height: 320)
    let (left, top, right, bottom) = (70.0, 40.0, 880.0, 280.0)
    let lengths = correction.corrected.intervals.map(\.length.value)
    let (low, high) = (lengths.min() ?? 0, lengths.max() ?? 1)
    let rim = max(20, 0.1 * (high - low))
    let x = Axis(0, series.duration.value, from: left, to: right)
    let y = Axis(low - rim, high + rim, from: bottom, to: top)
    svg.label(
      "\(name): interval between beats in ms; faults are red, and at the border if outside",
      x: left, y: top - 12, size: 14)
    svg.frame(x, y, ticks: (10, 5), unit: "s")
    // Lines do not span gaps.
    var line: [(x: Double, y: Double)] = []
    for interval in correction.corrected.intervals {
      if !interval.isContinued {
        svg.polyline(line, stroke: "#1f6fb2", width: 1.2)
        line = []
      }
      line.append((x.pixel(interval.end.seconds.value), y.pixel(interval.length.value)))
    }
    svg.polyline(line, stroke: "#1f6fb2", width: 1.2)
    for (interval, label) in zip(series.intervals, correction.labels) where label != nil {
      svg.circle(
        x: x.pixel(interval.end.seconds.value), y: y.pixel(interval.length.value), radius: 3,
        fill: "#b3243b")
    }
    return svg.bytes
  }
}
