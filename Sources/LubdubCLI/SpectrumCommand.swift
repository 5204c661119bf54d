import ArgumentParser
import FileIO
import HapticAudio
import Quantities
import Reports

/// `lubdub spectrum`
struct SpectrumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spectrum",
    abstract: "Which frequencies a WAV file or a timeline plays, and when.",
    discussion: """
      Prints the Welch spectrum in bands and a coarse spectrogram; the files hold both in full.
      A timeline is rendered first. Levels are relative to full scale.

      CSV columns: kind (welch or spectrogram), t_s (empty for welch), frequency_hz,
      density_per_hz (full scale squared per hertz).

      Examples:
        lubdub spectrum heart.wav
        lubdub spectrum heart.json --actuator lra --csv heart.csv --svg heart.svg
        lubdub spectrum studio.ahap
      """)

  @Argument(
    help: "A WAV file, a timeline or another haptic file that can be read; - is standard input.",
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

  @Option(help: "Write spectrum and spectrogram as a table.", completion: .file())
  var csv: String?

  @Option(help: "Draw spectrum and spectrogram.", completion: .file())
  var svg: String?

  func run() throws {
    for path in [csv, svg] {
      guard let path else { continue }
      _ = try OutputFile(path: path)
    }
    let sound = try sound()
    let analysis = try SoundAnalysis(sound, segment: segment)
    if let csv { try writeFile(SpectrumTable.csv(analysis), to: csv) }
    if let svg { try writeFile(SpectrumPlot(analysis).bytes, to: svg) }
    let text = SpectrumTable.text(sound, analysis)
    if csv == "-" || svg == "-" {
      Console.write(text, to: .error)
    } else {
      try Console.print(text)
    }
  }

  private func sound() throws -> Sound {
    do {
      return try Sound(
        bytes: try readFile(at: file), path: file, channel: channel,
        actuator: try .chosen(actuator))
    } catch SoundError.noChannel(let channel, let count) {
      throw ValidationError("--channel is \(channel), expected 1...\(count)")
    }
  }
}
