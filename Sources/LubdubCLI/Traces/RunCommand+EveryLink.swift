extension RunCommand {
  func runEveryTrace() throws {
    try TraceOptions.forEach(input.traces, writes: !outputs.output.isEmpty) { path, name in
      var one = self
      one.input.traces = [path]
      if let name { one.outputs = try outputs.named(after: name) }
      try one.run()
    }
  }

  func runEveryLink() throws {
    var options = try input.reading.readOptions(settings.config, oddities)
    // The edges of zones are not known yet. This pass counts links, and the run of each link is strict.
    options.strict = false
    var reader = try TraceReader(path: input.trace, options: options)
    var block: [TraceRecord] = []
    var nameless = 0
    while try reader.nextBlock(into: &block) { nameless += block.count { $0.peer == nil } }
    let links = reader.report.peersByRows.map(\.name).sorted()
    try require(!links.isEmpty, "\(input.trace): the rows name no links; leave out --all-peers")
    try require(
      links.count <= Bound.sessions.most,
      "\(input.trace): there are \(links.count) links, \(Bound.sessions.rule); "
        + "--peer chooses one")
    if nameless > 0 {
      Console.note("\(input.trace): \(counted(nameless, "row")) without a link skipped")
    }
    let named = Dictionary(grouping: links) { OutputPaths.name(of: $0) }
    let same = links.compactMap { named[OutputPaths.name(of: $0)] }.first { $0.count > 1 }
    if !outputs.output.isEmpty, let same {
      throw CommandFailure(
        "\(input.trace): the links \(same.map(\.visible).joined(separator: " and ")) would write the same files; "
          + "run them one by one with --peer")
    }
    for link in links {
      var one = self
      one.allPeers = false
      one.input.reading.peer = link
      one.outputs = try outputs.named(after: link)
      Console.write("link \(link.visible)\n", to: .error)
      try one.run()
    }
  }
}
