internal import Foundation

/// Letters as outlines of the fonts of this machine.
/// Each letter is taken from the first font that has it. Only scripts whose letters stand by themselves are drawn:
/// those that are joined or run to the left need a browser.
package struct PosterLetters {
  /// Fonts in the order in which letters are looked for; those not yet read are at the end.
  private var files: ArraySlice<String>
  private var faces: [FontFace] = []
  private let ending: String
  var isEmpty: Bool { files.isEmpty }
  /// Letters that no font has, and those that need a browser.
  private var missing: Set<Unicode.Scalar> = []

  package init(files: [String], language: PosterLanguage) {
    self.files = files[...]
    ending = language == .zhHant ? " TC" : " SC"
  }

  /// The fonts of this machine: first faces with serifs, then those for Chinese, then the others.
  package static func ofThisMachine(home: String, language: PosterLanguage) -> PosterLetters {
    let folders = [
      "/usr/share/fonts", "/usr/local/share/fonts", home + "/.local/share/fonts", home + "/.fonts",
      "/System/Library/Fonts", "/Library/Fonts", home + "/Library/Fonts",
    ]
    let all = folders.flatMap { folder in
      (regularFiles(below: folder) ?? []).map { folder + "/" + $0 }
    }.filter { path in
      [".ttf", ".otf", ".ttc", ".otc"].contains { path.lowercased().hasSuffix($0) }
    }
    func rank(_ path: String) -> Int? {
      let name = path.split(separator: "/").last ?? ""
      if let place = preferred.firstIndex(where: name.hasPrefix) { return place }
      return unwanted.contains(where: name.contains) ? nil : preferred.count
    }
    let ranked = all.compactMap { path in rank(path).map { (rank: $0, path: path) } }
    return PosterLetters(
      files: ranked.sorted { ($0.rank, $0.path) < ($1.rank, $1.path) }.map(\.path),
      language: language)
  }

  private static let preferred = [
    "Georgia.ttf", "DejaVuSerif.ttf", "NotoSerif-Regular", "LiberationSerif-Regular", "FreeSerif.",
    "NotoSerifCJK-Regular", "NotoSerifTC-Regular", "NotoSansCJK-Regular", "NotoSansTC-Regular",
    "Songti", "PingFang", "uming", "wqy", "DejaVuSans.ttf", "NotoSans-Regular",
    "LiberationSans-Regular",
  ]
  private static let unwanted = [
    "Bold", "Italic", "Oblique", "Mono", "Light", "Thin", "Black", "Condensed", "Emoji",
  ]

  package struct Fault: Error, CustomStringConvertible { package let description: String }

  func check() throws(Fault) {
    guard !missing.isEmpty else { return }
    let letters = missing.sorted { $0.value < $1.value }.map { String($0) }.joined(separator: " ")
    throw Fault(
      description:
        "\(letters): no font of this machine has them, or their script joins letters or runs to the left; "
        + "install a font (Debian: fonts-dejavu, fonts-noto-cjk for Chinese), or write the keepsake as .html, which "
        + "a browser draws")
  }

  mutating func path(
    _ line: String, style: PosterText.Style, x: Double, base: Double, size: Double
  ) -> String {
    var glyphs: [(face: FontFace, glyph: Int32, left: Double)] = []
    var width = 0.0
    for scalar in line.precomposedStringWithCanonicalMapping.unicodeScalars
    where !scalar.properties.isDefaultIgnorableCodePoint {
      guard Self.standsAlone(scalar), let (face, glyph) = find(scalar) else {
        missing.insert(scalar)
        continue
      }
      if let last = glyphs.last, last.face === face {
        width += face.kerning(last.glyph, glyph) * size
      }
      glyphs.append((face, glyph, width))
      width += (face.advance(of: glyph) + style.spacing) * size
    }
    let left = x - (width - style.spacing * size) / 2
    return glyphs.map {
      $0.face.path(
        of: $0.glyph, x: left + $0.left, base: base, size: size, slant: style.isSlanted ? 0.2 : 0)
    }.joined()
  }

  private mutating func find(_ scalar: Unicode.Scalar) -> (FontFace, Int32)? {
    for face in faces {
      if let glyph = face.glyph(of: scalar) { return (face, glyph) }
    }
    while let file = files.popFirst() {
      guard let bytes = try? readFile(at: file), let face = FontFace(bytes, ending: ending) else {
        continue
      }
      faces.append(face)
      if let glyph = face.glyph(of: scalar) { return (face, glyph) }
    }
    return nil
  }

  /// Latin, Greek, Cyrillic, Armenian and Georgian, signs, and Chinese, Japanese and Korean; not their marks.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300..<0x370, 0x483..<0x48A, 0x20D0..<0x2100, 0x3099...0x309A: false
    case ..<0x590, 0x10A0..<0x1100, 0x1E00..<0x2C00, 0x2E80..<0xA4D0, 0xAC00..<0xD7A4,
      0xF900..<0xFB00, 0xFE30..<0xFE50, 0xFF00..<0xFFF0, 0x1F000...:
      true
    default: false
    }
  }
}
