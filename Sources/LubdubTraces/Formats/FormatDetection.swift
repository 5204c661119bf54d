/// Detects the format of a log from its start, with a result that does not depend on the cuts of the bytes.
struct FormatDetection: Sendable {
  static let limit = 1 << 16
  private var examined = 0
  private(set) var lines = 0
  /// The maximum number of examined lines, a power of two; `nil` limits only the bytes.
  var lineLimit: Int?
  private let options: ReadOptions

  init(_ options: ReadOptions) { self.options = options }

  mutating func run(
    _ prefix: [UInt8], isWhole: Bool, wanted: String?, path: String
  ) throws(ReadError) -> FormatKind? {
    if let wanted { return try format(wanted, path: path) }
    try Self.refuseForeign(prefix, path: path)
    if options.pattern != nil, options.needsColumns { return TraceFormats.pattern }
    let skipped = prefix.count - DecodedText.withoutMark(prefix).count
    while examined < min(prefix.count, Self.limit) {
      let isLine = Self.isLineEnd(prefix, examined)
      examined += 1
      if isLine { lines += 1 }
      guard isLine && lines.nonzeroBitCount == 1 || examined.nonzeroBitCount == 1 && examined >= 16
      else { continue }
      let start = Array(prefix[skipped..<max(skipped, examined)])
      if let found = try find(start, path: path) { return found }
      if lines == lineLimit { throw refusal(Array(prefix[skipped..<examined]), path: path) }
    }
    guard isWhole || examined >= Self.limit else { return nil }
    let start = Array(prefix[skipped...].prefix(Self.limit))
    if let found = try find(start + [0x0A], path: path) { return found }
    throw refusal(start, path: path)
  }

  private func find(_ start: [UInt8], path: String) throws(ReadError) -> FormatKind? {
    if let found = mapped(start) { return found }
    guard let found = options.formats.recognising(start) else { return nil }
    return try own(found, start, path: path)
  }

  private func mapped(_ start: [UInt8]) -> FormatKind? {
    if let pattern = options.pattern {
      var match = LineMatch()
      let isFound = TextPrefix.lines(start).contains { line in
        match.take(line)
        return pattern.match(&match)
      }
      if isFound { return TraceFormats.pattern }
    }
    guard let columns = options.columns, let row = TextPrefix.firstRow(start) else { return nil }
    let isJSON = row.first { $0 != 0x20 } == UInt8(ascii: "{")
    if !isJSON, columns.claims(row) || columns.hasHeader(in: start) { return TraceFormats.csv }
    // The first line may be incomplete.
    if columns.isByPlace,
      let second = TextPrefix.lines(start).lazy.filter({ TextPrefix.isRow($0) }).dropFirst().first,
      columns.claims(second)
    {
      return TraceFormats.csv
    }
    let isFound = TextPrefix.lines(start).lazy.compactMap { try? JSONParser.line($0) }
      .contains { columns.reads($0) }
    return isFound ? TraceFormats.ndjson : nil
  }

  private func own(
    _ found: FormatKind, _ start: [UInt8], path: String
  ) throws(ReadError) -> FormatKind {
    guard let columns = options.columns, options.needsColumns, columns.needsEveryColumn,
      TraceFormats.tidy.named(found.name) != nil, let row = TextPrefix.firstRow(start)
    else { return found }
    let names = columns.columns.values.map { $0.name }.inOrder().joined(separator: ", ")
    throw ReadError(
      path: path, line: 1, kind: .unrecognised,
      message:
        "there are no columns \(names); the trace has Lubdub's own column names, "
        + "\(Excerpt.quote(row)), so leave the columns out")
  }

  mutating func restart() {
    examined = 0
    lines = 0
  }

  private static func isLineEnd(_ bytes: [UInt8], _ place: Int) -> Bool {
    let isSecond = place > 0 && bytes[place - 1] == 0x0D
    return bytes[place] == 0x0D || (bytes[place] == 0x0A && !isSecond)
  }

  private func format(_ name: String, path: String) throws(ReadError) -> FormatKind {
    if let format = options.formats.named(name) { return format }
    let names = options.formats.names
    #if hasFeature(Embedded)
    let question = ""
    #else
    let question = Spelling.question(name, names).map { "; \($0)" } ?? ""
    #endif
    throw ReadError(
      path: path, kind: .unknownFormat,
      message:
        "there is no format \"\(name)\"\(question); the formats are \(names.joined(separator: ", "))"
    )
  }

  private static func refuseForeign(_ prefix: [UInt8], path: String) throws(ReadError) {
    let foreign: [(magic: [UInt8], message: String)] = [
      ([0x50, 0x4B, 0x03, 0x04], "a zip archive; unpack it first, or save a workbook as CSV"),
      ([0x42, 0x5A, 0x68], "compressed with bzip2; unpack it first"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed with xz; unpack it first"),
      ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd; unpack it first"),
    ]
    guard let found = foreign.first(where: { prefix.starts(with: $0.magic) }) else { return }
    throw ReadError(path: path, kind: .unrecognised, message: "this is \(found.message)")
  }

  private func refusal(_ prefix: [UInt8], path: String) -> ReadError {
    let rows = TextPrefix.lines(prefix + [0x0A]).filter { TextPrefix.isRow($0) }
    guard let first = rows.first else {
      return ReadError(
        path: path, kind: .empty,
        message: prefix.isEmpty ? "the file is empty" : "the file has only blank lines")
    }
    // Rows of text may contain a few zero bytes.
    if prefix.contains(0), first.contains(where: { $0 < 0x20 && $0 != 0x09 }) {
      return ReadError(
        path: path, kind: .unrecognised, message: "this is binary data of no known log format")
    }
    var (proposal, obstacle) =
      first.contains(0x1B) ? (nil, nil) : ReadError.Proposal.proposed(for: prefix, options.cures)
    // A stamp is not the name of a column.
    let word = first.prefix { $0 != UInt8(ascii: ",") }
    let names = proposal?.columns.utf8.split(separator: UInt8(ascii: "=")).dropFirst() ?? []
    if names.contains(where: { $0.starts(with: word) }), ColumnDraft.isStamp(word) {
      proposal = nil
    }
    if proposal == nil, String(utf8: first) == nil {
      obstacle = "the text is not UTF-8; save it as UTF-8"
    }
    #if !hasFeature(Embedded)
    if proposal == nil, let lines = LinePatternProposal(prefix) { obstacle = lines.sentence }
    #endif
    let isMarked = first.contains { ",;\t".utf8.contains($0) }
    let isTable = SampleTable(prefix, isWhole: true).map { isMarked || !$0.isHeaderless } ?? false
    let isDocument = first.first.map { "[{<".utf8.contains($0) } ?? false
    let other = options.said(isTable ? .columns : isDocument ? .table : .pattern)
    let isHeader = isTable || !first.contains { (0x30...0x39).contains($0) }
    let reason = obstacle ?? (isHeader ? CSVPlan.cure(for: first) : nil)
    let said = reason.map { "; \($0)" } ?? other
    let cure = proposal == nil ? said : ""
    var error = ReadError(
      path: path, line: 1, kind: .unrecognised,
      message:
        "this is not a trace: expected a CSV header with t_s and range_m, rssi_dbm, or event; "
        + "JSON lines with t_s; or a device log; found \(Excerpt.quote(first))"
        + cure, proposal: proposal)
    #if !hasFeature(Embedded)
    error.start = prefix
    #endif
    return error
  }
}
