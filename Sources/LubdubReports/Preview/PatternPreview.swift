package struct PatternPreview: Sendable {
  package let name: String
  package let format: String
  package let document: TimelineDocument
  package let findings: [Finding]
  package let loss: LossReport
  package let options: RenderOptions

  package init(
    name: String, format: String, document: TimelineDocument, findings: [Finding] = [],
    loss: LossReport = LossReport(.read), options: RenderOptions
  ) {
    (self.name, self.format, self.document) = (name, format, document)
    (self.findings, self.loss, self.options) = (findings, loss, options)
    timeline = document.loudest
  }

  static func losses(of previews: [PatternPreview]) -> LossTable {
    LossTable(previews.map { ($0.name, LossTable.targets(of: $0.document, sound: $0.options)) })
  }

  private static let mostFindings = 20
  private static let longestText = 300

  /// The losses while reading the file, and the findings about it, one line per entry.
  package var reading: [String] {
    let lost = loss.entries.map { "lost while reading: \($0)" }
    let found = findings.prefix(Self.mostFindings).map { finding in
      let text = finding.description
      return text.count > Self.longestText ? "\(text.prefix(Self.longestText))…" : text
    }
    let more = findings.count - found.count
    return lost + found
      + (more > 0 ? ["\(counted(more, "more finding")); lubdub check prints all"] : [])
  }

  /// The timeline for a single actuator: the strongest event of all places at each moment.
  package let timeline: Timeline

  /// A line about the pattern, such as `ahap, 4 transients, 1 continuous event, 2.5 s`.
  package var summary: String {
    let transients = timeline.events.count { $0.kind == .transient }
    let parts = [
      format, counted(transients, "transient"),
      counted(timeline.events.count - transients, "continuous event"),
      NumberText.seconds(timeline.duration.value),
    ]
    return parts.joined(separator: ", ")
  }

  /// The time that a drawing of all previews needs: the longest preview, including the decay of the last event.
  package static func span(of previews: [PatternPreview]) -> Seconds {
    let ends = previews.map { preview in
      let last = preview.timeline.events.map { $0.time + $0.duration }.max() ?? .zero
      return max(preview.timeline.duration, last + Seconds(0.1))
    }
    return ends.max() ?? Seconds(0.1)
  }

  /// The longest pattern whose sound a page includes. Each second adds 0.13 MB.
  package static let longestSound = Seconds(120)

  package func sound() throws(AudioError) -> (bytes: [UInt8], lead: Seconds)? {
    guard timeline.duration <= Self.longestSound else { return nil }
    // Only a compensated sound starts before its timeline.
    let lead = options.compensates ? try Renderer(timeline.withinBand, options).startOffset : .zero
    return (try renderWAVBytes(document, options), lead)
  }

  package func envelope(span: Seconds, count: Int) throws(AudioError) -> SignalEnvelope {
    var options = options
    options.signal = .acceleration
    // A drawing does not show hundredths of sharpness, and transients of equal sharpness share their samples.
    var timeline = timeline.withinBand
    for index in timeline.events.indices {
      timeline.events[index].sharpness = (timeline.events[index].sharpness * 100).rounded() / 100
    }
    return try SignalEnvelope(timeline, options, span: span, count: count)
  }
}
