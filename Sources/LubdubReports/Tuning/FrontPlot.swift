/// A plot of the points of a Pareto front, with the first cost to the right and the second upward.
package enum FrontPlot {
  /// Draws the costs relative to the original settings, which are at (1, 1).
  package static func svg(_ points: [[Double]], names: [String]) -> [UInt8] {
    var svg = SVG(width: 560, height: 420)
    let drawn = points.map { (x: $0[0], y: $0.count > 1 ? $0[1] : $0[0]) }
    let (x, y) = (axis(drawn.map(\.x), from: 60, to: 540), axis(drawn.map(\.y), from: 370, to: 30))
    svg.frame(x, y, ticks: (6, 6), size: 10)
    svg.label("\(names.first ?? "") relative to the settings before", x: 60, y: 406)
    svg.label("\(names.dropFirst().first ?? "") upwards", x: 60, y: 20)
    svg.polyline(drawn.map { (x: x.pixel($0.x), y: y.pixel($0.y)) }, stroke: "#b3243b", width: 1.5)
    for (index, point) in drawn.enumerated() {
      svg.circle(x: x.pixel(point.x), y: y.pixel(point.y), radius: 3.5, fill: "#b3243b")
      svg.label("\(index + 1)", x: x.pixel(point.x) + 6, y: y.pixel(point.y) - 5, size: 10)
    }
    svg.circle(x: x.pixel(1), y: y.pixel(1), radius: 4, fill: "#888")
    svg.label("before", x: x.pixel(1) + 6, y: y.pixel(1) + 12, fill: "#888", size: 10)
    return svg.bytes
  }

  private static func axis(_ values: [Double], from start: Double, to end: Double) -> Axis {
    let low = min(1, values.min() ?? 1)
    let high = max(1, values.max() ?? 1)
    let room = max(0.02, 0.1 * (high - low))
    return Axis(low - room, high + room, from: start, to: end)
  }
}
