struct TimelineWriter: Sendable {
  var options = ExportOptions()
  var rendering = RenderOptions()
  /// Whether nothing is written if a person could feel a loss.
  var isStrict = false
  /// Whether this command created the timeline. Then only losses that a person can feel are reported for Lubdub's own JSON
  /// and for sound.
  var isMadeHere = false

  func encode(
    _ document: TimelineDocument, as kind: OutputKind, source: String
  ) throws -> EncodedTimeline {
    guard let format = kind.format else {
      return EncodedTimeline(try renderWAVBytes(document, rendering), loss: soundLoss(of: document))
    }
    return try naming(source) { () throws(FormatError) in
      try format.encode(document, options: options)
    }
  }

  private func soundLoss(of document: TimelineDocument) -> LossReport {
    .rendering(document, playsSharpness: rendering.playsSharpness, layout: rendering.layout)
  }

  func write(
    _ decoded: DecodedTimeline, to files: [Outputs.File], source: String,
    keepLoss: (LossReport) throws -> Void = { _ in }
  ) throws -> [String] {
    Console.note(decoded.findings, in: source)
    let document = decoded.document
    if rendering.layout != .mono, !files.contains(where: { $0.kind == .wav }) {
      Console.note("--channels applies to WAV, and no WAV file is written")
    }
    if document.timeline.events.isEmpty, !isMadeHere {
      Console.note("\(source): the input has no events, so the output has none")
    }
    var all = decoded.loss
    all.tolerance = options.tolerance
    var refused: CommandFailure?
    let encoded = try files.map { file in
      // Sound is rendered during writing.
      let result = file.kind == .wav ? nil : try encode(document, as: file.kind, source: source)
      let written = result?.loss ?? soundLoss(of: document)
      var loss = decoded.loss
      loss.tolerance = options.tolerance
      loss.merge(written)
      all.merge(written)
      let isQuiet = isMadeHere && (file.kind == .wav || file.kind.format == .json)
      if !isQuiet || loss.isFelt {
        report(loss, of: file.kind.name, isResampled: written[.continuous, .resampledCurve] != nil)
      }
      if isStrict, loss.isFelt { refused = refused ?? refusal(of: file.kind.name, loss, source) }
      return (file, result)
    }
    try keepLoss(all)
    if let refused { throw refused }
    return try encoded.flatMap { file, result in
      try result.map { try write($0, to: file) } ?? [try writeSound(document, to: file.path)]
    }
  }

  private func refusal(of name: String, _ loss: LossReport, _ source: String) -> CommandFailure {
    let felt = loss.entries.filter(\.isFelt)
    let isAllowed = felt.allSatisfy { ![.always, .measured].contains($0.loss.feeling) }
    let kinds = Set(felt.map(\.loss))
    let target = HapticTarget.allCases.first { kinds.isSubset(of: $0.unavoidable) }
    let allowed = kinds.map(\.rawValue).inOrder().joined(separator: ",")
    let option = target.map { "--for \($0.rawValue)" } ?? "--allow \(allowed)"
    let cures =
      felt.compactMap { Self.cure($0, name) }
      + [isAllowed ? "allow it with --tolerance or \(option)" : "allow it with \(option)"]
      + ["leave out --strict, or choose another format"]
    let causes = felt.map(\.description).joined(separator: ", ")
    return CommandFailure(
      "\(source): conversion to \(name) loses too much: \(causes); no \(name) was written; "
        + cures.joined(separator: ", "))
  }

  private static func cure(_ entry: LossReport.Entry, _ name: String) -> String? {
    switch (entry.stage, entry.subject, entry.loss) {
    case (.write, .transient, .clampedValue) where name == HapticFormat.haptic.rawValue,
      (.write, .transient, .dropped):
      "make each tap stronger than the vibration under it"
    case (.read, _, .clampedValue), (.read, .effect, .dropped):
      "fix the problems that lubdub check finds"
    default: nil
    }
  }

  private func report(_ loss: LossReport, of name: String, isResampled: Bool) {
    for line in loss.description.split(separator: "\n") { Console.note("\(name): \(line)") }
    if loss.entries.contains(where: { $0.loss == .endless }) {
      Console.note("\(name): to write all beats instead of a loop, use --loop never")
    }
    if isResampled, name == HapticFormat.ahap.rawValue {
      Console.note(
        "ahap: a curve that rises to a tap is kept below the tap; --separate-transients writes two files "
          + "and changes neither")
    }
  }

  private func write(_ encoded: EncodedTimeline, to file: Outputs.File) throws -> [String] {
    try require(
      encoded.parts.count == 1 || file.path != "-",
      "\(file.kind.name) needs \(encoded.parts.count) files here; name the output with -o")
    return try encoded.parts.map { part in
      let path = labelledPath(file.path, part.label)
      try writeFile(part.bytes, to: path)
      return "\(path) (\(file.kind.title))"
    }
  }

  private func writeSound(_ document: TimelineDocument, to path: String) throws -> String {
    let report = try renderWAV(document, rendering, to: path)
    if report.startOffset > .zero {
      let offset = (report.startOffset.value * 1e6).rounded() / 1e6
      Console.note("wav: the file starts \(offset) s before the timeline, for the compensation")
    }
    let voices = document.voices(rendering.layout).map(\.name)
    if voices.count > 1 {
      let channels = rendering.layout.voices(of: voices.count).enumerated().map { number, voice in
        "\(number + 1) \(voice.map { voices[$0] } ?? "silence")"
      }
      Console.note("wav: the channels are \(channels.joined(separator: ", "))")
    }
    if rendering.layout == .places, voices.count == 1 {
      Console.note("wav: there are no places, so there is one channel")
    }
    let rate = SettingValue.text(Double(rendering.sampleRate) / 1000)
    return "\(path) (\(report.frames) samples, \(rate) kHz)"
  }
}

extension Console {
  static func note(_ findings: [Finding], in source: String) {
    for finding in findings where finding.severity >= .warning { note("\(source): \(finding)") }
  }
}
