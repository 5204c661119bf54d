internal import Foundation

struct PairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "Draw the QR code by which the second phone joins a ceremony, without a trace.",
    discussion: """
      The code has the link of the session, level M (15% may be damaged), a quiet zone of four squares, and ten \
      pixels for each square. The same session gives the same bytes.

      Example:
        lubdub pair E621E1F8-C36C-495A-93FC-0C247A3E6E5F -o join.svg
      """)

  @Argument(help: "The id of the session, a UUID.") var session: String

  @Option(
    help: ArgumentHelp("Address of the app, to which Lubdub adds the id.", valueName: "url"))
  var address = "https://eternalloop.app/join?session="

  enum Files: OutputKinds {
    static let kinds = [OutputKind("code", ".svg", ".png")]
  }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  func validate() throws { _ = try SessionID.checked(session) }

  func run() throws {
    var files = try outputs.checked(beside: [], orOutput: true)
    let link = address + (try SessionID.checked(session))
    let code = try KeepsakeOptions.code(link, of: "the link")
    for file in files.files {
      try files.write(
        file,
        file.path.lowercased().hasSuffix(".png")
          ? try naming(file.path) { () throws(SVGConverter.Fault) in try code.picture }
          : code.drawing)
    }
    Console.note(link)
  }
}

/// The identifier of a ceremony's session: a UUID in uppercase.
enum SessionID {
  static func checked(_ text: String) throws(ValidationError) -> String {
    guard let id = UUID(uuidString: text) else {
      throw ValidationError(
        "the session is \"\(text)\", expected a UUID such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    }
    return id.uuidString
  }
}
