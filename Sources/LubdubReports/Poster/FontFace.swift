internal import CDrawing

/// One face of a font file, in sizes: its letters are one size high. stb_truetype trusts what it reads, so only fonts
/// that are installed are.
final class FontFace {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private var info = stbtt_fontinfo()
  private let scale: Double

  /// Reads a face: in a collection the one whose name ends like this, else the first; `nil` for what is no font.
  init?(_ file: [UInt8], ending: String) {
    bytes = .allocate(capacity: file.count)
    _ = bytes.initialize(from: file)
    var isRead = false
    for index in 0..<max(0, file.count > 16 ? stbtt_GetNumberOfFonts(bytes.baseAddress) : 0) {
      var face = stbtt_fontinfo()
      let offset = stbtt_GetFontOffsetForIndex(bytes.baseAddress, index)
      guard offset >= 0, stbtt_InitFont(&face, bytes.baseAddress, offset) != 0 else { continue }
      let isWanted = Self.name(of: face).hasSuffix(ending)
      if isWanted || !isRead { info = face }
      isRead = true
      if isWanted { break }
    }
    scale = isRead ? Double(stbtt_ScaleForMappingEmToPixels(&info, 1)) : 0
    guard isRead, scale.isFinite, scale > 0 else { return nil }
  }

  deinit { bytes.deallocate() }

  /// The name of the family, of which only ASCII is kept.
  private static func name(of face: stbtt_fontinfo) -> String {
    var (face, length): (stbtt_fontinfo, Int32) = (face, 0)
    // Windows, Unicode, English of the United States, family.
    guard let text = stbtt_GetFontNameString(&face, &length, 3, 1, 0x409, 1) else { return "" }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(max(0, length)))
    return String(decoding: bytes.filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
  }

  /// The glyph of a letter; `nil` for none, and for one without an outline, such as a picture in colours.
  func glyph(of scalar: Unicode.Scalar) -> Int32? {
    let glyph = stbtt_FindGlyphIndex(&info, Int32(bitPattern: scalar.value))
    guard glyph != 0 else { return nil }
    return scalar.properties.isWhitespace || stbtt_IsGlyphEmpty(&info, glyph) == 0 ? glyph : nil
  }

  func advance(of glyph: Int32) -> Double {
    var (advance, bearing): (Int32, Int32) = (0, 0)
    stbtt_GetGlyphHMetrics(&info, glyph, &advance, &bearing)
    return Double(advance) * scale
  }

  func kerning(_ first: Int32, _ second: Int32) -> Double {
    Double(stbtt_GetGlyphKernAdvance(&info, first, second)) * scale
  }

  /// The outline as SVG path data; the slant is how far it leans to the right for each unit of its height.
  func path(of glyph: Int32, x: Double, base: Double, size: Double, slant: Double) -> String {
    var corners: UnsafeMutablePointer<stbtt_vertex>?
    let count = stbtt_GetGlyphShape(&info, glyph, &corners)
    defer { stbtt_FreeShape(&info, corners) }
    let unit = scale * size
    func place(_ east: Int16, _ north: Int16) -> String {
      let left = x + unit * (Double(east) + slant * Double(north))
      return "\(NumberText.rounded(left, 2)) \(NumberText.rounded(base - unit * Double(north), 2))"
    }
    var path = ""
    for corner in UnsafeBufferPointer(start: corners, count: Int(count)) {
      let end = place(corner.x, corner.y)
      switch Int(corner.type) {
      case 1: path += (path.isEmpty ? "M" : "ZM") + end
      case 2: path += "L" + end
      case 3: path += "Q\(place(corner.cx, corner.cy)) \(end)"
      default: path += "C\(place(corner.cx, corner.cy)) \(place(corner.cx1, corner.cy1)) \(end)"
      }
    }
    return path.isEmpty ? "" : path + "Z"
  }
}
