package import HapticAudio
package import HapticFormats

/// What one format would lose of a timeline.
package struct TargetLoss: Sendable, Hashable {
  /// The format's name, or `wav`.
  package let name: String
  /// What writing it loses, or why it cannot be written.
  package let outcome: Result<LossReport, FormatError>

  /// Every format, and the sound of a rendering.
  package static func all(
    of document: TimelineDocument, sound options: RenderOptions
  ) -> [TargetLoss] {
    let sound = LossReport.rendering(document, playsSharpness: options.playsSharpness)
    return HapticFormat.allCases.map { format in
      TargetLoss(
        name: format.rawValue,
        outcome: Result { () throws(FormatError) in try format.encode(document).loss })
    } + [TargetLoss(name: "wav", outcome: .success(sound))]
  }
}

/// Formats and kinds of loss: a row for each format, a column for each kind that can be felt.
package struct LossTable: Sendable {
  /// The heads of the columns; the first is that of the formats.
  package let head: [String]
  /// The cells of each format, as many as there are heads. A cell counts events, points or values, with the
  /// largest amount; it is empty where nothing is lost.
  package let rows: [[String]]
  /// Formats that cannot hold the timeline, each with the reason.
  package let refusals: [(name: String, reason: String)]

  package init(_ targets: [TargetLoss]) {
    let reports = targets.compactMap { target in
      (try? target.outcome.get()).map { (name: target.name, entries: $0.entries.filter(\.isFelt)) }
    }
    let kinds = LossReport.Loss.allCases.filter { kind in
      reports.contains { $0.entries.contains { $0.loss == kind } }
    }
    head = ["format"] + kinds.map(\.rawValue)
    rows = reports.map { name, entries in
      [name] + kinds.map { kind in Self.cell(entries.filter { $0.loss == kind }, kind) }
    }
    refusals = targets.compactMap { target in
      guard case .failure(let error) = target.outcome else { return nil }
      return (target.name, error.description)
    }
  }

  private static func cell(_ entries: [LossReport.Entry], _ kind: LossReport.Loss) -> String {
    guard !entries.isEmpty else { return "" }
    let count = entries.reduce(0) { $0 + $1.count }
    guard let largest = entries.compactMap(\.largest).max() else { return "\(count)" }
    let unit = kind.unit.map { " \($0)" } ?? ""
    return "\(count) (\(NumberText.significant(largest, 2))\(unit))"
  }
}
