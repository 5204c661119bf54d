#if Tool
import ArgumentParser
import Lubdub
import LubdubGround
import LubdubHaptics
import LubdubReports

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
        --repeat N    play N times; --every S before it starts one every S seconds
        --fade S      fade both ends over S; a tap counts at its end, 20 ms after its start
        --trim S      cut the silence at both ends, but for S seconds
        --gain-curve T:X,T:X   multiply intensities by X at T seconds, straight between
        --swap-sharpness       the sharpest becomes the dullest, and so on
        --join FILE   play FILE afterwards; --gap S before it leaves S seconds between
        --layer FILE  play FILE together with it; --offset S before it starts FILE at S

      Formats are recognised by content and endings, as in lubdub convert.

      Examples:
        lubdub edit in.ahap -o out.ahap --from 1 --to 3 --gain 0.8
        lubdub edit beat.json -o loop.hjif --stretch 1.5 --repeat 4 --fade 0.1
        lubdub edit in.json -o out.json --gap 0.5 --join other.ahap
        lubdub edit taps.csv -o beats.json --every 0.83s --repeat 8
        lubdub edit in.json -o out.json --offset 1 --layer base.json
      """)

  @Argument(help: "The file to read; - for standard input.")
  var input: String

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<ConvertCommand.Files>

  @Flag(help: "Write nothing and end with status 2 when something that can be felt would be lost.")
  var strict = false

  @OptionGroup var tolerance: ToleranceOptions

  @Argument(parsing: .allUnrecognized, help: "The operations, each with its value.")
  var operations: [String] = []

  func validate() throws { _ = try steps() }

  private struct Step {
    var name: String
    var value: String
  }

  private func steps() throws -> [Step] {
    // A negative number came as --gain=-1.
    var (steps, left) = (
      [Step](),
      operations.flatMap { word in
        word.hasPrefix("--") ? word.split(separator: "=", maxSplits: 1).map(String.init) : [word]
      }[...]
    )
    while let name = left.popFirst() {
      if name == "--swap-sharpness" {
        steps.append(Step(name: name, value: ""))
      } else if let value = left.popFirst() {
        steps.append(Step(name: name, value: value))
      } else {
        throw ValidationError(
          "operations stand behind the file, and each takes a value: \(operations.joined(separator: " "))"
        )
      }
    }
    return steps
  }

  func run() throws {
    var files = try outputs.checked(beside: [input] + otherInputs, orOutput: true)
    let listening = try ListeningOptions.parse([])
    var decoded = try listening.decode(try readFile(at: input), name: input)
    // What --gap and --offset say of the file that follows.
    var pause: Seconds?
    for (step, next) in try withNext(steps()) {
      if let follower = Self.followers[step.name] {
        try expect(
          next?.name == follower, "\(step.name) stands before the \(follower) that it is for")
        pause = Seconds(try number(step))
        continue
      }
      let formats = files.timelines.map(\.kind.target?.format)
      let (edit, other) = try edit(step, pause, listening, beside: &decoded.document, for: formats)
      pause = nil
      if let other { decoded.loss.merge(other.loss) }
      let before = decoded.document.timeline
      try naming(step.name) { () throws(FormatError) in
        try decoded.document.apply(
          edit, with: other?.document.places ?? [], loss: &decoded.loss)
      }
      let after = decoded.document.timeline
      if case .repetition = edit {
        let count = after.coincidingTaps - before.coincidingTaps
        if count > 0 {
          Console.note(
            "--repeat \(step.value): \(counted(count, "tap falls", "taps fall")) on another; --every S before it sets "
              + "the period")
        }
      }
      let count = before.feltTaps - after.feltTaps
      if case .fade = edit, count > 0 {
        Console.note(
          "--fade \(step.value): \(counted(count, "tap is", "taps are")) weaker than 0.03 now, which is not felt"
        )
      }
      try require(
        before.isSilent || !after.isSilent,
        "\(step.name) \(step.value) leaves no event"
          + "\(after.events.isEmpty ? "" : " above intensity 0") of the "
          + "\(before.events.count) in \(NumberText.rounded(before.duration.value, 3)) s; "
          + "nothing was written")
    }
    try files.write(.plot) { PatternDrawing.file(of: decoded.document, name: input) }
    var writer = TimelineWriter()
    (writer.isStrict, writer.options.isStrict) = (strict, strict)
    writer.options.tolerance = tolerance.tolerance
    try files.write(decoded, by: writer, source: input)
  }

  private static let followers = ["--gap": "--join", "--offset": "--layer", "--every": "--repeat"]

  private func withNext(_ steps: [Step]) -> [(Step, Step?)] {
    steps.indices.map { (steps[$0], $0 + 1 < steps.count ? steps[$0 + 1] : nil) }
  }

  private var otherInputs: [String] {
    ((try? steps()) ?? []).filter { ["--join", "--layer"].contains($0.name) }.map(\.value)
  }

  private func number(_ step: Step) throws -> Double {
    let text =
      step.name == "--every" && step.value.hasSuffix("s") ? step.value.dropLast() : step.value[...]
    guard let number = Double(text) else {
      throw ValidationError("\(step.name) is \"\(step.value)\", expected a number")
    }
    return number
  }

  /// The points of `0:1,2:0.5`.
  private func curve(_ step: Step) throws -> [TimelineEdit.GainPoint] {
    try step.value.split(separator: ",").map { point in
      let parts = point.split(separator: ":").compactMap { Double($0) }
      try expect(
        parts.count == 2,
        "\(step.name) is \"\(step.value)\", expected times and factors such as 0:1,2:0.5")
      return TimelineEdit.GainPoint(time: Seconds(parts[0]), factor: parts[1])
    }
  }

  private func edit(
    _ step: Step, _ pause: Seconds?, _ listening: ListeningOptions,
    beside document: inout TimelineDocument, for formats: [HapticFormat?]
  ) throws -> (TimelineEdit, DecodedTimeline?) {
    func file() throws -> DecodedTimeline {
      var other = try listening.decode(try readFile(at: step.value), name: step.value)
      try expect(
        document.joinStrengths(with: &other.document, for: formats),
        "\(input) and \(step.value) state strengths differently, and so do the formats to write; write one at a time"
      )
      return other
    }
    switch step.name {
    case "--from": return (.from(Seconds(try number(step))), nil)
    case "--to": return (.to(Seconds(try number(step))), nil)
    case "--gain": return (.gain(try number(step)), nil)
    case "--stretch": return (.stretch(try number(step)), nil)
    case "--fade": return (.fade(Seconds(try number(step))), nil)
    case "--trim": return (.trim(Seconds(try number(step))), nil)
    case "--gain-curve": return (.gainCurve(try curve(step)), nil)
    case "--swap-sharpness": return (.swapSharpness, nil)
    case "--repeat":
      guard let count = Int(step.value) else {
        throw ValidationError("--repeat is \"\(step.value)\", expected a whole number")
      }
      return (.repetition(count, every: pause), nil)
    case "--join":
      let other = try file()
      return (.join(other.document.timeline, gap: pause ?? .zero), other)
    case "--layer":
      let other = try file()
      return (.layer(other.document.timeline, offset: pause ?? .zero), other)
    default:
      throw ValidationError(
        "there is no operation \(step.name); known are --from, --to, --gain, --gain-curve, --stretch, "
          + "--repeat, --every, --fade, --trim, --swap-sharpness, --gap, --join, --offset and --layer"
      )
    }
  }
}
#endif
