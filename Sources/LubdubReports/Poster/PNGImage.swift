internal import CDrawing
internal import CZlib

/// A drawing without letters as a picture: PNG (ISO/IEC 15948), eight bits a colour.
enum PNGImage {
  static func bytes(of svg: [UInt8], width: Int, height: Int) -> [UInt8] {
    var rows = [UInt8]()
    rows.reserveCapacity(height * (1 + 3 * width))
    let pixels = pixels(of: svg, width: width, height: height)
    for row in 0..<height {
      // Each byte as the difference from the one above it: colours run slowly.
      rows.append(2)
      for column in 0..<width {
        for colour in 0..<3 {
          let place = 4 * (row * width + column) + colour
          rows.append(pixels[place] &- (row > 0 ? pixels[place - 4 * width] : 0))
        }
      }
    }
    let head = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head)
      + chunk("IDAT", Zlib.packed(rows)) + chunk("IEND", [])
  }

  /// Red, green, blue and opacity of each pixel, row by row.
  static func pixels(of svg: [UInt8], width: Int, height: Int) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: 4 * width * height)
    var text = svg.map { CChar(bitPattern: $0) } + [0]
    guard let image = nsvgParse(&text, "px", 96), let rasterizer = nsvgCreateRasterizer() else {
      return pixels
    }
    nsvgRasterize(
      rasterizer, image, 0, 0, 1, &pixels, Int32(width), Int32(height), Int32(4 * width))
    nsvgDeleteRasterizer(rasterizer)
    nsvgDelete(image)
    return pixels
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(crc32(0, body, UInt32(body.count))))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}
