/// A self-contained HTML file that shows haptic files and plays them, without a network or an engine.
package enum PreviewPage {
  /// The page of the files. `drawing` is an SVG that appears below the sound of each file.
  package static func html(
    _ previews: [PatternPreview], drawing: String = ""
  ) throws(NoPages) -> [UInt8] {
    let span = PatternPreview.span(of: previews)
    let sections =
      zip(previews, PatternDrawing.page(previews)).map {
        section($0, $1, span: span, below: drawing)
      }
      + comparison(previews) + [losses(previews)]
    return try PageTemplate.preview.html(fields: [
      "title": MarkupText.escaped(previews.map(\.name).joined(separator: " and ")),
      "patterns": sections.joined(separator: "\n"),
    ])
  }

  private static func section(
    _ preview: PatternPreview, _ drawing: [UInt8], span: Seconds, below: String
  ) -> String {
    let sound = sound(of: preview)
    return """
      <section data-left="\(PatternDrawing.left)" data-right="\(PatternDrawing.right)" \
      data-span="\(span.value)" data-lead="\(sound.lead)">
      <h2>\(MarkupText.escaped(preview.name))</h2>
      <p class="note">\(MarkupText.escaped(preview.summary))</p>
      <div class="scroll" tabindex="0">\(labelled(drawing, "Drawing of \(preview.name): \(preview.summary)"))</div>
      \(sound.element)
      \(below)
      \(reading(preview))
      </section>
      """
  }

  /// A drawing as an element that a screen reader can name.
  private static func labelled(_ drawing: [UInt8], _ name: String) -> String {
    let text = String(decoding: drawing, as: UTF8.self)
    return "<svg role=\"img\" aria-label=\"\(MarkupText.escaped(name))\"" + text.dropFirst(4)
  }

  private static func sound(of preview: PatternPreview) -> (element: String, lead: Double) {
    do throws(AudioError) {
      guard let sound = try preview.sound() else {
        let limit = NumberText.rounded(PatternPreview.longestSound.value, 0)
        return (note("The sound is left out: the pattern is longer than \(limit) s."), 0)
      }
      let data = "data:audio/wav;base64,\(Base64.encode(sound.bytes))"
      return ("<audio controls preload=\"auto\" src=\"\(data)\"></audio>", sound.lead.value)
    } catch {
      return (note("There is no sound: \(error)."), 0)
    }
  }

  private static func reading(_ preview: PatternPreview) -> String {
    guard !preview.reading.isEmpty else { return "" }
    let items = preview.reading.map { "<li>\(MarkupText.escaped($0))</li>" }
    return "<h3>The file</h3>\n<ul>\n\(items.joined(separator: "\n"))\n</ul>"
  }

  private static func losses(_ previews: [PatternPreview]) -> String {
    let losses = PatternPreview.losses(of: previews)
    return """
      <section>
      <h2>Losses of each format</h2>
      \(note("Losses that you can feel, with the largest amount. A format with an empty row loses nothing."))
      \(table("Losses of each format", [losses.head] + losses.rows))
      \(losses.refusals.map(note).joined(separator: "\n"))
      </section>
      """
  }

  private static func comparison(_ previews: [PatternPreview]) -> [String] {
    guard previews.count == 2 else { return [] }
    let comparison = TimelineComparison(previews[0].timeline, previews[1].timeline)
    return [
      """
      <section>
      <h2>Differences</h2>
      \(table("Differences of the two files", comparison.rows))
      \(note("\(comparison.lengths) \(TimelineComparison.rule)"))
      </section>
      """
    ]
  }

  private static func note(_ text: String) -> String {
    "<p class=\"note\">\(MarkupText.escaped(text))</p>"
  }

  private static func table(_ caption: String, _ rows: [[String]]) -> String {
    func row(_ cells: [String], _ element: String) -> String {
      let cells = cells.map { "<\(element)>\(MarkupText.escaped($0))</\(element)>" }
      return "<tr>\(cells.joined())</tr>"
    }
    let body = rows.dropFirst().map { row($0, "td") }.joined(separator: "\n")
    return """
      <div class="scroll" tabindex="0"><table><caption>\(MarkupText.escaped(caption))</caption>
      <thead>\(rows.first.map { row($0, "th") } ?? "")</thead>
      <tbody>\(body)</tbody></table></div>
      """
  }
}
