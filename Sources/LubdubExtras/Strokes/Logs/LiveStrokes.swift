/// Converts pointer events, one per line, to the changes that a person feels while drawing, one object per line: `began`,
/// `changed`, and `ended`, with time, pointer, intensity, and sharpness. Each pointer has its own stroke.
package struct LiveStrokes: Sendable {
  package private(set) var report = ReadReport()
  private let rendering: StrokeRendering
  private var reader = PointerReader()
  private var strokes: [Double: (stroke: LiveStroke, time: Double, felt: HapticEvent.CurvePoint)] =
    [:]
  private var line = 0

  package init(_ rendering: StrokeRendering) { self.rendering = rendering }

  /// Reads one line, and returns the resulting line with its line feed; empty if the person would feel no change.
  package mutating func take(_ text: String) -> [UInt8] {
    line += 1
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 > 0x20 }) else { return [] }
    guard let value = try? JSONParser.parse(bytes), value.object != nil else {
      report.reject(.notJSON, line: line, example: RejectionReason.notJSON.sentence)
      return []
    }
    switch reader.step(PointerEvent { value[$0] }) {
    case .ignored: report.ignored += 1
    case .rejected(let reason, let found):
      report.reject(reason, line: line, example: found.isEmpty ? reason.sentence : found)
    case .lift(let pointer, let time): return end(pointer, at: time)
    case .touch(let pointer, let isFirst, let point): return touch(pointer, isFirst, point)
    }
    return []
  }

  private mutating func end(_ pointer: Double, at time: Double) -> [UInt8] {
    report.ignored += 1
    guard let open = strokes.removeValue(forKey: pointer) else { return [] }
    return Self.line("ended", pointer, max(time, open.time), nil)
  }

  private mutating func touch(
    _ pointer: Double, _ isFirst: Bool, _ point: Stroke.Point
  ) -> [UInt8] {
    let before = isFirst ? nil : strokes[pointer]
    var stroke = before?.stroke ?? LiveStroke(rendering)
    var whole = Stroke()
    do throws(Stroke.Refusal) {
      try whole.append(point)
    } catch {
      report.reject(.damaged, line: line, example: "the time, place, or pressure is out of range")
      return []
    }
    guard point.time.value >= before?.time ?? -.infinity else {
      report.reject(.timeBackwards, line: line, example: "the time is \(point.time)")
      return []
    }
    report.accepted += 1
    let level = stroke.take(point)
    let hasChanged =
      before.map {
        abs($0.felt.intensity - level.intensity) > rendering.tolerance
          || abs($0.felt.sharpness - level.sharpness) > rendering.tolerance
      } ?? true
    strokes[pointer] = (stroke, point.time.value, hasChanged ? level : before?.felt ?? level)
    guard hasChanged else { return [] }
    return Self.line(before == nil ? "began" : "changed", pointer, point.time.value, level)
  }

  private static func line(
    _ what: String, _ pointer: Double, _ time: Double, _ level: HapticEvent.CurvePoint?
  ) -> [UInt8] {
    var members: [String: JSONValue] = [
      "pointer": .number(pointer), "t_s": .number(time.rounded(decimals: 4)),
      "what": .string(what),
    ]
    if let level {
      members["intensity"] = .number(level.intensity.rounded(decimals: 4))
      members["sharpness"] = .number(level.sharpness.rounded(decimals: 4))
    }
    return JSONWriter.encode(.object(members), lineLength: nil)
  }
}
