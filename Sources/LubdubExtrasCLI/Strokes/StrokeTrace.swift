/// A drawing of strokes that a page reveals over time.
struct StrokeTrace: Sendable {
  private let strokes: [Stroke]
  private let delay: Seconds

  init(_ strokes: [Stroke], delay: Seconds) {
    (self.strokes, self.delay) = (strokes.filter { !$0.points.isEmpty }, delay)
  }

  private static let width = 1000.0
  private static let margin = 24.0
  /// The smallest distance between drawn points, in units of the drawing. Nearer points are drawn as one.
  private static let least = 1.0

  var svg: String {
    let points = strokes.flatMap(\.points)
    let (left, top) = (points.map(\.x).min() ?? 0, points.map(\.y).min() ?? 0)
    let (wide, high) = ((points.map(\.x).max() ?? 0) - left, (points.map(\.y).max() ?? 0) - top)
    let scale = (Self.width - 2 * Self.margin) / max(wide, high, 1e-9)
    let start = (strokes.map(\.start).min() ?? .zero) - delay
    var drawn = ""
    for stroke in strokes {
      var kept: [(x: Double, y: Double, time: Double)] = []
      for (index, point) in stroke.points.enumerated() {
        let x = Self.margin + scale * (point.x - left)
        let y = Self.margin + scale * (point.y - top)
        let isLast = index == stroke.points.count - 1
        if let last = kept.last, !isLast, abs(x - last.x) + abs(y - last.y) < Self.least {
          continue
        }
        kept.append((x, y, (point.time - start).value))
      }
      let places = kept.map { "\(NumberText.rounded($0.x, 1)),\(NumberText.rounded($0.y, 1))" }
        .joined(separator: " ")
      let times = kept.map { NumberText.rounded($0.time, 3) }.joined(separator: " ")
      drawn += "<polyline points=\"\(places)\" data-times=\"\(times)\"/>\n"
    }
    let size = [wide, high].map { NumberText.rounded(2 * Self.margin + scale * $0, 1) }
    return "<svg class=\"trace\" role=\"img\" aria-label=\"The strokes, drawn as the sound goes\" "
      + "viewBox=\"0 0 \(size[0]) \(size[1])\">\n\(drawn)</svg>"
  }
}
