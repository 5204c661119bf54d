struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Cut, strengthen, stretch, repeat, join, and layer haptic files.",
    discussion: """
      Write the operations after the file. Lubdub applies them in this order; --to counts from the start after \
      the operations before it:

        --from S      keep the part from S seconds on
        --to S        keep the part before S seconds
        --gain X      multiply intensities
        --stretch X   multiply times
        --repeat N    play N times; --every S before it starts one every S seconds
        --fade S      fade both ends over S; a tap counts at its end, 20 ms after its start
        --trim S      cut the silence at both ends, except S seconds
        --gain-curve T:X,T:X   multiply intensities by X at T seconds, linear between
        --swap-sharpness       reverse sharpness: the sharpest becomes the dullest
        --join FILE   play FILE afterwards; --gap S before it leaves S seconds between
        --layer FILE  play FILE together with it; --offset S before it starts FILE at S

      Lubdub detects formats by content and endings, as in lubdub convert.

      Examples:
        lubdub edit in.ahap -o out.ahap --from 1 --to 3 --gain 0.8
        lubdub edit beat.json -o loop.hjif --stretch 1.5 --repeat 4 --fade 0.1
        lubdub edit in.json -o out.json --gap 0.5 --join other.ahap
        lubdub edit taps.csv -o beats.json --every 0.83s --repeat 8
        lubdub edit in.json -o out.json --offset 1 --layer base.json
      """)

  @Argument(help: "File to read; - is standard input.") var input: String

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<ConvertCommand.Files>

  @OptionGroup var tolerance: ToleranceOptions

  @Argument(parsing: .allUnrecognized, help: "Operations, each with its value.")
  var operations: [String] = []

  func validate() throws { _ = try steps() }

  private typealias Step = (name: String, value: String)

  private func steps() throws -> [Step] {
    // A negative number arrives as --gain=-1.
    var (steps, left) = (
      [Step](),
      operations.flatMap { word in
        word.hasPrefix("--") ? word.split(separator: "=", maxSplits: 1).map(String.init) : [word]
      }[...]
    )
    while let name = left.popFirst() {
      if name == "--swap-sharpness" {
        steps.append((name, ""))
      } else if let value = left.popFirst() {
        steps.append((name, value))
      } else {
        throw ValidationError(
          "put operations after the file, each with its value: \(operations.joined(separator: " "))"
        )
      }
    }
    return steps
  }

  func run() throws {
    let steps = try steps()
    let others = steps.filter { Self.followed.contains($0.name) }.map(\.value)
    var files = try outputs.checked(beside: [input] + others, orOutput: true)
    let listening = try ListeningOptions.parse([])
    var decoded = try listening.decode(try readFile(at: input), name: input)
    // Values of --gap and --offset apply to the next file.
    var pause: Seconds?
    for (step, next) in zip(steps, steps.dropFirst().map(Optional.some) + [nil]) {
      if let follower = Self.followers[step.name] {
        try expect(
          next?.name == follower, "put \(step.name) before its \(follower)")
        pause = try seconds(step)
        continue
      }
      let other = try other(step, listening, beside: &decoded.document)
      let edit = try edit(step, pause, with: other?.document.timeline)
      pause = nil
      if let other { decoded.loss.merge(other.loss) }
      let before = decoded.document.timeline
      let clipped = TimelineLint.clipping(in: decoded.document)
      try naming(step.name) { () throws(FormatError) in
        try decoded.document.apply(edit, with: other?.document.places ?? [], loss: &decoded.loss)
      }
      let after = decoded.document.timeline
      if clipped == nil, let clipping = TimelineLint.clipping(in: decoded.document) {
        Console.note("\(step.name) \(step.value): \(clipping)")
      }
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
          "--fade \(step.value): \(counted(count, "tap is", "taps are")) weaker than 0.03 now, too weak to feel"
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
    tolerance.apply(to: &writer)
    try files.write(decoded, by: writer, source: input)
  }

  private static let followed = ["--join", "--layer"]
  private static let followers = ["--gap": "--join", "--offset": "--layer", "--every": "--repeat"]

  private func number(_ step: Step) throws -> Double {
    guard let number = Double(step.value) else {
      throw ValidationError("\(step.name) is \"\(step.value)\", expected a number such as 0.5")
    }
    return number
  }

  /// Reads a time such as `0.2`, `0.2s`, or `200ms`.
  private func seconds(_ step: Step) throws -> Seconds {
    let unit = [("ms", 1000.0), ("s", 1)].first { step.value.hasSuffix($0.0) } ?? ("", 1)
    guard let number = Double(step.value.dropLast(unit.0.count)) else {
      throw ValidationError(
        "\(step.name) is \"\(step.value)\", expected a number of seconds such as 0.2, 0.2s, or 200ms"
      )
    }
    return Seconds(number / unit.1)
  }

  /// Reads the points of a curve such as `0:1,2:0.5`.
  private func curve(_ step: Step) throws -> [TimelineEdit.GainPoint] {
    try step.value.split(separator: ",").map { point in
      let parts = point.split(separator: ":").compactMap { Double($0) }
      try expect(
        parts.count == 2,
        "\(step.name) is \"\(step.value)\", expected times and factors such as 0:1,2:0.5")
      return TimelineEdit.GainPoint(time: Seconds(parts[0]), factor: parts[1])
    }
  }

  private func other(
    _ step: Step, _ listening: ListeningOptions, beside document: inout TimelineDocument
  ) throws -> DecodedTimeline? {
    guard Self.followed.contains(step.name) else { return nil }
    var other = try listening.decode(try readFile(at: step.value), name: step.value)
    Console.note(other.findings, in: step.value)
    if document.joinStrengths(with: &other.document) {
      Console.note(
        "\(step.name) \(step.value): it uses another intensity law than \(input); events of equal strength in the "
          + "result are equal in every format")
    }
    return other
  }

  private func edit(_ step: Step, _ pause: Seconds?, with other: Timeline?) throws -> TimelineEdit {
    switch (step.name, other) {
    case ("--from", _): return .from(try seconds(step))
    case ("--to", _): return .to(try seconds(step))
    case ("--gain", _): return .gain(try number(step))
    case ("--stretch", _): return .stretch(try number(step))
    case ("--fade", _): return .fade(try seconds(step))
    case ("--trim", _): return .trim(try seconds(step))
    case ("--gain-curve", _): return .gainCurve(try curve(step))
    case ("--swap-sharpness", _): return .swapSharpness
    case ("--repeat", _):
      guard let count = Int(step.value) else {
        throw ValidationError("--repeat is \"\(step.value)\", expected a whole number")
      }
      return .repetition(count, every: pause)
    case ("--join", let other?): return .join(other, gap: pause ?? .zero)
    case ("--layer", let other?): return .layer(other, offset: pause ?? .zero)
    default:
      let known = [
        "--from", "--to", "--gain", "--gain-curve", "--stretch", "--repeat", "--every", "--fade",
        "--trim", "--swap-sharpness", "--gap", "--join", "--offset", "--layer",
      ]
      throw ValidationError(
        "there is no operation \(step.name); "
          + (Spelling.question(step.name, known)
            ?? "the operations are \(known.joined(separator: ", "))"))
    }
  }
}
