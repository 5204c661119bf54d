import FileIO
import Traces

/// Which link of a log is taken when the user has chosen none.
///
/// A log that names its links can hold several, and a heartbeat follows one. The busiest is taken. The
/// two ends of a ceremony's message log are one link.
struct LinkChoice {
  /// The link to take; `nil` takes all rows.
  let peer: String?
  /// What to tell the user.
  let note: String?

  private static let both = LinkChoice(peer: nil, note: nil)

  /// Chooses by reading the log once; what can be read only once is left alone.
  ///
  /// - Throws: `TraceError` when the log cannot be read.
  static func busiest(in path: String, options: ReadOptions) throws(TraceError) -> LinkChoice {
    guard options.peer == nil, path != "-", isRegularFile(at: path) else { return both }
    var reader = try TraceReader(path: path, options: options)
    var block: [TraceRecord] = []
    guard try reader.nextBlock(into: &block), block.contains(where: { $0.peer != nil }),
      !hasOneLink(reader.report)
    else { return both }
    while try reader.nextBlock(into: &block) {}
    let links = reader.report.peersByRows
    guard links.count > 1, let busiest = links.first else { return both }
    return LinkChoice(peer: busiest.name, note: note(links, taken: busiest.name))
  }

  /// The links of a log of which one is taken, with their rows.
  static func note(_ links: [ReadReport.Peer], taken: String) -> String {
    let list = links.prefix(8).map { "\($0.name) (\($0.rows) rows)" }.joined(separator: ", ")
    let more = links.count > 8 ? " and \(links.count - 8) more" : ""
    return "\(links.count) links: \(list)\(more); \(taken) is taken, --peer chooses another"
  }

  /// Whether all names of peers belong to one link.
  static func hasOneLink(_ report: ReadReport) -> Bool {
    TraceFormats.named(report.format)?.hasOneLink ?? false
  }
}
