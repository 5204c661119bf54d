import JSON
import Foundation
import Testing

@testable import Reports

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
    let page = String(decoding: PageTemplate.session.html(data), as: UTF8.self)
    #expect(!page.contains("alert(1)</script>"))
    #expect(page.contains(#"\u003c/script>\u003c!--"#))
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
}
