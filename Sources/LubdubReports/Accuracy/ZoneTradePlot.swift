package struct ZoneTradePlot {
  private var svg: SVG

  private static let panel = (width: 520.0, height: 300.0)
  private static let legend = 130.0
  private static let colours = [
    "#1f77b4", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#2ca02c",
    "#ff7f0e", "#aec7e8", "#98df8a", "#c5b0d5",
  ]

  package var bytes: [UInt8] { svg.bytes }

  package init(_ report: ZoneReport) {
    let groups = report.groups.filter { ($0.rows.first?.moving.trueChanges ?? 0) > 0 }
    let rows = Double((groups.count + 1) / 2)
    svg = SVG(width: 2 * Self.panel.width, height: max(1, rows) * Self.panel.height)
    for (index, group) in groups.enumerated() {
      draw(
        group, left: Double(index % 2) * Self.panel.width,
        top: Double(index / 2) * Self.panel.height)
    }
  }

  private mutating func draw(_ group: ZoneReport.Group, left: Double, top: Double) {
    var lines: [(name: String, rows: [ZoneReport.Row], colour: String)] = []
    for kind in EstimatorKind.all where kind.isBaseline {
      let colour = Self.colours[lines.count % Self.colours.count]
      lines.append((kind.name, group.front(of: kind, byEvidence: false), colour))
    }
    lines.append(("fusion, by margin", group.front(of: .fusion, byEvidence: false), "#f4a3ae"))
    lines.append(("fusion, by evidence", group.front(of: .fusion, byEvidence: true), "#b3243b"))
    lines.removeAll { $0.rows.isEmpty }
    let (x, y) = axes(lines.filter { $0.name != "constant" }.map(\.rows), left, top)
    svg.label(
      "\(group.dataset), \(group.radio.rawValue)", x: x.start, y: y.end - 10, size: 13)
    svg.frame(x, y, ticks: (6, 5), size: 10)
    svg.label(
      "mean delay in seconds, missed changes as 10; errors per minute upward",
      x: x.start, y: y.start + 30, size: 10)
    for (index, line) in lines.enumerated() {
      let points = line.rows.filter { $0.errorsPerMinute <= y.high && $0.delay <= x.high }
        .map { (x: x.pixel($0.delay), y: y.pixel($0.errorsPerMinute)) }
      svg.polyline(points, stroke: line.colour, width: line.name.hasPrefix("fusion") ? 2 : 1)
      for point in points { svg.circle(x: point.x, y: point.y, radius: 1.8, fill: line.colour) }
      svg.label(
        line.name, x: left + Self.panel.width - Self.legend, y: top + 42 + 12 * Double(index),
        fill: line.colour, size: 9)
    }
    for row in group.rows where row.estimator == .fusion && row.isDefault && row.isScored {
      svg.circle(x: x.pixel(row.delay), y: y.pixel(row.errorsPerMinute), radius: 5, fill: "#b3243b")
    }
  }

  private func axes(_ fronts: [[ZoneReport.Row]], _ left: Double, _ top: Double) -> (Axis, Axis) {
    let calmest = fronts.compactMap { front in front.min { $0.errorsPerMinute < $1.errorsPerMinute }
    }
    let delays = calmest.map(\.delay).sorted()
    let errors = calmest.map(\.errorsPerMinute).sorted()
    let longest = delays.isEmpty ? 10 : delays[(delays.count - 1) * 4 / 5]
    let most = errors.isEmpty ? 1 : errors[(errors.count - 1) * 4 / 5]
    let right = left + Self.panel.width - Self.legend - 15
    return (
      Axis(0, longest * 1.1, from: left + 45, to: right),
      Axis(0, max(most * 2, 0.5), from: top + Self.panel.height - 45, to: top + 30)
    )
  }
}
