#if Tool
import LubdubGround
internal import LubdubReports

/// The options that read a CSV whose header is not known.
enum ColumnHint {
  /// What is added to an error; `nil` where nothing can be proposed.
  static func text(for error: ReadError) -> String? {
    guard let proposal = error.proposal else { return nil }
    let rate = proposal.needsRate ? ", with the number of rows a second in place of HZ" : ""
    let notes = proposal.notes.isEmpty ? "" : " (\(proposal.notes.joined(separator: "; ")))"
    let commands = proposal.sorts ? ", with run, live, studio or import" : ""
    return "to read it as it is\(rate)\(commands)\(notes): \(proposal.commandLine)"
  }
}
#endif
