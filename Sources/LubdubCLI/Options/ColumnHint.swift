#if Tool
import LubdubGround
import LubdubHaptics
internal import LubdubReports

/// The options that read a CSV whose header is not known.
enum ColumnHint {
  /// What is added to an error; `nil` where nothing can be proposed.
  static func text(for error: ReadError) -> String? {
    guard let proposal = error.proposal else { return nil }
    let rate = proposal.needsRate ? ", with the number of rows a second in place of HZ" : ""
    let notes = proposal.notes.isEmpty ? "" : " (\(proposal.notes.joined(separator: "; ")))"
    let commands = proposal.sorts ? ", with run, live, studio or import" : ""
    return "to read it as it is\(rate)\(commands)\(notes):\n  \(proposal.commandLine)"
  }

  /// What reads a file of another kind; `nil` where nothing is known.
  static func other(_ error: ReadError) -> String? {
    guard error.kind == .unrecognised, isRegularFile(at: error.path),
      var file = try? InputFile(path: error.path), let bytes = try? file.readAll(),
      FileKind.recognize(bytes, name: error.path).format != nil
    else { return nil }
    return "haptic files and timelines are for lubdub preview and lubdub convert"
  }
}
#endif
