package struct SVG {
  package let width: Double
  package let height: Double
  private let background: String
  private var body: [UInt8] = []

  package init(width: Double, height: Double, background: String = "white") {
    (self.width, self.height, self.background) = (width, height, background)
  }

  package var bytes: [UInt8] {
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.text(width))" \
      height="\(Self.text(height))" viewBox="0 0 \(Self.text(width)) \(Self.text(height))" \
      font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="\(background)"/>

      """
    return Array(head.utf8) + body + Array("</svg>\n".utf8)
  }

  package mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, fill: String, opacity: Double = 1
  ) {
    add(
      "<rect x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" width=\"\(Self.text(max(0, width)))\" "
        + "height=\"\(Self.text(max(0, height)))\" fill=\"\(fill)\""
        + "\(opacity < 1 ? " fill-opacity=\"\(opacity)\"" : "")/>")
  }

  package mutating func line(
    x1: Double, y1: Double, x2: Double, y2: Double, stroke: String, width: Double = 1
  ) {
    add(
      "<line x1=\"\(Self.text(x1))\" y1=\"\(Self.text(y1))\" x2=\"\(Self.text(x2))\" "
        + "y2=\"\(Self.text(y2))\" stroke=\"\(stroke)\" stroke-width=\"\(Self.text(width))\"/>")
  }

  package mutating func polyline(
    _ points: [(x: Double, y: Double)], stroke: String, width: Double = 1
  ) {
    guard points.count > 1 else { return }
    add(
      "<polyline points=\"\(Self.text(points))\" fill=\"none\" stroke=\"\(stroke)\" "
        + "stroke-width=\"\(Self.text(width))\" stroke-linejoin=\"round\"/>")
  }

  package mutating func polygon(_ points: [(x: Double, y: Double)], fill: String, opacity: Double) {
    guard points.count > 2 else { return }
    add("<polygon points=\"\(Self.text(points))\" fill=\"\(fill)\" fill-opacity=\"\(opacity)\"/>")
  }

  package mutating func circle(x: Double, y: Double, radius: Double, fill: String) {
    add(
      "<circle cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"\(Self.text(radius))\" "
        + "fill=\"\(fill)\"/>")
  }

  /// Adds text. Its anchor is `start`, `middle`, or `end`.
  package mutating func label(
    _ text: String, x: Double, y: Double, anchor: String = "start", fill: String = "#333",
    size: Double = 12
  ) {
    add(
      "<text x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" text-anchor=\"\(anchor)\" "
        + "fill=\"\(fill)\" font-size=\"\(Self.text(size))\">\(MarkupText.escaped(text))</text>")
  }

  package mutating func frame(
    _ x: Axis, _ y: Axis, ticks: (x: Int, y: Int), unit: String = "", size: Double = 12
  ) {
    for tick in x.ticks(ticks.x) {
      let place = x.pixel(tick)
      line(x1: place, y1: y.start, x2: place, y2: y.start + 4, stroke: "#888")
      label(
        NumberText.shortest(tick) + (unit.isEmpty ? "" : " " + unit), x: place,
        y: y.start + 6 + size, anchor: "middle", size: size)
    }
    for tick in y.ticks(ticks.y) {
      line(x1: x.start, y1: y.pixel(tick), x2: x.end, y2: y.pixel(tick), stroke: "#ddd")
      label(
        NumberText.shortest(tick), x: x.start - 8, y: y.pixel(tick) + 4, anchor: "end", size: size)
    }
    line(x1: x.start, y1: y.end, x2: x.start, y2: y.start, stroke: "#888")
    line(x1: x.start, y1: y.start, x2: x.end, y2: y.start, stroke: "#888")
  }

  private mutating func add(_ element: String) {
    body.append(contentsOf: element.utf8)
    body.append(UInt8(ascii: "\n"))
  }

  private static func text(_ points: [(x: Double, y: Double)]) -> String {
    points.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
  }

  private static func text(_ coordinate: Double) -> String { NumberText.rounded(coordinate, 2) }
}
