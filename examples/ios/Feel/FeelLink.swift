import Compression
import Foundation

/// A link in a QR code: a studio on the same network, or a complete pattern. README.md describes both forms.
enum FeelLink: Equatable {
  /// A studio, by the address of its session.
  case studio(URL)
  /// An AHAP file.
  case pattern(Data)

  /// A link with neither.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The scheme of both forms.
  static let scheme = "lubdub-feel"
  /// The maximum number of bytes of a pattern. Deflated bytes may expand a thousandfold.
  private static let mostBytes = 1 << 20

  init(_ url: URL) throws {
    let rest = url.absoluteString.dropFirst(Self.scheme.count + 1)
    if rest.hasPrefix("//"), let studio = URL(string: "http:\(rest)"), studio.host() != nil {
      self = .studio(studio)
    } else if rest.hasPrefix("ahap,"), let bytes = Self.bytes(rest.dropFirst(5)) {
      self = .pattern(try Self.inflated(bytes))
    } else {
      throw Fault(description: "This code is neither a session nor a pattern.")
    }
  }

  private static func bytes(_ base64url: Substring) -> Data? {
    let text = base64url.replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
  }

  private static func inflated(_ deflated: Data) throws -> Data {
    var left = deflated
    let filter = try InputFilter(.decompress, using: .zlib) { count -> Data? in
      defer { left = Data(left.dropFirst(count)) }
      return left.isEmpty ? nil : Data(left.prefix(count))
    }
    var inflated = Data()
    while let part = try filter.readData(ofLength: 65_536), !part.isEmpty {
      inflated += part
      guard inflated.count <= mostBytes else {
        throw Fault(description: "This pattern is longer than 1 MB.")
      }
    }
    return inflated
  }
}
