extension LinkChoice {
  /// Chooses by reading the log once; what can be read only once is left alone, and a link that the options name. Throws
  /// `ReadError` when the log cannot be read.
  public static func busiest(
    in path: String, options: ReadOptions
  ) throws(ReadError) -> LinkChoice {
    guard options.peer == nil, path != "-", isRegularFile(at: path) else { return everything }
    var reader = try TraceReader(path: path, options: options)
    var block: [TraceRecord] = []
    guard try reader.nextBlock(into: &block), block.contains(where: { $0.peer != nil }),
      !reader.report.hasOneLink
    else { return everything }
    while try reader.nextBlock(into: &block) {}
    return LinkChoice(busiestIn: reader.report)
  }
}

extension ReadOptions {
  /// The options for one link of a log: the one that they name, or the busiest, or the first one where the
  /// log can be read only once; and what was chosen. Throws `ReadError` when the log cannot be read.
  public func choosingLink(
    of path: String
  ) throws(ReadError) -> (options: ReadOptions, choice: LinkChoice) {
    let choice = try LinkChoice.busiest(in: path, options: self)
    var options = self
    options.peer = peer ?? choice.peer
    options.takesFirstPeer = path == "-" || !isRegularFile(at: path)
    return (options, choice)
  }
}
