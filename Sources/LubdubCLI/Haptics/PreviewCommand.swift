struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract:
      "Show haptic files: events, motion of the actuator, sound, and the losses of each format.",
    discussion: """
      It prints to the terminal. -o writes a page (one HTML file that needs no network) or a drawing (SVG). It \
      draws several files above each other on one time axis, and compares two files event by event.

      Examples:
        lubdub preview studio.ahap
        lubdub preview studio.ahap -o preview.html
        lubdub preview studio.ahap studio.haptic --actuator lra -o preview.html
        lubdub preview studio.ahap -o studio.svg
      """)

  @Argument(help: "Haptic files or sounds; - is standard input.") var files: [String]

  enum Files: OutputKinds { static let kinds = [OutputKind.page, .plot] }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  @Option(
    help: ArgumentHelp(
      "Format of the files, if their content does not show it.", valueName: "format"))
  var from: HapticFormat?

  @Option(
    help: ArgumentHelp(
      "Actuator: \(ActuatorModel.names.joined(separator: ", ")), or FILE.yaml:NAME.",
      valueName: "name"), completion: .list(ActuatorModel.names))
  var actuator = "wideband"

  func run() throws {
    var written = try outputs.checked(beside: files)
    let options = RenderOptions(actuator: try .chosen(actuator))
    let listening = try ListeningOptions.parse([])
    let previews = try files.map { file in
      let bytes = try readFile(at: file)
      let decoded = try listening.decode(bytes, from: from, name: file)
      let format = from?.rawValue ?? FileKind.recognize(bytes, name: file).name
      return PatternPreview(
        name: title(of: file), format: format, document: decoded.document,
        findings: decoded.findings, loss: decoded.loss, options: options)
    }
    guard let first = written.files.first else {
      return try Console.print(PreviewText.text(previews))
    }
    try written.write(.page) { try PreviewPage.html(previews) }
    try written.write(.plot) { PatternDrawing.file(previews) }
    guard !written.takesStandardOutput else { return }
    let count = counted(previews.count, "pattern")
    let use = first.kind == .page ? ", open it in a browser" : ""
    try Console.print("\(first.path.visible): \(count)\(use)\n")
  }
}
