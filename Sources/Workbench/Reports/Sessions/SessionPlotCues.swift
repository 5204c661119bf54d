internal import Haptics
internal import Quantities

/// The cues of a session in its plot: a diamond over the beats for each, and their names in the legend.
struct SessionPlotCues {
  private let cues: [(cue: Cue, time: Seconds)]

  init(_ cues: [(cue: Cue, time: Seconds)]) { self.cues = cues }

  var isEmpty: Bool { cues.isEmpty }

  func draw(_ svg: inout SVG, _ time: Axis, top: Double, bottom: Double) {
    var drawn: Set<String> = []
    for (cue, moment) in cues {
      let x = time.pixel(moment.value)
      // Marks that would hide each other are drawn once.
      guard drawn.insert("\(cue.rawValue) \(Int(x * 2))").inserted else { continue }
      svg.line(x1: x, y1: top, x2: x, y2: bottom, stroke: Self.color(cue))
      svg.polygon(Self.diamond(x, top + 2), fill: Self.color(cue), opacity: 1)
    }
  }

  /// Names the kinds that occur, in one row.
  func drawLegend(_ svg: inout SVG, x: Double, y: Double) {
    let kinds = Cue.allCases.filter { kind in cues.contains { $0.cue == kind } }
    for (index, kind) in kinds.enumerated() {
      let left = x + Double(index) * 150
      svg.polygon(Self.diamond(left + 7, y - 4), fill: Self.color(kind), opacity: 1)
      svg.label(Self.name(kind), x: left + 20, y: y, size: 11)
    }
  }

  private static func diamond(_ x: Double, _ y: Double) -> [(x: Double, y: Double)] {
    [(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)]
  }

  private static func name(_ cue: Cue) -> String {
    switch cue {
    case .ringSent: "ring sent"
    case .ringAttached: "ring attached"
    case .tap: "tap"
    case .baseEntered: "base entered"
    case .baseLeft: "base left"
    case .tripwire: "tripwire crossed"
    }
  }

  private static func color(_ cue: Cue) -> String {
    switch cue {
    case .ringSent: "#8e44ad"
    case .ringAttached: "#d81b60"
    case .tap: "#546e7a"
    case .baseEntered: "#00897b"
    case .baseLeft: "#3949ab"
    case .tripwire: "#6d4c41"
    }
  }
}
