import ArgumentParser
import FileIO
import Lubdub
import Quantities
import Reports
import Sessions

/// A keepsake of a session.
struct PosterOptions: ParsableArguments {
  @Option(
    help: "Draw a keepsake of the session as SVG, 1080 x 1920 pixels.",
    completion: .file(extensions: ["svg"]))
  var poster: String?

  @Option(help: "What is written over the names; at most \(Poster.Words.longest) characters.")
  var title: String?

  @Option(help: "Whose session it was, such as \"Anna & Ben\".")
  var names: String?

  @Option(help: "A message; at most \(Poster.Words.longestMessage) characters.")
  var message: String?

  @Option(help: "The day, as it is to be written: no clock is read.")
  var date: String?

  @Option(help: "The colours: violet (to pink) or gold (from pink).")
  var theme: PosterTheme?

  func validate() throws {
    try OutputPaths.requireDrawing(poster, option: "--poster")
    let texts = [("title", title), ("names", names), ("message", message), ("date", date)]
    guard poster != nil || (theme == nil && texts.allSatisfy { $0.1 == nil }) else {
      throw ValidationError(
        "--title, --names, --message, --date and --theme are of a keepsake; name it with --poster")
    }
    for (name, text) in texts {
      let most = name == "message" ? Poster.Words.longestMessage : Poster.Words.longest
      guard let text, text.count > most else { continue }
      throw ValidationError("--\(name) has \(text.count) characters, expected at most \(most)")
    }
  }

  /// The keepsake of a session that was recorded for a plot.
  func draw(
    _ recorder: SessionRecorder, zones: ZoneDetector.Parameters, length: Seconds
  ) -> [UInt8] {
    let session = PosterSession(recorder.plot, recorder.statistics, zones: zones, length: length)
    let words = Poster.Words(
      title: title ?? "", names: names ?? "", message: message ?? "", date: date ?? "")
    return Poster(session, words: words, theme: theme ?? .violet).bytes
  }
}

extension PosterTheme: ExpressibleByArgument {}
