struct KeepsakeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Title over the names; at most \(Poster.Words.longest) characters.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("Names of the two people, such as \"Anna & Ben\".", valueName: "text"))
  var names: String?

  @Option(
    help: ArgumentHelp(
      "Message; at most \(Poster.Words.longestMessage) characters.", valueName: "text"))
  var message: String?

  @Option(help: ArgumentHelp("Date, as it should appear on the picture.", valueName: "text"))
  var date: String?

  @Option(
    help: ArgumentHelp(
      "Link for a QR code; at most \(QRCode.longest) characters.", valueName: "url"))
  var link: String?

  @Option(help: ArgumentHelp("Colors; rose-gold is light.", valueName: "name"))
  var theme: PosterTheme?

  @Option(help: ArgumentHelp("Language of the labels: en, zh-Hant, or de.", valueName: "code"))
  var language: PosterLanguage?

  private var texts: [(name: String, text: String?)] {
    [("title", title), ("names", names), ("message", message), ("date", date)]
  }

  func validate() throws {
    _ = try code()
    for (name, text) in texts {
      let limits = ["message": Poster.Words.longestMessage, "names": Poster.Words.longestNames]
      let most = limits[name] ?? Poster.Words.longest
      guard let text, text.count > most else { continue }
      throw ValidationError("--\(name) has \(text.count) characters, expected at most \(most)")
    }
  }

  private func code() throws -> QRCode? { try link.map { try Self.code($0, of: "--link") } }

  static func code(_ link: String, of option: String) throws -> QRCode {
    let isAddress =
      ["https://", "http://"].contains { link.lowercased().hasPrefix($0) && link.count > $0.count }
      && link.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    try expect(
      isAddress,
      "\(option) is \"\(link)\", expected an address such as https://example.org/ours, without blanks and with "
        + "other letters as %C3%A4")
    return try refusing("\(option): ") { () throws(QRCode.Fault) in try QRCode(link) }
  }

  func words(isWanted: Bool) throws -> Poster.Words {
    try expect(
      isWanted
        || (theme == nil && link == nil && language == nil && texts.allSatisfy { $0.text == nil }),
      "--title, --names, --message, --date, --link, --language and --theme are of a keepsake; name it with "
        + "-o FILE --as keepsake")
    return Poster.Words(
      title: title ?? "", names: names ?? "", message: message ?? "", date: date ?? "",
      link: try code(), language: language ?? .en)
  }

  /// Draws the keepsake of a session recorded for a plot: a drawing, a picture if the name ends in .png, or a page that saves
  /// the keepsake as a picture if the name ends in .html.
  func draw(
    _ recorder: SessionRecorder, zones: ZoneDetector.Parameters, length: Seconds,
    words: Poster.Words, to path: String
  ) throws -> [UInt8] {
    let session = PosterSession(recorder.plot, recorder.statistics, zones: zones, length: length)
    try require(
      session.hasContent,
      "\(path): the session has no distance and no beat, so there is nothing to keep; look at it as a page (.html)"
    )
    let drawing = Poster(session, words: words, theme: theme ?? .violet)
    if OutputKind.page.fits(path) { return try drawing.page }
    guard path.lowercased().hasSuffix(".png") else { return drawing.bytes }
    return try naming(path) { () throws(SVGConverter.Fault) in try drawing.picture }
  }
}

extension PosterTheme: ExpressibleByArgument {}
extension PosterLanguage: ExpressibleByArgument {}
