#if Tool
import ArgumentParser
import Lubdub
import LubdubGround
import LubdubReports
import LubdubSessions

/// A keepsake of a session.
struct PosterOptions: ParsableArguments {
  @Option(
    help:
      "Draw a keepsake of the session as SVG, 1080 x 1920 pixels, or as a page (.html) that saves it as PNG.",
    completion: .file(extensions: ["svg", "html"]))
  var poster: String?

  @Option(help: "What is written over the names; at most \(Poster.Words.longest) characters.")
  var title: String?

  @Option(help: "Whose session it was, such as \"Anna & Ben\".")
  var names: String?

  @Option(help: "A message; at most \(Poster.Words.longestMessage) characters.")
  var message: String?

  @Option(help: "The day, as it is to be written: no clock is read.")
  var date: String?

  @Option(
    help: ArgumentHelp(
      "A link, as a QR code; at most \(QRCode.longest) characters. It needs a build with libqrencode.",
      valueName: "address"))
  var link: String?

  @Option(help: "The colours: violet (to pink) or gold (from pink).")
  var theme: PosterTheme?

  func validate() throws {
    if !isPage { try OutputPaths.requireDrawing(poster, option: "--poster") }
    let texts = [("title", title), ("names", names), ("message", message), ("date", date)]
    guard poster != nil || (theme == nil && link == nil && texts.allSatisfy { $0.1 == nil }) else {
      throw ValidationError(
        "--title, --names, --message, --date, --link and --theme are of a keepsake; name it with --poster"
      )
    }
    _ = try code()
    for (name, text) in texts {
      let most = name == "message" ? Poster.Words.longestMessage : Poster.Words.longest
      guard let text, text.count > most else { continue }
      throw ValidationError("--\(name) has \(text.count) characters, expected at most \(most)")
    }
  }

  /// Whether a page is wanted.
  private var isPage: Bool { poster?.lowercased().hasSuffix(".html") ?? false }

  /// The link as a QR code; `nil` for none.
  private func code() throws -> QRCode? {
    guard let link else { return nil }
    let isAddress =
      ["https://", "http://"].contains { link.lowercased().hasPrefix($0) && link.count > $0.count }
      && link.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isAddress else {
      throw ValidationError(
        "--link is \"\(link)\", expected an address such as https://example.org/ours, without blanks and with "
          + "other letters as %C3%A4")
    }
    do throws(QRCode.Fault) {
      return try QRCode(link)
    } catch {
      throw ValidationError("--link: \(error)")
    }
  }

  /// The keepsake of a session that was recorded for a plot.
  func draw(
    _ recorder: SessionRecorder, zones: ZoneDetector.Parameters, length: Seconds
  ) throws -> [UInt8] {
    let session = PosterSession(recorder.plot, recorder.statistics, zones: zones, length: length)
    guard session.hasContent else {
      throw CommandFailure(
        "--poster: the session has no distance and no beat, so there is nothing to keep; look at it with --report"
      )
    }
    let words = Poster.Words(
      title: title ?? "", names: names ?? "", message: message ?? "", date: date ?? "",
      link: try code())
    let drawing = Poster(session, words: words, theme: theme ?? .violet)
    return isPage ? try drawing.page : drawing.bytes
  }
}

extension PosterTheme: ExpressibleByArgument {}
#endif
