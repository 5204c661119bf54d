import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@testable import LubdubExtrasCLI

@Suite struct PosterTests {
  /// A minute of approaching; every fifth second has no distance.
  private static let session: PosterSession = {
    var course: [(time: Double, distance: Double?)] = []
    var beats: [(time: Double, intensity: Double)] = []
    for step in 0...600 {
      let share = Double(step) / 600
      course.append((60 * share, step % 50 == 0 ? nil : 6 * (1 - share)))
      if step >= 300, step % 10 == 0, step < 600 { beats.append((60 * share, share)) }
    }
    return PosterSession(
      course: course, zones: [(0.5, 4), (30, 3), (45, nil), (50, 1)], zoneCount: 5,
      edges: [0.05, 0.2, 1, 2], beats: beats, length: 60, nearest: 0.01)
  }()

  private func draw(_ words: Poster.Words, _ session: PosterSession = Self.session) -> String {
    String(decoding: Poster(session, words: words, theme: .violet).bytes, as: UTF8.self)
  }

  private func isWellFormed(_ text: String) -> Bool {
    XMLParser(data: Data(text.utf8)).parse()
  }

  @Test func `A poster is 1080 x 1920 and reproducible`() {
    let words = Poster.Words(title: "t", names: "a & b", message: "m", date: "d")
    let text = draw(words)
    #expect(text.contains("viewBox=\"0 0 1080 1920\"") && isWellFormed(text))
    #expect(text.contains(">a &amp; b</text>") && text.contains(">30 beats</text>"))
    #expect(text == draw(words))
    let gold = Poster(Self.session, words: words, theme: .gold).bytes
    #expect(String(decoding: gold, as: UTF8.self).contains("#FFD700"))
  }

  @Test(arguments: [
    "</text><script>alert(1)</script>", "\u{0}\u{1}\u{FFFF}", "&amp;",
    String(repeating: "W", count: 80),
    "こんにちは、世界。ずっと一緒に", "\n\n \t", "e\u{301}\u{301}\u{301}",
  ])
  func `Any text stays text and fits into its place`(text: String) {
    let drawn = draw(.init(title: text, names: text, message: text, date: text))
    #expect(isWellFormed(drawn) && !drawn.contains("<script"))
    for (width, height) in [(800.0, 40.0), (300, 130)] {
      let fitted = PosterText(text, width: width, height: height, largest: 90)
      #expect(Double(fitted.lines.count) * fitted.size * PosterText.lineHeight <= height)
      #expect(fitted.lines.allSatisfy { PosterText.width($0) * fitted.size <= width + 1e-9 })
      let words = text.filter { !$0.isWhitespace }
      #expect(fitted.lines.joined().filter { !$0.isWhitespace } == words)
    }
  }

  @Test func `Lines don't begin with closing punctuation`() {
    for limit in stride(from: 180.0, through: 700, by: 20) {
      let fitted = PosterText("每靠近一步，就是一次心跳。願我們的心，永遠同步！", width: limit, height: 300, largest: 42)
      #expect(fitted.lines.allSatisfy { !"，。！".contains($0.first ?? " ") }, "\(fitted.lines)")
    }
  }

  @Test func `Labels are in the requested language`() {
    var session = Self.session
    session.nearest = 1.54
    let expected: [(PosterLanguage, [String])] = [
      (.en, ["1.5 m", "at the nearest", "30 beats", "felt", "60 s", "together"]),
      (.zhHant, ["1.5 公尺", "最近距離", "30 次心跳", "共同感受", "60 秒", "相伴時光"]),
      (.de, ["1,5 m", "am nächsten", "30 Schläge", "gespürt", "60 s", "gemeinsam"]),
    ]
    for (language, labels) in expected {
      let text = draw(.init(language: language), session)
      for label in labels { #expect(text.contains(">\(label)</text>"), "\(label)") }
      #expect(text.contains("'Songti \(language == .zhHant ? "TC" : "SC")'"))
      #expect(text.contains("xml:lang=\"\(language.rawValue)\""))
    }
    #expect(
      PosterLanguage.de.length(7300) == "2 h 1 min"
        && PosterLanguage.zhHant.length(130) == "2 分 10 秒")
  }

  @Test func `The three themes have the colors of the source, and one theme is light`() {
    let drawings = PosterTheme.allCases.map {
      String(decoding: Poster(Self.session, words: .init(), theme: $0).bytes, as: UTF8.self)
    }
    let colors = [
      "#7C3AED", "#A78BFA", "#4C1D95", "#F9A8D4", "#D4AF37", "#FF6B9D", "#FFD700", "#0F0A1A",
      "#FAF5FF",
    ]
    for color in colors { #expect(drawings.contains { $0.contains(color) }, "\(color)") }
    let light = "<rect width=\"1080\" height=\"1920\" fill=\"#FAF5FF\"/>"
    #expect(drawings.map { $0.contains(light) } == [false, false, true])
  }

  @Test(arguments: ["A", "W", "誓", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"])
  func `Both names of a ceremony are complete at any length within the limit`(letter: String) {
    let (host, guest) = (String(repeating: letter, count: 60), String(repeating: "B", count: 60))
    var words = Poster.Words()
    words.fill(from: [
      "hostNickname": .string(host), "guestNickname": .string(guest), "message": "m",
      "ring": "classicSolitaire",
    ])
    #expect(words.names == "\(host) & \(guest)")
    let drawn = draw(words).split(separator: "\n").filter { $0.hasPrefix("<text") }
      .compactMap { $0.split(separator: ">").dropFirst().first?.split(separator: "<").first }
      .joined()
    #expect(drawn.filter { $0 != " " }.contains("\(host)&amp;\(guest)"))
  }

  @Test func `The name of the ring appears next to the date, in the language of the labels`() {
    func drawing(_ ring: String, _ language: PosterLanguage, date: String = "") -> String {
      var words = Poster.Words(date: date, language: language)
      words.fill(from: ["ring": .string(ring)])
      return draw(words)
    }
    for (ring, name) in [
      ("classicSolitaire", "經典單鑽"), ("haloLuxury", "奢華光環"), ("minimalistBand", "簡約素圈"),
    ] {
      #expect(drawing(ring, .zhHant, date: "2026").contains(">2026 · \(name)</text>"))
    }
    #expect(drawing("haloLuxury", .en).contains(">Halo luxury</text>"))
    #expect(drawing("minimalistBand", .de).contains(">Schlichter Reif</text>"))
  }

  @Test func `The ring of a ceremony is drawn around the heart, in its own shape`() {
    func drawing(_ ring: String?) -> String {
      var words = Poster.Words()
      words.fill(from: [
        "hostNickname": "Ada", "guestNickname": "Charles", "message": "m",
        "ring": ring.map { .string($0) } ?? .null,
      ])
      return draw(words)
    }
    let none = drawing(nil)
    let rings = ["minimalistBand", "classicSolitaire", "haloLuxury"].map(drawing)
    #expect(Set(rings + [none]).count == 4)
    let circles = ([none] + rings).map { $0.components(separatedBy: "<circle").count }
    #expect(
      circles[1] == circles[0] + 1 && circles[2] == circles[1] && circles[3] == circles[2] + 12)
    #expect(rings.allSatisfy { $0.contains("Ada &amp; Charles") })
  }

  /// Relative luminance (WCAG 2.2) of a color over another.
  private static func luminance(_ colour: String, _ opacity: Double, over below: String) -> Double {
    func channels(_ text: String) -> [Double] {
      let number = Int(text.dropFirst(), radix: 16) ?? 0
      return [16, 8, 0].map { Double((number >> $0) & 255) / 255 }
    }
    let mixed = zip(channels(colour), channels(below)).map { opacity * $0 + (1 - opacity) * $1 }
    let linear = mixed.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  @Test(arguments: PosterTheme.allCases)
  func `Every word has a contrast of at least 4.5`(theme: PosterTheme) {
    // Words stand 470 from the middle or farther, where a third of the glow is left.
    let ground = Self.luminance(
      theme.colors.glow, theme.colors.glowing * (1 - 470 / 860.0), over: theme.colors.background)
    let inks = [
      (theme.colors.words.start, 1), (theme.colors.words.end, 1),
      (theme.colors.ink, PosterTheme.quiet), (theme.colors.ink, PosterTheme.faint),
    ]
    for (colour, opacity) in inks {
      let ink = Self.luminance(colour, opacity, over: theme.colors.background)
      let (darker, lighter) = (min(ink, ground), max(ink, ground))
      #expect((lighter + 0.05) / (darker + 0.05) >= 4.5, "\(colour) \(opacity)")
    }
  }

  @Test(.programs("rsvg-convert", of: "librsvg2-bin"))
  func `A picture is 1080 x 1920 and reproducible, in any script`() throws {
    func picture(_ names: String) throws -> [UInt8] {
      try Poster(Self.session, words: .init(names: names), theme: .gold).picture
    }
    let png = try picture("Zo\u{65}\u{308} & Jürgen")
    #expect(png.prefix(8).elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(png[16..<24].elementsEqual([0, 0, 4, 56, 0, 0, 7, 128]))
    #expect(try picture("Zo\u{65}\u{308} & Jürgen") == png)
    let scripts = try ["", "لقاؤنا", "हमारी", "安娜", "\u{2764}"].map(picture)
    #expect(Set(scripts + [png]).count == 6)
  }

  @Test func `A session without distances, beats, or length is drawn`() {
    let empty = PosterSession(
      course: [], zones: [], zoneCount: 1, edges: [], beats: [], length: 0, nearest: nil)
    let text = draw(.init(), empty)
    #expect(isWellFormed(text) && !text.contains("nan") && !text.contains("at the nearest"))
  }

  @Test func `The lines of a message have similar lengths`() {
    let fitted = PosterText(
      "one two three four five six seven eight nine ten", width: 500, height: 200, largest: 40)
    let widths = fitted.lines.map(PosterText.width)
    #expect(fitted.lines.count > 1)
    #expect((widths.max() ?? 0) < 1.5 * (widths.min() ?? 0), "\(fitted.lines)")
  }

  @Test func `Many beats and points don't enlarge the drawing`() {
    var long = Self.session
    for step in 0..<100_000 { long.beats.append((Double(step) * 0.0006, 0.8)) }
    #expect(draw(.init(), long).utf8.count < 100_000)
  }

  /// The numbers of all coordinates of the paths with an attribute.
  private func paths(_ text: String, with attribute: String) -> [[Double]] {
    text.split(separator: "\n").filter { $0.hasPrefix("<path") && $0.contains(attribute) }.map {
      line in
      let data = line.split(separator: "\"")[1]
      return data.split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
    }
  }

  @Test func `Fills stay outside the heart, and silence isn't drawn as a chord`() {
    var session = Self.session
    session.course = [0, 1, 2, 30, 31, 60].map { (Double($0), 6) }
    let fills = paths(draw(.init(), session), with: "url(#inside)")
    #expect(fills.count == 2)
    for numbers in fills {
      for i in stride(from: 0, to: numbers.count - 1, by: 2) {
        let (x, y) = (numbers[i] - 540, numbers[i + 1] - 830)
        #expect((x * x + y * y).squareRoot() > 104.9)
      }
    }
  }

  @Test func `Rows that are far apart form an arc`() throws {
    var session = Self.session
    session.length = 10
    session.course = [0, 2.5, 5].map { (Double($0), 6) }
    let line = try #require(paths(draw(.init(), session), with: "stroke-width=\"4\"").first)
    #expect(line.count > 100)
    for i in stride(from: 0, to: line.count - 1, by: 2) {
      let (x, y) = (line[i] - 540, line[i + 1] - 830)
      #expect(abs((x * x + y * y).squareRoot() - 322) < 1)
    }
  }

  @Test func `Joined letters aren't spaced out, and upright scripts aren't slanted`() {
    let plain = draw(.init(title: "Ours", message: "Near"))
    #expect(plain.contains("letter-spacing=\"0.22em\"") && plain.contains("italic"))
    for (title, message) in [("لقاؤنا", "أقرب!"), ("हमारी", "पास"), ("初次", "很近")] {
      let text = draw(.init(title: title, message: message))
      #expect(!text.contains("letter-spacing=\"0.22em\"") && !text.contains("italic"), "\(title)")
      #expect(text.contains("unicode-bidi=\"plaintext\" fill-opacity=\"0.85\">\(title)</text>"))
    }
  }

  @Test func `Contact is labeled "contact", and only a session with beats is labeled "together"`() {
    var session = Self.session
    #expect(draw(.init(), session).contains(">contact</text>"))
    #expect(draw(.init(), session).contains(">together</text>"))
    session.beats = []
    #expect(!draw(.init(), session).contains("together"))
    #expect(session.hasContent)
    session.course = []
    #expect(!session.hasContent)
  }

  @Test func `A keepsake draws the QR code as one path and leaves room for the message`() throws {
    let session = PosterSession(
      course: [(0, 2), (60, 1)], zones: [(0, 1)], zoneCount: 2, edges: [1.5], beats: [(30, 0.5)],
      length: 60, nearest: 1)
    let code = try QRCode("https://example.org/ours?day=22&names=anna%2Cben")
    func draw(_ message: String, _ link: QRCode?) -> String {
      let words = Poster.Words(message: message, link: link)
      return String(decoding: Poster(session, words: words, theme: .gold).bytes, as: UTF8.self)
    }
    let drawn = draw("Every step closer was a beat.", code)
    #expect(
      drawn.contains("<path d=\"\(code.path)\"")
        && drawn == draw("Every step closer was a beat.", code))
    #expect(drawn.contains("<rect x=\"764\" y=\"1470\""))
    #expect(draw("", code).contains("<rect x=\"430\" y=\"1470\""))
    #expect(!draw("", nil).contains("1470"))
  }
}
