package struct TruthOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Delay truth_m by this many seconds. auto fits the lag of the unfiltered ranges of each data set, and \
      applies it if it is larger than its error. The default is 0 for run and report, and auto for other \
      commands.
      """, valueName: "auto|seconds"))
  var truthShift: String?

  var words: [String] { truthShift.map { ["--truth-shift", $0] } ?? [] }

  package init() {}

  package mutating func validate() throws {
    guard let truthShift, truthShift != "auto" else { return }
    try expect(
      Double(truthShift).map({ $0.isFinite && abs($0) <= 60 }) == true,
      "--truth-shift is \"\(truthShift)\", expected auto or seconds from -60 to 60")
  }

  var shift: TruthShift {
    truthShift.flatMap { Double($0) }.map { .fixed(Seconds($0)) } ?? .estimated
  }

  func align(_ recordings: [Recording]) -> (recordings: [Recording], offsets: [TruthOffset]) {
    let all = shift.align(recordings)
    Self.note(all.offsets)
    return all
  }

  static func note(_ offsets: [TruthOffset]) {
    for sentence in offsets.compactMap(\.sentence) {
      Console.note("\(sentence); --truth-shift sets it")
    }
  }
}

/// The edges that divide the truth into zones when settings move the edges.
struct TruthEdgesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Edges of the true zones, from the nearest, such as 0.05,0.2,1,2. The default is zones.edges. Set them to \
      compare results before and after you move edges.
      """, valueName: "meters"))
  var truthEdges: String?

  func edges(for configuration: Configuration) throws -> [Meters]? {
    guard let truthEdges else { return nil }
    let parts = truthEdges.split(separator: ",", omittingEmptySubsequences: false)
    let edges = parts.compactMap { Double($0) }.map { Meters($0) }
    let count = configuration.zones.edges.count
    try expect(
      edges.count == parts.count && edges.count == count && (try? Zones(edges: edges)) != nil,
      "--truth-edges is \"\(truthEdges)\", expected \(counted(count, "increasing distance")) in meters, one for each "
        + "of zones.edges")
    return edges
  }
}
