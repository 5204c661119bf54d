extension LinkChoice {
  /// Chooses a link by reading the log once; input that can be read only once is not read, and a link in the options is
  /// kept. Throws `ReadError` when the log cannot be read.
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
