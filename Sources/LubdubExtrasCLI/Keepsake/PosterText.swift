/// Text that is fitted into an area without measuring a font. Its widths come from a wide serif font, so other fonts fit,
/// too.
struct PosterText {
  struct Style {
    /// The space after each letter, as a multiple of the font size.
    var spacing = 0.0
    var isSlanted = false
    var opacity = 1.0

    var attributes: String {
      (spacing == 0 ? "" : "letter-spacing=\"\(NumberText.rounded(spacing, 3))em\" ")
        + (isSlanted ? "font-style=\"italic\" " : "")
        + (opacity == 1 ? "" : "fill-opacity=\"\(NumberText.rounded(opacity, 3))\"")
    }
  }

  private(set) var lines: [String]
  private(set) var size: Double

  /// The height of a line, as a multiple of the font size.
  static let lineHeight = 1.35

  /// The font families of the poster, in the order in which a renderer searches them for a letter: serif fonts for Latin,
  /// Greek, and Cyrillic, and then system fonts for Chinese, Japanese, Korean, Arabic, Hebrew, Indic scripts, and Thai.
  static let fonts = """
    Georgia, 'DejaVu Serif', 'Noto Serif', 'Songti SC', 'Hiragino Mincho ProN', 'Yu Mincho', SimSun, \
    'Noto Serif CJK SC', 'Noto Sans CJK SC', AppleMyungjo, Batang, 'Geeza Pro', 'Noto Naskh Arabic', 'Noto Sans Arabic', \
    'Noto Serif Hebrew', 'Kohinoor Devanagari', 'Nirmala UI', 'Noto Serif Devanagari', 'Noto Sans Devanagari', \
    Thonburi, 'Noto Serif Thai', 'Noto Sans', serif
    """

  /// Whether all characters belong to scripts that allow letter spacing and slanting: Latin, Greek, Cyrillic, and Armenian.
  /// Arabic and Devanagari join their letters, and Chinese characters are always upright.
  static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value < 0x590 || (0x1E00..<0x2C00).contains($0.value) }
  }

  init(_ text: String, width: Double, height: Double, largest: Double) {
    size = largest
    lines = Self.wrapped(text, width / size)
    while size > 8, Double(lines.count) * size * Self.lineHeight > height {
      size -= size > 24 ? 2 : 1
      lines = Self.wrapped(text, width / size)
    }
    balance(text, width / size)
  }

  private mutating func balance(_ text: String, _ limit: Double) {
    var (low, high) = (0.5 * limit, limit)
    for _ in 0..<8 {
      let middle = (low + high) / 2
      let tried = Self.wrapped(text, middle)
      if tried.count > lines.count {
        low = middle
      } else {
        (high, lines) = (middle, tried)
      }
    }
  }

  private static func wrapped(_ text: String, _ limit: Double) -> [String] {
    text.split(whereSeparator: \.isNewline).flatMap { paragraph in
      var lines: [String] = []
      var line = ""
      for word in paragraph.split(whereSeparator: \.isWhitespace) {
        let longer = line.isEmpty ? String(word) : "\(line) \(word)"
        guard width(longer) > limit else {
          line = longer
          continue
        }
        if !line.isEmpty { lines.append(line) }
        let pieces = pieces(of: word, limit)
        lines += pieces.dropLast()
        line = pieces.last ?? ""
      }
      return line.isEmpty ? lines : lines + [line]
    }
  }

  private static let closing: Set<Character> = [
    "，", "。", "、", "；", "：", "！", "？", "）", "」", "』", "》", "〉", "】", "”", "’", "…", "—",
  ]

  private static func pieces(of word: Substring, _ limit: Double) -> [String] {
    var pieces = [""]
    var length = 0.0
    for character in word {
      let width = width(of: character)
      if length + width > limit, length > 0 {
        // Lines of Chinese or Japanese never begin with a closing mark.
        let carried = closing.contains(character) ? pieces[pieces.count - 1].popLast() : nil
        pieces.append(carried.map { String($0) } ?? "")
        length = carried.map { Self.width(of: $0) } ?? 0
      }
      pieces[pieces.count - 1].append(character)
      length += width
    }
    return pieces
  }

  static func width(_ text: String) -> Double { text.reduce(0) { $0 + width(of: $1) } }

  private static func width(of character: Character) -> Double {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar {
    case "i", "l", "j", "t", "f", "I", ".", ",", ";", ":", "'", "!", "|", "(", ")", " ": return 0.42
    case "m", "w", "M", "W", "@", "%", "&", "\u{2014}": return 1.05
    case "A"..."Z": return 0.85
    case "0"..."9", "a"..."z": return 0.66
    default:
      // The widths are for Latin with marks; Greek and Cyrillic; Hebrew, Arabic, Indic scripts, and Thai; and other scripts
      // such as Chinese.
      return switch scalar.value {
      case ..<0x250: 0.75
      case ..<0x590: 1.1
      case ..<0x1100: 0.85
      default: 1.25
      }
    }
  }
}
