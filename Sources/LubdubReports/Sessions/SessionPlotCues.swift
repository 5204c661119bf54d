/// The cues of a session in its plot: one diamond per cue over the beats, and the names of the cues in the legend.
struct SessionPlotCues {
  let cues: [(cue: Cue, time: Seconds)]

  func draw(_ svg: inout SVG, _ time: Axis, top: Double, bottom: Double) {
    var drawn: Set<String> = []
    for (cue, moment) in cues {
      let x = time.pixel(moment.value)
      // Overlapping marks of one cue are drawn once.
      guard drawn.insert("\(cue.name) \(Int(x * 2))").inserted else { continue }
      svg.line(x1: x, y1: top, x2: x, y2: bottom, stroke: Self.style(cue.name).color)
      svg.polygon(Self.diamond(x, top + 2), fill: Self.style(cue.name).color, opacity: 1)
    }
  }

  func drawLegend(_ svg: inout SVG, x: Double, y: Double) {
    let kinds = Set(cues.map(\.cue.name)).sorted {
      (Self.style($0).place, $0) < (Self.style($1).place, $1)
    }
    for (index, kind) in kinds.enumerated() {
      let left = x + Double(index) * 150
      let style = Self.style(kind)
      svg.polygon(Self.diamond(left + 7, y - 4), fill: style.color, opacity: 1)
      svg.label(style.name, x: left + 20, y: y, size: 11)
    }
  }

  private static func diamond(_ x: Double, _ y: Double) -> [(x: Double, y: Double)] {
    [(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)]
  }

  private static let styles: [String: (place: Int, name: String, color: String)] = [
    "ringSent": (0, "ring sent", "#8e44ad"), "ringAttached": (1, "ring attached", "#d81b60"),
    "tap": (2, "tap", "#546e7a"), "baseEntered": (3, "base entered", "#00897b"),
    "baseLeft": (4, "base left", "#3949ab"), "tripwire": (5, "tripwire crossed", "#6d4c41"),
  ]

  private static func style(_ name: String) -> (place: Int, name: String, color: String) {
    styles[name] ?? (styles.count, name, "#333")
  }
}
