#if Tool
import ArgumentParser
import LubdubBench
import LubdubGround
import LubdubHaptics
import LubdubReports

/// `lubdub convert`: from one haptic format to another, a file or a whole folder.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a haptic file, a sound or a folder of them to other formats.",
    discussion: """
      The input's format is recognised by its content, the output's by its ending. What gets lost on the \
      way, while reading and while writing, is printed on standard error. A WAV file is turned into haptics \
      by its beats and its envelope.

      A folder is converted to every format of --to, into OUT/FORMAT/. The exit status is 1 when a file \
      could not be converted, or with --strict when something that can be felt is lost.

      Examples:
        lubdub convert studio.ahap studio.haptic
        lubdub convert buzz.xml buzz.ahap
        lubdub convert clip.haptic clip.json --to openharmony
        lubdub convert studio.ahap studio.wav --channels controller
        lubdub convert song.wav song.ahap --mode beats
        lubdub convert effects/ --to ahap,android-xml,haptic,hjif,wav -o out/
      """)

  @Argument(help: "The file to read, - for standard input, or a folder.")
  var input: String

  @Argument(help: "The file to write; - for standard output, with --to. Or name it with -o.")
  var target: String?

  @Option(help: "The input's format, when its content does not show it.")
  var from: HapticFormat?

  @Option(
    help: ArgumentHelp(
      "The output's format, when the file's ending does not show it; for a folder one or more, with commas.",
      discussion: "(values: \(ExportTarget.allValueStrings.joined(separator: ", ")))",
      valueName: "formats"),
    completion: .list(ExportTarget.allValueStrings), transform: ExportTargets.init)
  var to: ExportTargets?

  @Option(help: "Folder: how many files at the same time; by default one on each core.")
  var jobs = Workers.cores

  @OptionGroup(title: "Sound to haptics") var listening: ListeningOptions

  @OptionGroup(title: "Output") var options: FormatOutputOptions

  func validate() throws {
    guard jobs > 0 else { throw ValidationError("--jobs is \(jobs), expected at least 1") }
    guard target == nil || options.output == "-" else {
      throw ValidationError("the output is named twice: \(target ?? "") and -o \(options.output)")
    }
  }

  func run() throws {
    let output = target ?? options.output
    guard !isFolder(at: input) else { return try convertFolder(into: output) }
    guard to?.all.count ?? 1 == 1 else {
      throw ValidationError(
        "--to names several formats, which only a folder is converted to, and \(input) is one file; "
          + "name one")
    }
    guard let wanted = to?.all.first ?? ExportTarget(ending: output) else {
      throw CommandFailure(OutputPaths.unknownFormat(output, option: "--to"))
    }
    try OutputPaths.check([output, options.plot, options.lossJSON], beside: [input])
    let decoded = try listening.decode(try readFile(at: input), from: from, name: input)
    var options = options
    options.output = output
    try options.write(decoded, as: wanted, source: input)
  }

  private func convertFolder(into output: String) throws {
    guard let targets = to?.all else {
      throw ValidationError("say with --to which formats the folder is converted to")
    }
    guard options.plot == nil else {
      throw ValidationError("--plot is a drawing of one file, and \(input) is a folder")
    }
    guard output != "-" else { throw ValidationError("name the folder to write to with -o") }
    try OutputPaths.requireEnding(options.lossJSON, option: "--loss-json", "json")
    let conversion = FolderConversion(
      source: input, output: output,
      targets: targets.map { [options] target in
        .init(name: target.name, fileExtension: target.fileExtension) {
          try options.encode($0, as: target, source: $1)
        }
      }, isStrict: options.strict, readsAll: from != nil
    ) { [listening, from] bytes, name in try listening.decode(bytes, from: from, name: name) }
    let result = try conversion.run(jobs: jobs)
    for note in result.notes { Console.note(note) }
    if let lossJSON = options.lossJSON {
      try writeFile(JSONWriter.encode(result.loss.json), to: lossJSON)
    }
    try Console.print(result.summary)
    if result.isFailure { throw ExitCode(1) }
  }
}
#endif
