struct FormatOptions: ParsableArguments {
  @OptionGroup(title: "Sound") var sound: SoundOptions

  @OptionGroup var tolerance: ToleranceOptions

  @Option(help: "The pattern's name inside the file; lubdub.") var name: String?

  @Option(
    help: """
      android-xml: waveform, primitives, basic-envelope or waveform-envelope; by default as in the XML that is read, \
      else waveform.
      """)
  var androidStyle: ExportOptions.AndroidStyle?

  @Option(help: "android-*: write a steady pattern as a loop: automatic, always or never.")
  var loop = ExportOptions.Looping.automatic

  @Option(help: "ahap: the most points in one curve, at least 2.") var curvePoints = 16

  @Flag(help: "ahap: continuous events and transients in two files.") var separateTransients = false

  @Option(help: "tact: the device, such as VestFront, VestBack or ForearmL.")
  var position = "VestFront"

  @Option(help: "tact: the motors that play, 0 to 19, separated by commas.") var motors = "5,6,9,10"

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
        throw ValidationError("--motors holds \"\($0)\", expected numbers of 0 to 19")
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
