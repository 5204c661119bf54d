import Foundation
import TestSupport
import Testing

@testable import LubdubReports

/// The tests of web/ check that the digests are right: a browser runs no script and applies no style with another digest.
@Suite("The page of a report", .enabled(if: hasPages, "tools/page makes the pages"))
struct PageTemplateTests {
  @Test func `Text from a trace can't end its element or become markup`() throws {
    let hostile = "</script><!--<script>alert(1)</script>{{script}}"
    let data: JSONValue = ["name": .string(hostile)]
    let bench = String(decoding: try PageTemplate.bench.html(data), as: UTF8.self)
    #expect(!bench.contains("alert(1)</script>"))
    #expect(bench.contains(#"\u003c/script>\u003c!--"#))
    let page = String(decoding: try PageTemplate.session.html(session: data), as: UTF8.self)
    #expect(!page.contains("alert(1)"))
    #expect(page.components(separatedBy: "</script>").count == 6)
  }

  @Test func `The policy names two scripts and one style, and forbids loading`() throws {
    let page = String(decoding: try PageTemplate.session.html(session: [:]), as: UTF8.self)
    let policy = try #require(
      page.components(separatedBy: "Content-Security-Policy\" content=\"").last?
        .components(separatedBy: "\"").first)
    #expect(policy.hasPrefix("default-src 'none'; script-src 'wasm-unsafe-eval' 'sha256-"))
    #expect(policy.components(separatedBy: "sha256-").count == 4)
    #expect(!policy.contains("connect-src"))
    let names = [
      "style", "script", "style-hash", "script-hash", "connect", "constants", "data", "engine",
      "generator", "packed", "unpack", "unpack-hash",
    ]
    for name in names { #expect(!page.contains("{{\(name)}}")) }
    // The name of SVG is no address.
    let addresses = page.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(!addresses.contains("https://") && !addresses.contains("http://"))
  }
}
