#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A drawing of how cost grows: time over size, both as logarithms, with a line in proportion.
package struct GrowthPlot {
  private var svg = SVG(width: 820, height: 460)

  private static let colours = ["#b3243b", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e"]

  /// The finished drawing.
  package var bytes: [UInt8] { svg.bytes }

  package init(_ growths: [Growth]) {
    let points = growths.flatMap(\.points)
    guard let largest = points.map(\.size).max(), let least = points.map(\.seconds).min(),
      let most = points.map(\.seconds).max()
    else { return }
    let x = Axis(0, log10(Double(largest)).rounded(.up), from: 60, to: 560)
    let y = Axis(log10(least).rounded(.down), log10(most).rounded(.up), from: 420, to: 30)
    frame(x, y)
    for (index, growth) in growths.enumerated() {
      let colour = Self.colours[index % Self.colours.count]
      let line = growth.points.map {
        (x: x.pixel(log10(Double($0.size))), y: y.pixel(log10($0.seconds)))
      }
      svg.polyline(line, stroke: colour, width: 2)
      for point in line { svg.circle(x: point.x, y: point.y, radius: 3, fill: colour) }
      svg.label(growth.name, x: 575, y: 50 + 34 * Double(index), fill: colour, size: 11)
      let slope = growth.slope.map { "slope \(($0 * 100).rounded() / 100)" } ?? "one size"
      svg.label(slope, x: 575, y: 64 + 34 * Double(index), fill: "#777", size: 11)
    }
  }

  private mutating func frame(_ x: Axis, _ y: Axis) {
    for power in Int(x.low)...Int(x.high) {
      let place = x.pixel(Double(power))
      svg.line(x1: place, y1: y.start, x2: place, y2: y.end, stroke: "#eee")
      svg.label("1e\(power)", x: place, y: y.start + 18, anchor: "middle")
    }
    for power in Int(y.low)...Int(y.high) {
      let place = y.pixel(Double(power))
      svg.line(x1: x.start, y1: place, x2: x.end, y2: place, stroke: "#eee")
      svg.label("1e\(power) s", x: x.start - 8, y: place + 4, anchor: "end")
    }
  }
}
