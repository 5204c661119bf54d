struct DesignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "design",
    abstract: "Write a page to design a pattern on: drag taps and envelopes, hear and feel them.",
    discussion: """
      One HTML file that needs no network. It begins with a pattern, a pattern file, or a haptic file, and plays it \
      in a loop. It shows the losses of each format, and saves every format and a file for lubdub pattern.

      Examples:
        lubdub design -o design.html
        lubdub design sonar --actuator lra -o design.html
        lubdub design studio.ahap -o design.html
      """)

  @Argument(
    help: "Name of a pattern, or a pattern file, haptic file, or sound; lub-dub by default.",
    completion: .file())
  var file = Pattern.lubDub.name

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<PageOnly>

  @Option(
    help: ArgumentHelp(
      "Actuator: \(ActuatorModel.names.joined(separator: ", ")), or FILE.yaml:NAME.",
      valueName: "name"), completion: .list(ActuatorModel.names))
  var actuator = "wideband"

  func run() throws {
    let isName = Pattern.named(file) != nil
    var written = try outputs.checked(beside: isName ? [] : [file], orOutput: true)
    try PageEngine.requireSameSettings()
    try require(
      PageEngine.isThere,
      "this tool was built without the engine of pages; run tools/wasm in the sources of lubdub and build again"
    )
    let chosen = (name: actuator, model: try ActuatorModel.chosen(actuator))
    let others = ActuatorModel.names.filter { $0 != actuator }.compactMap { name in
      ActuatorModel.named(name).map { (name: name, model: $0) }
    }
    let page = try isName ? DesignPage(PatternCommand.pattern(file), name: file) : pageOfFile()
    try written.write(.page) { try page.html(actuators: [chosen] + others) }
    guard !written.takesStandardOutput else { return }
    try Console.print("\(written.files[0].path.visible): open it in a browser\n")
  }

  private func pageOfFile() throws -> DesignPage {
    let bytes = try readFile(at: file)
    let name = file == "-" ? "pattern" : file.split(separator: "/").last.map(String.init) ?? file
    let kind = FileKind.recognize(bytes, name: file)
    if kind.format == nil, kind != .wav {
      return try DesignPage(PatternCommand.pattern(file), name: name)
    }
    let decoded = try ListeningOptions.parse([]).decode(bytes, name: file)
    Console.note(decoded.findings, in: file)
    let loss = LossReport.rendering(decoded.document, playsSharpness: true)
    for entry in loss.entries where [.mergedChannels, .clampedFrequency].contains(entry.loss) {
      Console.note("\(file): the page loses \(entry)")
    }
    return try DesignPage(decoded.document.loudest, name: name)
  }
}
