internal import Lubdub
internal import LubdubSignals
package import LubdubTraces

/// One response of a log, with the paths that were found in it: as text, table and drawing.
package struct ResponseDrawing {
  /// What it is.
  package let title: String
  /// The size of the response by distance or tap.
  let points: [(x: Double, size: Double)]
  /// The unit of `x`.
  let unit: String
  /// Paths that were found, in the unit of `x`.
  let marks: [(name: String, x: Double)]
  /// What is drawn of the points.
  let reach: ClosedRange<Double>

  /// The response of a measurement.
  ///
  /// - Parameter signal: What was measured; of a procedure, the first antenna path is drawn.
  /// - Throws: `SpectraError` when there is no memory.
  package init(_ signal: RawSignal) throws {
    switch signal.content {
    case .procedure(let procedure): try self.init(procedure, line: signal.line, signal.truth?.value)
    case .frame(let frame): try self.init(frame, line: signal.line)
    }
  }

  private init(_ procedure: SoundingProcedure, line: Int, _ truth: Double?) throws {
    let response = procedure.paths.first ?? ProductResponse()
    var transform = try InverseFFTPeak()
    var estimator = try GatedEstimator()
    let profile = transform.profile(of: response)
    let step = profile.step.value
    points = profile.sizes.enumerated().map { (Double($0.offset) * step, $0.element) }
    let answers = estimator.answers(to: response)
    var marks = ToneMethod.allCases.compactMap { method in
      answers?[method].map { (method.rawValue, $0.value) }
    }
    if let truth { marks.append(("truth", truth)) }
    self.marks = marks
    unit = "m"
    let paths = procedure.paths.count
    title =
      "line \(line): channel sounding, \(response.toneCount) tones"
      + (paths > 1 ? ", antenna path 1 of \(paths)" : "")
    let start = max(0, (answers?.gated.value ?? 0) - 10)
    reach = start...start + 40
  }

  private init(_ frame: ReceivedFrame, line: Int) throws {
    let window = frame.accumulator.window
    var interpolation = try EnvelopeInterpolation(count: window.taps.count)
    let envelope = interpolation.envelope(of: window)
    let start = Double(window.firstTap)
    let factor = Double(envelope?.factor ?? 1)
    points = (envelope?.sizes ?? []).enumerated().map { place, size in
      (start + Double(place) / factor, size)
    }
    marks = [
      ("half-of-first-peak", envelope.flatMap { FirstPath.place(in: $0) }),
      ("device", frame.accumulator.deviceFirstPath),
    ].compactMap { name, place in place.map { (name, $0) } }
    unit = "taps"
    title = "line \(line): ultra-wideband impulse response, \(frame.accumulator.taps.count) taps"
    reach = start...max(start + 1, points.last?.x ?? 0)
  }

  /// Title and paths.
  package var text: String {
    let rows = marks.map { [$0.name, NumberText.fixed($0.x), unit] }
    return ([title] + TextTable.lines(rows).map { "  " + $0 }).joined(separator: "\n") + "\n"
  }

  /// Every point: where, and how strong, and every path by its name.
  package var csv: [UInt8] {
    var text = "kind,\(unit == "m" ? "distance_m" : "tap"),size\n"
    for point in points { text += "response,\(point.x),\(point.size)\n" }
    for mark in marks { text += "\(mark.name),\(mark.x),\n" }
    return Array(text.utf8)
  }

  /// The drawing.
  package var svg: [UInt8] {
    var svg = SVG(width: 900, height: 360)
    let shown = points.filter { reach.contains($0.x) }
    let x = Axis(reach.lowerBound, reach.upperBound, from: 70, to: 880)
    let y = Axis(0, shown.map(\.size).max() ?? 1, from: 300, to: 60)
    svg.label(title, x: 70, y: 24, size: 14)
    for tick in x.ticks(10) {
      svg.line(x1: x.pixel(tick), y1: 300, x2: x.pixel(tick), y2: 304, stroke: "#888")
      svg.label(
        "\(NumberText.shortest(tick)) \(unit)", x: x.pixel(tick), y: 318, anchor: "middle")
    }
    svg.line(x1: 70, y1: 300, x2: 880, y2: 300, stroke: "#888")
    svg.polyline(
      shown.map { (x: x.pixel($0.x), y: y.pixel($0.size)) }, stroke: "#b3243b", width: 1.5)
    for (index, mark) in marks.enumerated() where reach.contains(mark.x) {
      let place = x.pixel(mark.x)
      svg.line(x1: place, y1: 44, x2: place, y2: 300, stroke: "#888")
      svg.label(mark.name, x: place + 4, y: 56 + 14 * Double(index), size: 10)
    }
    return svg.bytes
  }
}
