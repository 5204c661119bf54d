struct PosterCanvas {
  private(set) var body = ""
  /// The default color of words.
  var ink = PosterTheme.violet.colors.ink

  struct Point {
    var x: Double
    var y: Double
  }

  /// A point on a circle. The angle is a share of the turn, clockwise from the top.
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

  /// Draws a line with its glow: each course in each width, on a gradient.
  mutating func glow(
    _ courses: [[Point]], on gradient: String, _ widths: [(Double, opacity: Double)]
  ) {
    for (width, opacity) in widths {
      for course in courses {
        path(
          line(course),
          "fill=\"none\" stroke=\"url(#\(gradient))\" stroke-width=\"\(text(width))\" "
            + "opacity=\"\(opacity)\" stroke-linejoin=\"round\" stroke-linecap=\"round\"")
      }
    }
  }

  /// Fits a text into an area that is centered at `x`: downward from its top, or in the middle of its height.
  mutating func fit(
    _ text: String, x: Double, top: Double, _ size: (width: Double, height: Double),
    largest: Double, fill: String? = nil, isCentered: Bool = false,
    _ style: PosterText.Style = .init()
  ) {
    let fitted = PosterText(text, width: size.width, height: size.height, largest: largest)
    let tall = Double(fitted.lines.count) * fitted.size * PosterText.lineHeight
    let top = isCentered ? top + (size.height - tall) / 2 : top
    for (index, line) in fitted.lines.enumerated() {
      let base = top + fitted.size * (1 + PosterText.lineHeight * Double(index))
      add(
        "<text x=\"\(self.text(x))\" y=\"\(self.text(base))\" font-size=\"\(self.text(fitted.size))\" fill=\"\(fill ?? ink)\" "
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
