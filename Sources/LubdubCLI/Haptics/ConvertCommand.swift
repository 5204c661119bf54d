struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a haptic file, a sound, or a folder of them to other formats.",
    discussion: """
      Lubdub detects the input format from the content, and chooses the output format by the ending. It prints \
      losses of reading and writing on standard error. It turns a WAV file into haptics by its beats and its \
      envelope.

      A folder is converted to every format of --as, into OUT/FORMAT/. The exit status is 1 if a conversion \
      failed, or with --strict if you could feel a loss.

      Examples:
        lubdub convert studio.ahap studio.haptic
        lubdub convert buzz.xml buzz.ahap
        lubdub convert clip.haptic clip.json --as openharmony
        lubdub convert heart.json -o heart.ahap -o heart.wav -o heart.svg
        lubdub convert heart.json -o beat.xml --android-style basic-envelope
        lubdub convert heart.json heart.wav --actuator lra --compensate
        lubdub convert studio.ahap -o lost.json --as losses -o studio.hjif
        lubdub convert song.wav song.ahap --mode beats
        lubdub convert effects/ -o out/ --as ahap,android-xml,haptic,hjif,wav
      """)

  @Argument(help: "File or folder to read; - is standard input.") var input: String

  @Argument(help: "File to write. To write several files, use -o.") var target: String?

  enum Files: OutputKinds {
    static let kinds = OutputKind.timelines + [.plot, .losses]
    static let usual: OutputKind? = nil
  }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  @Option(
    help: ArgumentHelp("Format of the input, if its content does not show it.", valueName: "format")
  ) var from: HapticFormat?

  @Option(
    help: ArgumentHelp(
      "Folder: files to convert at the same time. The default is one per core.", valueName: "count")
  )
  var jobs = Workers.cores

  @OptionGroup(title: "Sound to haptics") var listening: ListeningOptions

  @OptionGroup(title: "Formats") var format: FormatOptions

  mutating func validate() throws {
    try RecordingOptions.requireJobs(jobs)
    if let target { outputs.output.insert(Placed(first: target), at: 0) }
    target = nil
  }

  func run() throws {
    guard !isFolder(at: input) else { return try convertFolder(input) }
    var files = try outputs.checked(beside: [input], orOutput: true)
    let decoded = try listening.decode(try readFile(at: input), from: from, name: input)
    try files.write(.plot) {
      PatternDrawing.file(of: decoded.document, name: input, try format.sound.resolve())
    }
    try files.write(decoded, by: format.writer(), source: input)
  }

  private func convertFolder(_ input: String) throws {
    let words = try outputs.words()
    let named = outputs.output.indices.map { (path: outputs.output[$0].value, word: words[$0]) }
    let reports = named.filter { $0.word == OutputKind.losses.name }.map(\.path)
    let folders = named.filter { $0.word != OutputKind.losses.name }
    guard folders.count == 1, let (output, word) = folders.first, output != "-" else {
      throw ValidationError("name one folder to write to with -o")
    }
    guard let word else {
      throw ValidationError("name the formats for the folder with --as")
    }
    let targets = try word.split(separator: ",", omittingEmptySubsequences: false).map { name in
      guard let target = OutputKind.timelines.first(where: { $0.name == name }) else {
        let all = OutputKind.timelines.map(\.name).joined(separator: ", ")
        throw ValidationError("\"\(name)\" is not a format; the formats are \(all)")
      }
      return target
    }
    try OutputPaths.check(reports, beside: [])
    let writer = try format.writer()
    let conversion = FolderConversion(
      source: input, output: output,
      targets: targets.map { target in
        (
          target.name, target.fileExtension,
          { try writer.encode($0.document, as: target, source: $1) }
        )
      }, isStrict: format.tolerance.strict, readsAll: from != nil
    ) { [listening, from] bytes, name in try listening.decode(bytes, from: from, name: name) }
    let result = try conversion.run(jobs: jobs)
    for note in result.notes { Console.note(note) }
    for path in reports { try writeFile(JSONWriter.encode(result.loss.json), to: path) }
    try Console.print(result.summary)
    if result.isFailure { throw ExitCode(1) }
  }
}
