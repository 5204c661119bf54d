#if Tool
import ArgumentParser
import Lubdub
import LubdubGround
import LubdubHaptics
import LubdubReports
import LubdubTraces

/// `lubdub spectrum`
struct SpectrumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spectrum",
    abstract: "Which frequencies a sound plays, and when; which paths a radio response has.",
    discussion: """
      Prints the Welch spectrum in bands and a coarse spectrogram; the files hold both in full. \
      A timeline is rendered first. Levels are relative to full scale.

      CSV columns: kind (welch or spectrogram), t_s (empty for welch), frequency_hz, \
      density_per_hz (full scale squared per hertz).

      Of a log of raw radio, one response is drawn with the paths that were found in it: the delay \
      profile of a channel-sounding procedure, or an ultra-wideband impulse response. CSV columns then: \
      kind (response or the name of a method), distance_m or tap, size.

      Examples:
        lubdub spectrum heart.wav
        lubdub spectrum tones.csv --measurement 5 -o profile.svg
        lubdub spectrum heart.json --actuator lra -o heart.csv -o heart.svg
        lubdub spectrum studio.ahap
      """)

  @Argument(
    help: ArgumentHelp(
      "A WAV file, a timeline or another haptic file that can be read, or a log of raw radio; - is "
        + "standard input."),
    completion: .file())
  var file: String

  @Option(
    help: "The channel of a WAV file, counted from 1; the first that is not silent if absent.")
  var channel: Int?

  @Option(
    help: "What a timeline is rendered for: wideband, lra, erm, speaker, or FILE.yaml:NAME.",
    completion: .list(ActuatorModel.names))
  var actuator = "wideband"

  @Option(help: "Samples of a segment of the Welch spectrum; a sixth of a second if absent.")
  var segment: Int?

  @Option(help: "Which measurement of a log of raw radio is drawn, from 1.")
  var measurement = 1

  /// Spectrum and spectrogram, or a response and its paths, as a table and as a drawing.
  enum Files: OutputKinds {
    static let kinds = [OutputKind.table, .plot]
  }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  func run() throws {
    var files = try outputs.checked(beside: [file])
    let bytes = try readFile(at: file)
    if SignalReader.recognises(Array(bytes.prefix(1 << 16))) { return try draw(bytes, to: &files) }
    let sound = try sound(bytes)
    let analysis = try SoundAnalysis(sound, segment: segment)
    try files.write(.table) { SpectrumTable.csv(analysis) }
    try files.write(.plot) { SpectrumPlot(analysis).bytes }
    try files.print(SpectrumTable.text(sound, analysis))
  }

  /// Draws one response of a log of raw radio.
  private func draw(_ bytes: [UInt8], to files: inout Outputs) throws {
    let reader = try SignalReader(bytes, path: file)
    for note in reader.notes { Console.note(note) }
    guard reader.signals.indices.contains(measurement - 1) else {
      throw ValidationError(
        "--measurement is \(measurement), the log has \(reader.signals.count)")
    }
    let drawing = try ResponseDrawing(reader.signals[measurement - 1])
    try files.write(.table) { drawing.csv }
    try files.write(.plot) { drawing.svg }
    try files.print(drawing.text)
  }

  private func sound(_ bytes: [UInt8]) throws -> Sound {
    do {
      return try Sound(
        bytes: bytes, path: file, channel: channel,
        actuator: try .chosen(actuator))
    } catch SoundError.noChannel(let channel, let count) {
      throw ValidationError("--channel is \(channel), expected 1...\(count)")
    }
  }
}
#endif
