import Foundation
import LubdubGround
import Testing

@testable import LubdubReports

@Suite("The page of a report")
struct PageTemplateTests {
  @Test("Digests are those of FIPS 180-4")
  func digests() {
    func hex(_ text: String) -> String {
      SHA256.digest(Array(text.utf8)).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }
    #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test("No text of a trace ends its element or becomes markup")
  func hostileText() {
    let hostile = "</script><!--<script>alert(1)</script>{{script}}"
    let data: JSONValue = ["name": .string(hostile)]
    let bench = String(decoding: PageTemplate.bench.html(data), as: UTF8.self)
    #expect(!bench.contains("alert(1)</script>"))
    #expect(bench.contains(#"\u003c/script>\u003c!--"#))
    let page = String(decoding: PageTemplate.session.html(data), as: UTF8.self)
    #expect(!page.contains("alert(1)"))
    #expect(page.components(separatedBy: "</script>").count == 5)
  }

  @Test("A script goes into a page without comments, imports and indentation")
  func bundled() {
    let module = """
      // The module.
      import { a } from './a.js'

      /**
       * A function.
       * @param {number} b
       */
      export function f(b) {
        /** @type {number} */ let c = a // a number
        return /** @type {any} */ (c) + 'http://' + b
      }
      """
    #expect(
      PageTemplate.bundled(module)
        == "function f(b) {\nlet c = a // a number\nreturn (c) + 'http://' + b\n}")
  }

  @Test("The policy names the only scripts and the only style, and allows no loading")
  func policy() throws {
    let page = String(decoding: PageTemplate.session.html([:]), as: UTF8.self)
    let script = try #require(
      page.components(separatedBy: "<script type=\"module\">").last?
        .components(separatedBy: "</script>").first)
    let hash = Base64.encode(SHA256.digest(Array(script.utf8)))
    // The second digest is that of the packed script, which runs in the tests of pages only if it is right.
    let policy = try #require(
      page.components(separatedBy: "script-src ").last?.components(separatedBy: ";").first)
    #expect(policy.hasPrefix("'wasm-unsafe-eval' 'sha256-\(hash)' 'sha256-"))
    #expect(policy.components(separatedBy: " ").count == 3)
    #expect(page.contains("default-src 'none'"))
    for name in ["style", "script", "data", "engine", "packed", "generator", "style-hash"] {
      #expect(!page.contains("{{\(name)}}"))
    }
    #expect(!script.contains("\nimport ") && !script.contains("\nexport "))
    #expect(!page.contains("https://") && !page.contains("http://"))
  }

  @Test("Bytes of every length come back from the text of seven bits, which HTML leaves as it is")
  func sevenBits() {
    var state: UInt32 = 7
    for count in 0...400 {
      let bytes = (0..<count).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: state >> 24)
      }
      let text = bytes.withUnsafeBytes { Base122.encode($0) }
      #expect(Self.bytes(of: text) == bytes, "\(count) bytes")
      #expect(!text.unicodeScalars.contains { $0 == "<" || $0 == "\r" || $0.value == 0 })
      #expect(Double(text.utf8.count) <= 1.15 * Double(count) + 3)
    }
  }

  /// The other way, as web/bytes.js has it.
  private static func bytes(of text: String) -> [UInt8] {
    let forbidden: [UInt16] = [0, 0x0D, 0x3C]
    let groups = text.utf16.flatMap { unit -> [UInt16] in
      guard unit >= 0x100 else { return [unit] }
      let kind = Int(unit - 0x100) >> 7
      return kind < 3 ? [forbidden[kind], unit & 127] : [forbidden[kind - 3]]
    }
    let bits = groups.flatMap { group in (0..<7).map { UInt8(group >> (6 - $0) & 1) } }
    return (0..<bits.count / 8).map { place in
      bits[8 * place..<8 * place + 8].reduce(0) { $0 << 1 | $1 }
    }
  }
}
