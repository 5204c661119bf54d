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
        lubdub spectrum tones.csv --measurement 5 --svg profile.svg
        lubdub spectrum heart.json --actuator lra --csv heart.csv --svg heart.svg
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

  @Option(help: "Write spectrum and spectrogram as a table.", completion: .file())
  var csv: String?

  @Option(help: "Draw spectrum and spectrogram.", completion: .file())
  var svg: String?

  func validate() throws {
    try OutputPaths.requireDrawing(svg, option: "--svg")
    try OutputPaths.requireEnding(csv, option: "--csv", "csv")
  }

  func run() throws {
    for path in [csv, svg] {
      guard let path else { continue }
      _ = try OutputFile(path: path)
    }
    let bytes = try readFile(at: file)
    if SignalReader.recognises(Array(bytes.prefix(1 << 16))) { return try draw(bytes) }
    let sound = try sound(bytes)
    let analysis = try SoundAnalysis(sound, segment: segment)
    if let csv { try writeFile(SpectrumTable.csv(analysis), to: csv) }
    if let svg { try writeFile(SpectrumPlot(analysis).bytes, to: svg) }
    try show(SpectrumTable.text(sound, analysis))
  }

  /// Draws one response of a log of raw radio.
  private func draw(_ bytes: [UInt8]) throws {
    let reader = try SignalReader(bytes, path: file)
    for note in reader.notes { Console.note(note) }
    guard reader.signals.indices.contains(measurement - 1) else {
      throw ValidationError(
        "--measurement is \(measurement), the log has \(reader.signals.count)")
    }
    let drawing = try ResponseDrawing(reader.signals[measurement - 1])
    if let csv { try writeFile(drawing.csv, to: csv) }
    if let svg { try writeFile(drawing.svg, to: svg) }
    try show(drawing.text)
  }

  private func show(_ text: String) throws {
    if csv == "-" || svg == "-" {
      Console.write(text, to: .error)
    } else {
      try Console.print(text)
    }
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
