import ArgumentParser
import FileIO
import HapticFormats

/// `lubdub convert`: from one haptic format to another.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a haptic file to another format.",
    discussion: """
      The input's format is recognised by its content, the output's by its ending. What gets lost on the
      way is told on standard error.

      Examples:
        lubdub convert studio.ahap studio.haptic
        lubdub convert buzz.xml buzz.ahap
        lubdub convert clip.haptic clip.json --to openharmony
        lubdub convert studio.ahap studio.wav --channels controller
      """)

  @Argument(help: "The file to read; - for standard input.")
  var input: String

  @Argument(help: "The file to write; - for standard output, with --to.")
  var target: String

  @Option(help: "The input's format, when the content does not tell.")
  var from: HapticFormat?

  @Option(help: "The output's format, when the file's ending does not tell.")
  var to: ExportTarget?

  @OptionGroup var options: FormatOutputOptions

  func run() throws {
    let bytes = try readFile(at: input)
    let kind = FileKind.recognize(bytes, name: input)
    guard let source = from ?? kind.format else {
      throw CommandFailure(
        "\(input): \(kind == .unknown ? "unknown format" : "\(kind.rawValue) cannot be read"); "
          + "readable formats: "
          + HapticFormat.allCases.filter(\.isReadable).map(\.rawValue)
          .joined(separator: ", "))
    }
    guard let wanted = to ?? ExportTarget(ending: target) else {
      throw CommandFailure("\(target): the ending names no format; say it with --to")
    }
    let document = try naming(input) { () throws(FormatError) in try source.decode(bytes) }
    var output = options
    output.output = target
    try output.write(document, as: wanted, source: input)
  }
}
