package enum FileInspection {
  package static let startSize = 1 << 16
  private static let perhapsTraces: Set<FileKind> = [.trace, .configuration, .unknown]

  private static let longSound = 1 << 24

  package static func check(
    _ path: String, options: ReadOptions,
    configuration: Configuration = Preset.default.configuration
  ) throws -> (kind: FileKind, findings: [Finding], loss: LossReport) {
    var loss = LossReport(.read)
    var file = try InputFile(path: path)
    if let check = ContentCheck.named(options) {
      let findings = check.findings(try file.readAll(), path, &loss)
      return (check.kind, findings, loss)
    }
    var bytes = try file.read(upTo: startSize)
    if options.format == nil, options.columns == nil,
      let check = ContentCheck.all.first(where: { $0.recognises(bytes) })
    {
      if bytes.count == startSize { bytes += try file.readAll() }
      return (check.kind, check.findings(bytes, path, &loss), loss)
    }
    let kind = kind(bytes, path)
    // A table of events and a timeline in lines share their names with formats of traces.
    let isNamed = options.format != nil && options.format != kind.format?.rawValue
    if isNamed || perhapsTraces.contains(kind) {
      // With columns, a file of unknown kind counts as a trace. Settings have their own keys.
      let isOther = kind == .configuration || (kind == .unknown && options.columns == nil)
      let mayBeOther = options.format == nil && isOther
      if let findings = try TraceCheck.findings(
        in: &file, from: bytes, options: options, configuration, mayBeOther: mayBeOther)
      {
        return (.trace, findings, loss)
      }
    }
    if kind == .wav, bytes.count == startSize {
      bytes += try file.read(upTo: longSound)
      if bytes.count == startSize + longSound {
        var check = try WAVStreamCheck(start: bytes)
        while case let block = try file.read(upTo: longSound), !block.isEmpty {
          try check.feed(block)
        }
        return (.wav, try check.findings(), loss)
      }
    } else if bytes.count == startSize {
      bytes += try file.readAll()
    }
    let whole = Self.kind(bytes, path)
    if whole == .unknown, options.format == nil, options.columns == nil,
      let broken = brokenJSON(bytes)
    {
      return (.unknown, [broken], loss)
    }
    // Text that is not settings is most likely a log.
    let isJSON = bytes.first.map { Array("[{".utf8).contains($0) } ?? false
    if whole == .unknown && !bytes.contains(0) && (isJSON || LogPreview(bytes) != nil)
      || whole == .configuration && !ContentCheck.areMeantAsSettings(bytes, path),
      let findings = try TraceCheck.findings(
        in: &file, from: bytes, options: options, configuration, mayBeOther: false)
    {
      return (.unknown, findings, loss)
    }
    let check = ContentCheck.all.first { $0.kind == whole }
    return (whole, check?.findings(bytes, path, &loss) ?? [], loss)
  }

  /// The finding about a file that should be one JSON text but is not. In a log of JSON lines, some lines are JSON.
  private static func brokenJSON(_ bytes: [UInt8]) -> Finding? {
    let start = Array(bytes.lazy.filter { $0 > 0x20 }.prefix(2))
    guard
      start.first == UInt8(ascii: "{")
        || start.first == UInt8(ascii: "[")
          && Array("{[\"".utf8).contains(start.last ?? 0)
    else { return nil }
    do throws(JSONError) {
      _ = try JSONParser.parse(bytes)
      return nil
    } catch {
      let isLog = TextLines(bytes).prefix(100).contains { (try? JSONParser.line($0.1)) != nil }
      return isLog
        ? nil
        : Finding(
          .error, code: "json-syntax", at: "line \(error.line), column \(error.column)",
          "this is not JSON: \(error.rule)")
    }
  }

  private static func kind(_ bytes: [UInt8], _ path: String) -> FileKind {
    let kind = FileKind.recognize(bytes, name: path)
    return kind == .unknown && ContentCheck.isSettingsJSON(bytes) ? .configuration : kind
  }
}
