struct FormatOptions: ParsableArguments {
  @OptionGroup(title: "Sound") var sound: SoundOptions

  @OptionGroup var tolerance: ToleranceOptions

  @Option(
    help: ArgumentHelp("Name of the pattern inside the file; lubdub by default.", valueName: "text")
  ) var name: String?

  @Option(
    help: ArgumentHelp(
      """
      android-xml: waveform, primitives, basic-envelope, or waveform-envelope. The default is the style of the \
      input XML, or else waveform.
      """, valueName: "name"))
  var androidStyle: ExportOptions.AndroidStyle?

  @Option(
    help: ArgumentHelp(
      "android-*: write a steady pattern as a loop: automatic, always, or never.", valueName: "mode"
    )
  )
  var loop = ExportOptions.Looping.automatic

  @Option(
    help: ArgumentHelp("ahap: maximum number of points in a curve, at least 2.", valueName: "count")
  )
  var curvePoints = 16

  @Flag(help: "ahap: write continuous events and transients to two files.") var separateTransients =
    false

  @Option(
    help: ArgumentHelp("tact: device, such as VestFront, VestBack, or ForearmL.", valueName: "name")
  )
  var position = "VestFront"

  @Option(
    help: ArgumentHelp(
      "tact: motors that play, 0 to 19, separated by commas.", valueName: "numbers"))
  var motors = "5,6,9,10"

  func validate() throws {
    try expect(curvePoints >= 2, "--curve-points must be at least 2")
    try expect(
      ExportOptions.positions.contains(position),
      "--position is \"\(position)\", expected one of "
        + ExportOptions.positions.joined(separator: ", "))
    _ = try motorList()
  }

  private func motorList() throws -> [Int] {
    try motors.split(separator: ",").map {
      guard let motor = Int($0), (0...19).contains(motor) else {
        throw ValidationError("--motors has \"\($0)\", expected numbers from 0 to 19")
      }
      return motor
    }
  }

  func writer() throws -> TimelineWriter {
    var writer = TimelineWriter()
    if let name { writer.options.name = name }
    writer.options.androidStyle = androidStyle
    writer.options.looping = loop
    tolerance.apply(to: &writer)
    writer.options.curvePointLimit = curvePoints
    writer.options.separateTransients = separateTransients
    writer.options.position = position
    writer.options.motors = try motorList()
    writer.rendering = try sound.resolve()
    return writer
  }
}
