import ArgumentParser
import Files
import HapticFormats
import Haptics
import Quantities
import Reports

/// `lubdub edit`: changes of a haptic file, in the order in which they are given.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Cut, strengthen, stretch, repeat, join and layer haptic files.",
    discussion: """
      The operations stand after the file and are applied in their order; --to counts from the start as \
      it is after the operations before it:

        --from S      keep what lies at or after S seconds
        --to S        keep what lies before S
        --gain X      multiply intensities
        --stretch X   multiply times
        --repeat N    play N times
        --fade S      fade both ends over S
        --join FILE   play FILE afterwards
        --layer FILE  play FILE together with it

      Formats are told by content and endings, as in lubdub convert.

      Examples:
        lubdub edit in.ahap -o out.ahap --from 1 --to 3 --gain 0.8
        lubdub edit beat.json -o loop.hjif --stretch 1.5 --repeat 4 --fade 0.1
        lubdub edit in.json -o out.json --join other.ahap --layer base.json
      """)

  @Argument(help: "The file to read; - for standard input.")
  var input: String

  @Option(name: .shortAndLong, help: "The file to write; - for standard output.")
  var output = "-"

  @Option(help: "The output's format, when the file's ending does not tell.")
  var format: ExportTarget?

  @Option(help: "A drawing of the edited pattern (SVG).", completion: .file(extensions: ["svg"]))
  var plot: String?

  @Option(help: "Write the loss report to this file, as JSON.")
  var lossJSON: String?

  @Flag(help: "Write nothing and end with status 2 when something that can be felt would be lost.")
  var strict = false

  @Argument(parsing: .allUnrecognized, help: "The operations, each with its value.")
  var operations: [String] = []

  func validate() throws {
    try OutputPaths.requireDrawing(plot, option: "--plot")
    guard operations.count.isMultiple(of: 2) else {
      throw ValidationError("every operation takes a value: \(operations.joined(separator: " "))")
    }
  }

  func run() throws {
    guard let wanted = format ?? ExportTarget(ending: output) else {
      throw CommandFailure(OutputPaths.unknownFormat(output, option: "--format"))
    }
    try OutputPaths.check([output, plot, lossJSON], beside: [input] + otherInputs)
    let listening = try ListeningOptions.parse([])
    var decoded = try listening.decode(try readFile(at: input), name: input)
    for index in stride(from: 0, to: operations.count, by: 2) {
      let (edit, loss) = try edit(operations[index], operations[index + 1], listening)
      decoded.loss.merge(loss)
      let before = decoded.document.timeline
      try naming(operations[index]) { () throws(FormatError) in
        try decoded.document.apply(edit, loss: &decoded.loss)
      }
      let after = decoded.document.timeline
      guard before.isSilent || !after.isSilent else {
        throw CommandFailure(
          "\(operations[index]) \(operations[index + 1]) leaves no event"
            + "\(after.events.isEmpty ? "" : " above intensity 0") of the "
            + "\(before.events.count) in \(NumberText.rounded(before.duration.value, 3)) s; "
            + "nothing was written")
      }
    }
    var options = try FormatOutputOptions.parse([])
    (options.output, options.lossJSON, options.strict) = (output, lossJSON, strict)
    options.plot = plot
    try options.write(decoded, as: wanted, source: input)
  }

  /// The files that operations read.
  private var otherInputs: [String] {
    stride(from: 0, to: operations.count, by: 2)
      .filter { ["--join", "--layer"].contains(operations[$0]) }
      .map { operations[$0 + 1] }
  }

  /// The operation of a name, and what was lost in reading its file.
  private func edit(
    _ name: String, _ value: String, _ listening: ListeningOptions
  ) throws -> (TimelineEdit, LossReport) {
    func number() throws -> Double {
      guard let number = Double(value) else {
        throw ValidationError("\(name) is \"\(value)\", expected a number")
      }
      return number
    }
    func file() throws -> DecodedTimeline {
      try listening.decode(try readFile(at: value), name: value)
    }
    switch name {
    case "--from": return (.from(Seconds(try number())), LossReport())
    case "--to": return (.to(Seconds(try number())), LossReport())
    case "--gain": return (.gain(try number()), LossReport())
    case "--stretch": return (.stretch(try number()), LossReport())
    case "--fade": return (.fade(Seconds(try number())), LossReport())
    case "--repeat":
      guard let count = Int(value) else {
        throw ValidationError("--repeat is \"\(value)\", expected a whole number")
      }
      return (.repetition(count), LossReport())
    case "--join":
      let other = try file()
      return (.join(other.document.timeline), other.loss)
    case "--layer":
      let other = try file()
      return (.layer(other.document.timeline), other.loss)
    default:
      throw ValidationError(
        "there is no operation \(name); known are --from, --to, --gain, --stretch, --repeat, "
          + "--fade, --join and --layer")
    }
  }
}
