internal import Lubdub
internal import LubdubSignals

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A drawing of a spectrum above a spectrogram.
package struct SpectrumPlot {
  private let analysis: SoundAnalysis
  private var svg = SVG(width: 900, height: 620)

  /// The finished drawing.
  package var bytes: [UInt8] { svg.bytes }

  package init(_ analysis: SoundAnalysis) {
    self.analysis = analysis
    drawWelch(top: 40, bottom: 280)
    drawSpectrogram(top: 340, bottom: 580)
  }

  private let left = 70.0
  private let right = 880.0

  private mutating func drawWelch(top: Double, bottom: Double) {
    let welch = analysis.welch
    let levels = welch.density.map { $0 > 0 ? 10 * log10($0) : -200 }
    let loudest = levels.max() ?? 0
    let x = Axis(0, analysis.highest.value, from: left, to: right)
    let y = Axis(loudest - 100, loudest + 5, from: bottom, to: top)
    svg.label(
      "Welch spectrum: dB over full scale squared per hertz", x: left, y: top - 12, size: 14)
    drawGrid(x, y, unit: "Hz", top: top, bottom: bottom)
    let points = zip(welch.frequencies, levels).filter { $0.0 <= analysis.highest }.map {
      (x: x.pixel($0.0.value), y: y.pixel($0.1))
    }
    svg.polyline(points, stroke: "#b3243b", width: 1.5)
  }

  private mutating func drawSpectrogram(top: Double, bottom: Double) {
    let times = analysis.spectrogram.times
    let first = times.first?.value ?? 0
    let last = times.last?.value ?? 1
    let grid = SpectrogramGrid(analysis, columns: 200, rows: 80)
    let width = (right - left) / Double(grid.columns)
    let height = (bottom - top) / Double(grid.rows)
    svg.label("Spectrogram: 80 dB from white to dark", x: left, y: top - 12, size: 14)
    for column in 0..<grid.columns {
      for row in 0..<grid.rows {
        let shade = (grid.level(column: column, row: row) + 80) / 80
        if shade <= 0 { continue }
        svg.rectangle(
          x: left + Double(column) * width, y: bottom - Double(row + 1) * height,
          width: width + 0.2, height: height + 0.2, fill: "#5a0f20",
          opacity: (shade * 100).rounded() / 100)
      }
    }
    let x = Axis(first, last, from: left, to: right)
    let y = Axis(0, grid.highest, from: bottom, to: top)
    drawGrid(x, y, unit: "s", top: top, bottom: bottom)
  }

  private mutating func drawGrid(
    _ x: Axis, _ y: Axis, unit: String, top: Double, bottom: Double
  ) {
    for tick in x.ticks(10) {
      svg.line(x1: x.pixel(tick), y1: bottom, x2: x.pixel(tick), y2: bottom + 4, stroke: "#888")
      svg.label(
        "\(NumberText.shortest(tick)) \(unit)", x: x.pixel(tick), y: bottom + 18, anchor: "middle")
    }
    for tick in y.ticks(5) {
      svg.line(x1: left, y1: y.pixel(tick), x2: right, y2: y.pixel(tick), stroke: "#ddd")
      svg.label(NumberText.shortest(tick), x: left - 8, y: y.pixel(tick) + 4, anchor: "end")
    }
    svg.line(x1: left, y1: top, x2: left, y2: bottom, stroke: "#888")
    svg.line(x1: left, y1: bottom, x2: right, y2: bottom, stroke: "#888")
  }
}
