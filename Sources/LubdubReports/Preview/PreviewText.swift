package enum PreviewText {
  private static let columns = 60

  package static func text(_ previews: [PatternPreview]) -> String {
    let scale = PatternScale(previews, pieces: columns)
    var lines = previews.indices.flatMap { Self.lines(of: previews[$0], $0, scale) }
    if previews.count == 2 {
      let comparison = TimelineComparison(previews[0].timeline, previews[1].timeline)
      lines.append("differences:")
      lines += TextTable.lines(comparison.rows).map { "  \($0)" }
      lines.append("  \(comparison.lengths) \(TimelineComparison.rule)")
    }
    lines.append("losses of each format that you can feel:")
    lines += PatternPreview.losses(of: previews).lines(nameCount: previews.count > 1 ? 2 : 1)
    return lines.map { "\($0)\n" }.joined()
  }

  private static func lines(
    of preview: PatternPreview, _ index: Int, _ scale: PatternScale
  ) -> [String] {
    let span = scale.span
    let events = preview.timeline.events
    let transients = bar(events.filter { $0.kind == .transient }, span)
    let continuous = bar(events.filter { $0.kind != .transient }, span)
    var lines = [
      "\(preview.name.visible): \(preview.summary)", "  transients  |\(transients)|",
      "  continuous  |\(continuous)|",
    ]
    switch scale.envelopes[index] {
    case .success(let envelope):
      let levels = zip(envelope.low, envelope.high).map { Double(max(-$0, $1)) / scale.level }
      let full = NumberText.shortest(scale.level)
      lines.append(
        "  actuator    |\(bar(levels))|  \(preview.options.actuator.name), up to \(full) of full scale"
      )
    case .failure(let error): lines.append("  actuator    \(error)")
    }
    lines.append("               0 s" + end(of: preview, span))
    lines += preview.reading.map { "  \($0)" }
    return lines
  }

  /// The duration of a pattern, right-aligned below the pattern's end. Bars beyond it show the decay.
  private static func end(of preview: PatternPreview, _ span: Seconds) -> String {
    let duration = preview.timeline.duration
    guard duration > .zero else { return "" }
    let text = NumberText.seconds(duration.value)
    let column = Int((duration.value / span.value * Double(columns)).rounded())
    return String(repeating: " ", count: max(1, column - 3 - text.count)) + text
  }

  private static func bar(_ events: [HapticEvent], _ span: Seconds) -> String {
    var levels = [Double](repeating: 0, count: columns)
    func column(_ time: Seconds) -> Int {
      min(columns - 1, Int(time.value / span.value * Double(columns)))
    }
    for event in events {
      if event.kind == .transient {
        levels[column(event.time)] = max(levels[column(event.time)], event.intensity)
      }
      for (from, to) in zip(event.course, event.course.dropFirst()) {
        let (first, last) = (column(event.time + from.time), column(event.time + to.time))
        for place in first...max(first, last) {
          let share = last > first ? Double(place - first) / Double(last - first) : 1
          let level = from.intensity + (to.intensity - from.intensity) * share
          levels[place] = max(levels[place], level)
        }
      }
    }
    return bar(levels)
  }

  /// Levels of 0 to 1 as blocks of eight heights; a level above 0 is never blank.
  private static func bar(_ levels: [Double]) -> String {
    let blocks = Array(" ▁▂▃▄▅▆▇█")
    return String(
      levels.map { level in
        level > 0 ? blocks[max(1, min(8, Int((level * 8).rounded())))] : blocks[0]
      })
  }
}

extension LossTable {
  fileprivate func lines(nameCount: Int) -> [String] {
    let names = (0..<nameCount).map { column in
      let rows = rows.map { $0.map(\.visible) }
      let width = rows.map { $0[column].count }.max() ?? 0
      return rows.map { $0[column] + String(repeating: " ", count: width - $0[column].count) }
    }
    let kept = rows.indices.map { index in
      let losses = zip(head, rows[index]).dropFirst(nameCount).compactMap { kind, cell in
        cell == "" ? nil : "\(kind) \(cell)"
      }
      let start = names.map { $0[index] }.joined(separator: "  ")
      return "  \(start)  \(losses.isEmpty ? "nothing" : losses.joined(separator: ", "))"
    }
    return kept + refusals.map { "  \($0)" }
  }
}
