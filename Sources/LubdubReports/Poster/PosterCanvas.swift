internal import RealModule

struct PosterCanvas {
  private(set) var body = ""
  /// Where letters become outlines; `nil` where they stay text.
  var letters: PosterLetters?

  init(_ letters: PosterLetters? = nil) { self.letters = letters }

  struct Point {
    var x: Double
    var y: Double
  }

  /// A place on a circle around another; the angle is a share of the turn, from the top, clockwise.
  static func place(around center: Point, radius: Double, turn: Double) -> Point {
    let angle = 2 * Double.pi * turn
    return Point(x: center.x + radius * .sin(angle), y: center.y - radius * .cos(angle))
  }

  mutating func add(_ element: String) { body += element + "\n" }

  mutating func circle(_ center: Point, radius: Double, _ attributes: String) {
    add(
      "<circle cx=\"\(text(center.x))\" cy=\"\(text(center.y))\" r=\"\(text(radius))\" \(attributes)/>"
    )
  }

  mutating func path(_ data: String, _ attributes: String) {
    guard !data.isEmpty else { return }
    add("<path d=\"\(data)\" \(attributes)/>")
  }

  /// Lines around a middle, from the top of a place downwards.
  mutating func lines(
    _ fitted: PosterText, x: Double, top: Double, fill: String, _ style: PosterText.Style = .init()
  ) {
    for (index, line) in fitted.lines.enumerated() {
      let base = top + fitted.size * (1 + PosterText.lineHeight * Double(index))
      if let data = letters?.path(line, style: style, x: x, base: base, size: fitted.size) {
        path(data, "fill=\"\(fill)\" \(PosterText.Style(opacity: style.opacity).attributes)")
        continue
      }
      add(
        "<text x=\"\(text(x))\" y=\"\(text(base))\" font-size=\"\(text(fitted.size))\" fill=\"\(fill)\" "
          + "text-anchor=\"middle\" unicode-bidi=\"plaintext\" \(style.attributes)>\(MarkupText.escaped(line))</text>"
      )
    }
  }

  func line(_ points: [Point]) -> String {
    points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(text(point.x)) \(text(point.y))"
    }.joined()
  }

  func text(_ coordinate: Double) -> String { NumberText.rounded(coordinate, 1) }
}
