/// A drawing of a heart: the intervals over time above their spectrum.
package struct PulsePlot {
  private let report: PulseReport
  private var svg = SVG(width: 900, height: 620)
  private let left = 70.0
  private let right = 880.0

  package var bytes: [UInt8] { svg.bytes }

  package init(_ report: PulseReport) {
    self.report = report
    drawTachogram(top: 40, bottom: 280)
    drawSpectrum(top: 350, bottom: 580)
  }

  private mutating func drawTachogram(top: Double, bottom: Double) {
    let corrected = report.correction.corrected.intervals.map(\.length.value)
    let (low, high) = (corrected.min() ?? 0, corrected.max() ?? 1)
    let rim = max(20, 0.1 * (high - low))
    let x = Axis(0, report.series.duration.value, from: left, to: right)
    let y = Axis(low - rim, high + rim, from: bottom, to: top)
    svg.label(
      "\(report.name): interval between beats in ms; faults are red, and at the rim where they lie outside",
      x: left, y: top - 12, size: 14)
    svg.frame(x, y, ticks: (10, 5), unit: "s")
    let series = report.correction.corrected
    // A line does not span a gap.
    var line: [(x: Double, y: Double)] = []
    for interval in series.intervals {
      if !interval.isContinued {
        svg.polyline(line, stroke: "#1f6fb2", width: 1.2)
        line = []
      }
      line.append((x.pixel(interval.end.seconds.value), y.pixel(interval.length.value)))
    }
    svg.polyline(line, stroke: "#1f6fb2", width: 1.2)
    for (interval, label) in zip(report.series.intervals, report.correction.labels)
    where label != nil {
      svg.circle(
        x: x.pixel(interval.end.seconds.value), y: y.pixel(interval.length.value), radius: 3,
        fill: "#b3243b")
    }
  }

  private mutating func drawSpectrum(top: Double, bottom: Double) {
    guard let measures = report.corrected.frequency else {
      svg.label(
        report.isFrequencyRefused
          ? "no spectrum: more than 20 % of the beats are faulty"
          : "no spectrum: too few beats", x: left, y: top - 12, size: 14)
      return
    }
    let shown = measures.frequencies.indices.filter { measures.frequencies[$0].value <= 0.4 }
    let x = Axis(0, 0.4, from: left, to: right)
    let y = Axis(0, shown.map { measures.density[$0] }.max() ?? 1, from: bottom, to: top)
    svg.label(
      "Power density in ms²/Hz, recipe \(report.recipe.rawValue); shades: VLF, LF, HF", x: left,
      y: top - 12, size: 14)
    for (low, high, fill) in [
      (0.003, 0.04, "#8a8f98"), (0.04, 0.15, "#e0a030"), (0.15, 0.4, "#3a9a5f"),
    ] {
      svg.rectangle(
        x: x.pixel(low), y: top, width: x.pixel(high) - x.pixel(low), height: bottom - top,
        fill: fill, opacity: 0.12)
    }
    svg.frame(x, y, ticks: (10, 5), unit: "Hz")
    svg.polyline(
      shown.map { (x: x.pixel(measures.frequencies[$0].value), y: y.pixel(measures.density[$0])) },
      stroke: "#1f6fb2", width: 1.5)
  }
}
