/// A keepsake of one session: an SVG of 1080 x 1920 pixels that depends only on the session and the given words, so that its
/// bytes are always equal.
struct Poster {
  struct Words: Sendable {
    /// The text above the names; empty to omit it.
    var title: String
    var names: String
    /// The text below the heartbeat; empty to omit it.
    var message: String
    var date: String
    var link: QRCode?
    var language: PosterLanguage
    private(set) var ring: CeremonyMessage.Ring?

    init(
      title: String = "", names: String = "", message: String = "", date: String = "",
      link: QRCode? = nil, language: PosterLanguage = .en
    ) {
      (self.title, self.names, self.message, self.date) = (title, names, message, date)
      (self.link, self.language) = (link, language)
    }

    /// Fills the ring, the names, and the message from a ceremony's log. Names and message are filled only if they are
    /// empty.
    mutating func fill(from ceremony: JSONValue?) {
      ring = ceremony?["ring"]?.string.flatMap(CeremonyMessage.Ring.init)
      guard let host = ceremony?["hostNickname"]?.string,
        let guest = ceremony?["guestNickname"]?.string, let said = ceremony?["message"]?.string
      else { return }
      if names.isEmpty { names = "\(host) & \(guest)" }
      if message.isEmpty { message = said }
    }

    static let longestMessage = 200
    static let longest = 80
    /// The most characters of two nicknames and the text between them.
    static let longestNames = 2 * CeremonyMessage.SessionInfo.nicknameLimit + 3
  }

  private let session: PosterSession
  private let words: Words
  private let theme: PosterTheme

  init(_ session: PosterSession, words: Words, theme: PosterTheme) {
    (self.session, self.words, self.theme) = (session, words, theme)
  }

  private static let width = 1080.0
  private static let margin = 96.0
  private static let middle = width / 2

  /// The drawing as SVG.
  var bytes: [UInt8] {
    var canvas = PosterCanvas(ink: theme.colors.ink)
    for fill in [theme.colors.background, "url(#glow)"] {
      canvas.add("<rect width=\"1080\" height=\"1920\" fill=\"\(fill)\"/>")
    }
    drawWords(on: &canvas)
    PosterRing(
      session: session, theme: theme, center: .init(x: Self.middle, y: 830), ring: words.ring
    ).draw(on: &canvas)
    drawPulse(on: &canvas)
    drawLink(on: &canvas)
    drawFacts(on: &canvas)
    return Array((head + canvas.body + "</svg>\n").utf8)
  }

  /// The drawing as PNG, converted by an installed program.
  var picture: [UInt8] {
    get throws(SVGConverter.Fault) { try SVGConverter.png(of: bytes) }
  }

  var page: [UInt8] {
    get throws(NoPages) {
      try PageTemplate.keepsake.html(fields: [
        "title": MarkupText.escaped(heading), "drawing": String(decoding: bytes, as: UTF8.self),
      ])
    }
  }

  private var heading: String { [words.names, words.title].first { !$0.isEmpty } ?? "Lubdub" }

  private var head: String {
    let colors = theme.colors
    let (start, end, glow, heart) = (colors.start, colors.end, colors.glow, colors.heart)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1920" viewBox="0 0 1080 1920" \
      xml:lang="\(words.language.rawValue)" font-family="\(words.language.fonts)">
      <title>\(MarkupText.escaped(heading))</title>
      <defs>
      <linearGradient id="theme" gradientUnits="userSpaceOnUse" x1="180" y1="400" x2="900" y2="1260">
      <stop offset="0" stop-color="\(start)"/><stop offset="1" stop-color="\(end)"/>
      </linearGradient>
      <linearGradient id="across" gradientUnits="userSpaceOnUse" x1="96" y1="0" x2="984" y2="0">
      <stop offset="0" stop-color="\(colors.words.start)"/><stop offset="1" stop-color="\(colors.words.end)"/>
      </linearGradient>
      <radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="540" cy="830" r="860">
      <stop offset="0" stop-color="\(glow)" stop-opacity="\(colors.glowing)"/>
      <stop offset="1" stop-color="\(glow)" stop-opacity="0"/>
      </radialGradient>
      <radialGradient id="inside" gradientUnits="userSpaceOnUse" cx="540" cy="830" r="322">
      <stop offset="0.2" stop-color="\(end)" stop-opacity="0.4"/>
      <stop offset="1" stop-color="\(start)" stop-opacity="0.05"/>
      </radialGradient>
      <radialGradient id="core" gradientUnits="userSpaceOnUse" cx="540" cy="830" r="92">
      <stop offset="0" stop-color="\(heart)" stop-opacity="0.45"/>
      <stop offset="1" stop-color="\(heart)" stop-opacity="0"/>
      </radialGradient>
      </defs>

      """
  }

  private func drawWords(on canvas: inout PosterCanvas) {
    let room = Self.width - 2 * Self.margin
    // The title has a letter spacing of about a quarter of its size, which the fitting does not include. Letters of joined
    // scripts stay joined.
    canvas.fit(
      words.title.uppercased(), x: Self.middle, top: 96, (room / 1.35, 84), largest: 34,
      .init(spacing: PosterText.isPlain(words.title) ? 0.22 : 0, opacity: PosterTheme.quiet))
    canvas.fit(
      words.names, x: Self.middle, top: 180, (room, 130), largest: 92, fill: "url(#across)",
      isCentered: true)
    canvas.fit(
      [words.date, words.ring.map(words.language.name(of:)) ?? ""].filter { !$0.isEmpty }
        .joined(separator: " · "), x: Self.middle, top: 318, (room, 44), largest: 30,
      .init(opacity: PosterTheme.quiet))
    // A code is to the right of the message, or in the middle if there is no message.
    let aside = words.link == nil ? 0 : Self.codeSide + 40
    canvas.fit(
      words.message, x: Self.middle - aside / 2, top: 1470, (room - 60 - aside, 220), largest: 42,
      isCentered: true, .init(isSlanted: PosterText.isPlain(words.message), opacity: 0.92))
  }

  private static let codeSide = 220.0

  /// Draws the link dark on light, with the quiet zone of four squares that scanners need.
  private func drawLink(on canvas: inout PosterCanvas) {
    guard let code = words.link else { return }
    let isAlone = words.message.allSatisfy(\.isWhitespace)
    let left = isAlone ? Self.middle - Self.codeSide / 2 : Self.width - Self.margin - Self.codeSide
    let side = canvas.text(Self.codeSide)
    canvas.add(
      "<rect x=\"\(canvas.text(left))\" y=\"1470\" width=\"\(side)\" height=\"\(side)\" rx=\"12\" "
        + "fill=\"\(QRCode.light)\"/>")
    let square = Self.codeSide / Double(code.width + 8)
    canvas.path(
      code.path,
      "transform=\"translate(\(NumberText.rounded(left + 4 * square, 3)) "
        + "\(NumberText.rounded(1470 + 4 * square, 3))) scale(\(NumberText.rounded(square, 4)))\" "
        + "fill=\"\(QRCode.dark)\" shape-rendering=\"crispEdges\"")
  }

  /// Draws the beats as a heartbeat line, with the strongest beat in each piece of the line as lub and dub.
  private func drawPulse(on canvas: inout PosterCanvas) {
    let base = 1396.0
    let (left, right) = (Self.margin, Self.width - Self.margin)
    let pieces = 37
    let width = (right - left) / Double(pieces)
    var strongest: [Int: Double] = [:]
    for beat in session.beats where session.length > 0 {
      let share = min(max(beat.time / session.length, 0), 1)
      let piece = min(Int(share * Double(pieces)), pieces - 1)
      strongest[piece] = max(strongest[piece] ?? 0, beat.intensity)
    }
    // The points of a heartbeat, as shares of the piece and of the height. Negative is up.
    let shape = [
      (0.1, 0.0), (0.2, -0.12), (0.28, 0.1), (0.38, -1), (0.5, 0.42), (0.58, 0), (0.7, -0.5),
      (0.8, 0.12), (0.88, 0),
    ]
    var points = [PosterCanvas.Point(x: left, y: base)]
    for (piece, intensity) in strongest.sorted(by: { $0.key < $1.key }) {
      let start = left + Double(piece) * width
      points += shape.map { .init(x: start + $0.0 * width, y: base + $0.1 * 74 * intensity) }
    }
    points.append(.init(x: right, y: base))
    canvas.glow([points], on: "across", [(9.0, 0.12), (3.2, 1)])
  }

  private func drawFacts(on canvas: inout PosterCanvas) {
    let language = words.language
    var facts = [
      (language.beats(session.beats.count), language.felt),
      (
        language.length(session.length),
        session.beats.isEmpty ? language.recorded : language.together
      ),
    ]
    if let nearest = session.nearest {
      facts.insert((language.distance(nearest), language.nearest), at: 0)
    }
    let column = (Self.width - 2 * Self.margin) / Double(facts.count)
    for (index, fact) in facts.enumerated() {
      let x = Self.margin + column * (Double(index) + 0.5)
      canvas.fit(fact.0, x: x, top: 1732, (column - 20, 60), largest: 40, fill: "url(#across)")
      canvas.fit(
        fact.1, x: x, top: 1784, (column - 20, 36), largest: 22, .init(opacity: PosterTheme.quiet))
    }
    canvas.fit(
      "lubdub", x: Self.middle, top: 1852, (400, 40), largest: 20,
      .init(spacing: 0.3, opacity: PosterTheme.faint))
  }
}

enum PosterTheme: String, Sendable, CaseIterable {
  case violet
  case gold
  case roseGold = "rose-gold"

  struct Colors {
    var background = "#0F0A1A"
    var ink = "#FAF5FF"
    /// The colors of the curve, the zones, and the beats.
    var start: String
    var end: String
    /// The colors of prominent words; `nil` to use the colors of the curve.
    var letters: (start: String, end: String)?
    var glow: String
    /// The opacity of the glow in the middle.
    var glowing = 0.75
    var heart: String
    /// The color of the stones of a ring.
    var stone = "#FAF5FF"

    var words: (start: String, end: String) { letters ?? (start, end) }
  }

  var colors: Colors {
    switch self {
    case .violet: .init(start: "#A78BFA", end: "#F9A8D4", glow: "#4C1D95", heart: "#F9A8D4")
    case .gold: .init(start: "#FF6B9D", end: "#FFD700", glow: "#6B2145", heart: "#FF6B9D")
    case .roseGold:
      .init(
        background: "#FAF5FF", ink: "#0F0A1A", start: "#FF6B9D", end: "#D4AF37",
        letters: ("#7C3AED", "#4C1D95"), glow: "#F9A8D4", glowing: 0.4, heart: "#FF6B9D",
        stone: "#D4AF37")
    }
  }

  static let quiet = 0.85
  static let faint = 0.6
}
