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

  /// Whether no option of a drawing is given. The language does not count, because it also applies to a list of records.
  var isEmpty: Bool { theme == nil && link == nil && texts.allSatisfy { $0.text == nil } }

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
      "\(option) is \"\(link)\", expected an address such as https://example.org/ours, without spaces and with "
        + "other letters as %C3%A4")
    return try refusing("\(option): ") { () throws(QRCode.Fault) in try QRCode(link) }
  }

  func words() throws -> Poster.Words {
    Poster.Words(
      title: title ?? "", names: names ?? "", message: message ?? "", date: date ?? "",
      link: try code(), language: language ?? .en)
  }
}

extension PosterTheme: ExpressibleByArgument {}
extension PosterLanguage: ExpressibleByArgument {}
