#if Tool
import ArgumentParser
import Lubdub
import LubdubGround
import LubdubTraces

extension RunCommand {
  /// Runs every trace as a session of its own; the trace's name goes into the names of the files.
  func runEveryTrace() throws {
    guard !live, keepsake.poster == nil else {
      throw ValidationError("--live and --poster are of one trace; name one file")
    }
    try input.forEachTrace { path, name in
      var one = self
      one.input.traces = [path]
      if let name {
        one.outputs = try outputs.named(after: name)
        one.plot = try plot.map { try OutputPaths.path($0, namedAfter: name) }
        one.report = try report.map { try OutputPaths.path($0, namedAfter: name) }
      }
      try one.run()
    }
  }

  /// Runs every link of a log as a session of its own; the link's name goes into the names of the files.
  func runEveryLink() throws {
    let options = try input.readOptions(settings.config)
    var reader = try TraceReader(path: input.trace, options: options)
    var block: [TraceRecord] = []
    var nameless = 0
    while try reader.nextBlock(into: &block) { nameless += block.count { $0.peer == nil } }
    let links = reader.report.peersByRows.map(\.name).sorted()
    guard !links.isEmpty else {
      throw CommandFailure("\(input.trace): the rows name no links, so there is one session")
    }
    if nameless > 0 {
      Console.note("\(input.trace): \(counted(nameless, "row")) without a link skipped")
    }
    let named = Dictionary(grouping: links) { OutputPaths.name(of: $0) }
    let isWriting = outputs.isAnyWanted || plot != nil || report != nil
    let same = links.compactMap { named[OutputPaths.name(of: $0)] }.first { $0.count > 1 }
    if isWriting, let same {
      throw CommandFailure(
        "\(input.trace): the links \(same.joined(separator: " and ")) would write the same files; "
          + "run them one by one with --peer")
    }
    for link in links {
      var one = self
      one.input.reading.allPeers = false
      one.input.reading.peer = link
      one.outputs = try outputs.named(after: link)
      one.plot = try plot.map { try OutputPaths.path($0, namedAfter: link) }
      one.report = try report.map { try OutputPaths.path($0, namedAfter: link) }
      Console.write("link \(link)\n", to: .error)
      try one.run()
    }
  }
}

extension TimelineOutputs {
  /// The same files, with the name of a link in theirs.
  fileprivate func named(after link: String) throws -> TimelineOutputs {
    var copy = self
    func path(_ path: String?) throws -> String? {
      try path.map { try OutputPaths.path($0, namedAfter: link) }
    }
    copy.output = try path(output)
    copy.wav = try path(wav)
    copy.ahap = try path(ahap)
    copy.android = try path(android)
    copy.hjif = try path(hjif)
    copy.haptic = try path(haptic)
    copy.others = try others.map {
      FileTarget(
        target: $0.target, path: try OutputPaths.path($0.path, namedAfter: link))
    }
    return copy
  }
}

extension OutputPaths {
  /// The name of a link in the name of a file: what is no letter, digit, `-` or `_` becomes `-`.
  static func name(of link: String) -> String {
    String(
      link.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" })
  }

  /// `walk.json` as `walk.anchor-3.json`.
  ///
  /// - Throws: `CommandFailure` for standard output, which cannot hold several documents.
  static func path(_ path: String, namedAfter link: String) throws -> String {
    guard path != "-" else {
      throw CommandFailure("each session is written to a file of its own; name a file, not -")
    }
    let name = name(of: link)
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[start...].lastIndex(of: "."), dot > start else {
      return "\(path).\(name)"
    }
    return "\(path[..<dot]).\(name)\(path[dot...])"
  }
}
#endif
