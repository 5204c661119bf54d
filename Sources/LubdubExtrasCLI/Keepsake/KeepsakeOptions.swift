struct KeepsakeOptions: ParsableArguments {
  @Option(help: "What is written over the names; at most \(Poster.Words.longest) characters.")
  var title: String?

  @Option(help: "Whose session it was, such as \"Anna & Ben\".") var names: String?

  @Option(help: "A message; at most \(Poster.Words.longestMessage) characters.")
  var message: String?

  @Option(help: "The day, as it is to be written: no clock is read.") var date: String?

  @Option(
    help: ArgumentHelp(
      "A link, as a QR code; at most \(QRCode.longest) characters.", valueName: "address"))
  var link: String?

  @Option(help: "The colors; rose-gold is light.")
  var theme: PosterTheme?

  @Option(help: "What the labels and the rings are written in: en, zh-Hant or de.") var language:
    PosterLanguage?

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

  func words() throws -> Poster.Words {
    Poster.Words(
      title: title ?? "", names: names ?? "", message: message ?? "", date: date ?? "",
      link: try code(), language: language ?? .en)
  }
}

extension PosterTheme: ExpressibleByArgument {}
extension PosterLanguage: ExpressibleByArgument {}
