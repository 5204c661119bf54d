import Synchronization

/// The parts of the tool that a module above this module adds: commands, formats of logs, and kinds of files.
package struct Annex: Sendable {
  /// The heading of the commands in the help.
  package let name: String
  package let commands: [any ParsableCommand.Type]
  package var formats: [any TraceFormat.Type] = []
  package var checks: [ContentCheck] = []
  package var formerNames: [FormerName] = []
  package var cues: [(cue: Cue, meaning: String)] = []
  /// Finds problems that concern several files together. The keys of the result are the paths of the files.
  package var jointCheck:
    @Sendable (_ files: [(path: String, kind: FileKind)]) -> [String: Finding] = { _ in [:] }

  package init(_ name: String, commands: [any ParsableCommand.Type]) {
    (self.name, self.commands) = (name, commands)
  }

  private static let added = Mutex<[Annex]>([])

  /// The annexes that the executable lists.
  static var all: [Annex] { added.withLock { $0 } }

  /// Adds annexes, before anything is parsed.
  package static func add(_ annexes: [Annex]) { added.withLock { $0 += annexes } }
}

extension TraceFormats {
  /// The formats that the commands read: device logs, tidy traces, and the formats of the annexes.
  package static var tool: TraceFormats {
    TraceFormats(deviceLogs.list + Annex.all.flatMap(\.formats))
  }
}
