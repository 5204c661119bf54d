#if Tool
import ArgumentParser
import Lubdub
import LubdubGround
import LubdubHaptics
import LubdubReports

/// `lubdub preview`: see and hear haptic files, and what each format would lose of them.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract:
      "Show haptic files: events, what the actuator does, sound, and what each format loses.",
    discussion: """
      In the terminal; with -o as a page, one HTML file that needs no network, or as a drawing (SVG). Files \
      are drawn above each other on one axis of time; two files are compared event by event.

      Examples:
        lubdub preview studio.ahap
        lubdub preview studio.ahap -o preview.html
        lubdub preview studio.ahap studio.haptic --actuator lra -o preview.html
        lubdub preview studio.ahap -o studio.svg
      """)

  @Argument(help: "Haptic files or sounds; - for standard input.")
  var files: [String]

  @Option(
    name: .shortAndLong,
    help: "A page (.html, or - for standard output) or a drawing (.svg), in place of text.",
    completion: .file(extensions: ["html", "svg"]))
  var output: String?

  @Option(help: "The format of the files, when their content does not show it.")
  var from: HapticFormat?

  @OptionGroup(title: "Sound to haptics") var listening: ListeningOptions

  @OptionGroup(title: "Sound") var sound: SoundOptions

  func validate() throws {
    guard output == nil || isPage || isDrawing else {
      throw ValidationError(
        "--output is \(output ?? ""), expected a name that ends in .html or .svg")
    }
  }

  private var isPage: Bool { output == "-" || output?.hasSuffix(".html") ?? false }
  private var isDrawing: Bool { output?.hasSuffix(".svg") ?? false }

  func run() throws {
    try OutputPaths.check([output], beside: files)
    let options = try sound.resolve()
    let previews = try files.map { file in
      let bytes = try readFile(at: file)
      let decoded = try listening.decode(bytes, from: from, name: file)
      let format = from?.rawValue ?? FileKind.recognize(bytes, name: file).name
      return PatternPreview(
        name: Self.name(of: file), format: format, document: decoded.document,
        findings: decoded.findings, loss: decoded.loss, options: options)
    }
    guard let output else { return try Console.print(PreviewText.text(previews)) }
    if isDrawing {
      try writeFile(PatternDrawing.file(previews), to: output)
    } else {
      try writeFile(PreviewPage.html(previews), to: output)
    }
    guard output != "-" else { return }
    let count = counted(previews.count, "pattern")
    try Console.print("\(output): \(count)\(isPage ? ", open it in a browser" : "")\n")
  }

  private static func name(of file: String) -> String {
    file == "-" ? "standard input" : file.split(separator: "/").last.map(String.init) ?? file
  }
}
#endif
