import TestSupport
import Testing

@testable import LubdubMonitor

/// Requests of strangers, answered without a socket.
@Suite struct StudioSiteTests {
  private static let token = "abcdefghijklmnopQRSTUVWX01234567"
  private static let site = StudioSite(
    token: token, page: Array("<page>".utf8), settings: Array("{}".utf8), code: nil, isLocal: true,
    run: "1a2b")

  private static func status(_ request: String) -> String? {
    site.answer(to: Array(request.utf8)).map {
      String(decoding: $0.bytes.dropFirst(9).prefix(3), as: UTF8.self)
    }
  }

  @Test(arguments: ["?", "??", "?/\(token)/", "/", "//", "%", "%00", "#", "*", "?seen=1-1"])
  func `A target that does not begin with the token is not found`(target: String) {
    let status = Self.status("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(status == "404")
  }

  @Test(
    "The page and its rows are served with the token, whatever follows the question mark",
    arguments: ["", "?", "??", "?seen", "?seen=", "?seen=1a2b-99999999999999999999", "?%"])
  func query(query: String) throws {
    for (place, rows) in [
      ("", nil), ("settings.json", nil), ("feel.svg", nil), ("rows", 0), ("rows.ndjson", 0),
    ] as [(String, Int?)] {
      let request = "GET /\(Self.token)/\(place)\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let answer = try #require(Self.site.answer(to: Array(request.utf8)))
      #expect(answer.bytes.starts(with: "HTTP/1.1 200 OK".utf8))
      #expect(answer.reader?.rows == rows)
    }
    let seen =
      "GET /\(Self.token)/rows?seen=1a2b-9223372036854775807 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    var reader = try #require(Self.site.answer(to: Array(seen.utf8))?.reader)
    #expect(RowHistory(name: "", hasLinks: false).next(&reader, Self.site) == nil)
  }

  @Test(
    "Host and Origin must name this server, and may appear only once",
    arguments: [
      ("Host: 127.0.0.1:8080", "200"), ("host:[::1]", "200"),
      ("Host: localhost\r\nOrigin: http://localhost", "200"),
      ("Host: 127.0.0.1:evil.com", "403"), ("Host: 127.0.0.1:80@evil.com", "403"),
      ("Host: 127.0.0.1:80/evil", "403"), ("Host: 127.0.0.1:99999", "403"), ("Accept: */*", "403"),
      ("Host: localhost\r\nOrigin: http://evil.com", "403"),
      ("Host: evil.com\r\nHost: localhost", "400"), ("Host: localhost\r\nOrigin : http://a", "400"),
      ("Host: localhost\r\nOrigin: http://a\r\norigin: http://localhost", "400"),
      ("Host: localhost\r\nno header", "400"),
    ])
  func hosts(headers: String, status: String) {
    #expect(Self.status("GET /\(Self.token)/ HTTP/1.1\r\n\(headers)\r\n\r\n") == status)
  }

  @Test func `Damaged requests don't stop the studio, and the page needs the token`() throws {
    let bases = [
      "GET /\(Self.token)/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /\(Self.token)/rows?seen=1a2b-3 HTTP/1.1\r\nHost: localhost:80\r\nLast-Event-ID: 1a2b-4\r\n\r\n",
      "GET /wrong/rows HTTP/1.1\r\nHost: [::1]\r\nOrigin: http://[::1]\r\n\r\n",
      "GET ? HTTP/1.1\r\nHost: localhost\r\n\r\n", "\r\n\r\n", " \r\n:\r\n\r\n",
    ].map { Array($0.utf8) }
    let words =
      ["?", "??", "%", "%00", "%2", " ", "  ", "", "/", "//", ":", "[", "]", "-", "\r\n", "\0"]
      + ["-9223372036854775808", "9223372036854775807", "GET", "HTTP/1.", "\u{301}", "\u{FF}"]
    var random = SeededGenerator(seed: 67)
    for run in 0..<Thoroughness.rounds(300_000) {
      var bytes = bases[run % bases.count]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
        let word = (words.randomElement(using: &random) ?? "").utf8
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(contentsOf: word, at: place)
        case 1: bytes.replaceSubrange(place..<end, with: word)
        case 2: bytes.removeSubrange(place..<end)
        default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        }
      }
      guard let answer = Self.site.answer(to: bytes) else { continue }
      let text = String(decoding: answer.bytes, as: UTF8.self)
      let isKnown = ["200", "400", "403", "404", "405", "431"].contains {
        text.hasPrefix("HTTP/1.1 \($0) ")
      }
      #expect(isKnown, "run \(run): \(bytes)")
      let knowsToken = String(decoding: bytes, as: UTF8.self).contains("/\(Self.token)/")
      #expect(knowsToken || !text.hasPrefix("HTTP/1.1 200"), "run \(run): \(bytes)")
      guard var reader = answer.reader else { continue }
      _ = RowHistory(name: "", hasLinks: false).next(&reader, Self.site)
    }
  }
}
