import Foundation
import TestSupport
import Testing

@testable import LubdubReports

@Suite struct QRCodeTests {
  private static let link = "https://example.org/ours?day=22&names=anna%2Cben"

  /// The code with its quiet zone as a picture: four pixels per square.
  private static func picture(_ code: QRCode) -> Data {
    let side = (code.width + 8) * 4
    let pixels = (0..<side * side).map { place in
      let (column, row) = (place % side / 4 - 4, place / side / 4 - 4)
      let isInside = (0..<code.width).contains(column) && (0..<code.width).contains(row)
      return isInside && code.isDark(column: column, row: row) ? UInt8(0) : 255
    }
    return Data("P5 \(side) \(side) 255\n".utf8) + Data(pixels)
  }

  @Test(.programs("zbarimg", of: "zbar-tools"))
  func `Another program reads the QR code`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pgm")
    defer { try? FileManager.default.removeItem(at: file) }
    for text in [Self.link, "https://a.b", String(repeating: "https://a.b/", count: 10)] {
      try Self.picture(QRCode(text)).write(to: file)
      let read = try Installed.run("zbarimg", ["--quiet", "--nodbus", "--raw", file.path]).output
      #expect(read == text + "\n")
    }
  }

  @Test func `The link of a session becomes a QR code of version 5`() throws {
    let link = "https://eternalloop.app/join?session=E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    #expect(link.utf8.count == 73)
    let code = try QRCode(link)
    #expect(code.width == 37)
    // The three corners that scanners look for.
    for (column, row) in [(0, 0), (30, 0), (0, 30)] {
      for step in 0..<7 {
        #expect(code.isDark(column: column + step, row: row))
        #expect(code.isDark(column: column, row: row + step))
      }
      #expect(!code.isDark(column: column + 1, row: row + 1))
      #expect(code.isDark(column: column + 3, row: row + 3))
    }
  }

  @Test func `An empty or too long text has no QR code`() {
    for text in ["", String(repeating: "a", count: QRCode.longest + 1)] {
      #expect(throws: QRCode.Fault.self) { try QRCode(text) }
    }
  }
}
