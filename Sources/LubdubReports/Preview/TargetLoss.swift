/// The losses by format: one row per format of each file, and one column per kind of loss that a person feels.
struct LossTable {
  typealias Target = (name: String, outcome: Result<LossReport, FormatError>)

  let head: [String]
  /// The cells of each row, one per heading. A cell counts events, points, or values, with the largest amount. A cell is
  /// empty if there is no loss.
  let rows: [[String]]
  let refusals: [String]

  init(_ files: [(name: String, targets: [Target])]) {
    let targets = (files.first?.targets ?? []).indices.flatMap { index in
      files.map { (file: $0.name, target: $0.targets[index]) }
    }
    let reports = targets.compactMap { file, target in
      (try? target.outcome.get()).map {
        (names: [target.name, file], entries: $0.entries.filter(\.isFelt))
      }
    }
    let kinds = LossReport.Loss.allCases.filter { kind in
      reports.contains { $0.entries.contains { $0.loss == kind } }
    }
    let nameCount = files.count > 1 ? 2 : 1
    head = ["format", "file"].prefix(nameCount) + kinds.map(\.rawValue)
    rows = reports.map { names, entries in
      names.prefix(nameCount) + kinds.map { kind in Self.cell(entries.filter { $0.loss == kind }) }
    }
    refusals = targets.compactMap { file, target in
      guard case .failure(let error) = target.outcome else { return nil }
      return "\(file): \(target.name) cannot store it: \(error)"
    }
  }

  static func targets(of document: TimelineDocument, sound options: RenderOptions) -> [Target] {
    let sound = LossReport.rendering(document, playsSharpness: options.playsSharpness)
    return HapticFormat.allCases.map { format in
      let loss = Result { () throws(FormatError) in try format.encode(document).loss }
      return (format.rawValue, loss)
    } + [("wav", .success(sound))]
  }

  private static func cell(_ entries: [LossReport.Entry]) -> String {
    guard !entries.isEmpty else { return "" }
    let count = entries.reduce(0) { $0 + $1.count }
    guard let largest = entries.compactMap(\.largest).max() else { return "\(count)" }
    let unit = entries[0].loss.unit.map { " \($0)" } ?? ""
    return "\(count) (\(NumberText.significant(largest, 2))\(unit))"
  }
}
