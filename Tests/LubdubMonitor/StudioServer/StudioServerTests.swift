import Foundation
import Lubdub
import LubdubSupport
import LubdubTraces
import Testing

@testable import LubdubMonitor

@Suite("The server of a studio", .timeLimit(.minutes(1))) struct StudioServerTests {
  private static let token = "abcdefghijklmnopQRSTUVWX01234567"

  private struct Studio {
    let rows: RowBroadcaster
    let server: StudioServer
    let port: UInt16

    init(address: String = "127.0.0.1") throws {
      // Writing to a server that has closed is an error, not the end of the tests.
      signal(SIGPIPE, SIG_IGN)
      rows = try RowBroadcaster(name: "walk.csv")
      server = try StudioServer(
        page: Array("<page>".utf8), settings: Array("{}".utf8), rows: rows, address: address,
        port: 0, token: token)
      port = UInt16(try #require(URL(string: server.link)?.port))
    }

    /// Sends a request and reads until the server closes, or until a text has come.
    func ask(_ request: String, until text: String? = nil) -> String {
      let socket = connection()
      defer { close(socket) }
      return StudioServerTests.send(request, to: socket, until: text)
    }

    func connection() -> Int32 {
      #if canImport(Glibc)
      let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
      let connection = socket(AF_INET, SOCK_STREAM, 0)
      #endif
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(connection, $0, size) }
      }
      #expect(status == 0)
      return connection
    }
  }

  private static func send(_ request: String, to socket: Int32, until text: String?) -> String {
    var left = Array(request.utf8)[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      left = left.dropFirst(count)
    }
    var (answer, bytes) = ("", [UInt8](repeating: 0, count: 65_536))
    while text.map({ !answer.contains($0) }) ?? true {
      let count = read(socket, &bytes, bytes.count)
      guard count > 0 else { break }
      answer += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return answer
  }

  private static func get(_ path: String, _ headers: String...) -> String {
    let headers = headers.isEmpty ? ["Host: 127.0.0.1"] : headers
    return "GET \(path) HTTP/1.1\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  private static func record(_ time: Double) -> TraceRecord {
    TraceRecord(.uwb(1.5, at: Seconds(time)))
  }

  @Test func `The page is served only for the exact token`() throws {
    let studio = try Studio()
    defer { studio.server.stop() }
    let page = studio.ask(Self.get("/\(Self.token)/"))
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.hasSuffix("\r\n\r\n<page>"))
    for path in [
      "/", "/\(Self.token)", "/\(Self.token.lowercased())/", "/\(Self.token)/x", "/\(Self.token)x/",
      "/\(Self.token.dropLast())/",
    ] {
      #expect(studio.ask(Self.get(path)).hasPrefix("HTTP/1.1 404 "), "\(path)")
    }
  }

  @Test func `Requests with a foreign host name or origin are rejected`() throws {
    let studio = try Studio()
    defer { studio.server.stop() }
    let path = "/\(Self.token)/"
    for host in ["localhost", "LOCALHOST:1", "127.0.0.1:80", "[::1]:80"] {
      #expect(studio.ask(Self.get(path, "Host: \(host)")).hasPrefix("HTTP/1.1 200 "), "\(host)")
    }
    for host in ["evil.example", "localhost.evil.example", "10.0.0.1", ""] {
      #expect(studio.ask(Self.get(path, "Host: \(host)")).hasPrefix("HTTP/1.1 403 "), "\(host)")
    }
    let host = "Host: 127.0.0.1:5"
    let ours = studio.ask(Self.get(path, host, "Origin: http://127.0.0.1:5"))
    let theirs = studio.ask(Self.get(path, host, "Origin: http://evil.example"))
    #expect(ours.hasPrefix("HTTP/1.1 200 ") && theirs.hasPrefix("HTTP/1.1 403 "))
  }

  @Test(arguments: [
    ("POST / HTTP/1.1\r\n\r\n", "405"), ("GET /\r\n\r\n", "400"), ("\r\n\r\n", "400"),
    ("GET / HTTP/2\r\n\r\n", "400"), ("\u{0}\u{0}\r\n\r\n", "400"),
    ("GET /" + String(repeating: "a", count: 16_384), "431"),
    ("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 4000), "431"),
  ])
  func `Requests other than GET are rejected`(_ request: String, _ status: String) throws {
    let studio = try Studio()
    defer { studio.server.stop() }
    #expect(studio.ask(request).hasPrefix("HTTP/1.1 \(status) "))
  }

  @Test("Rows are sent as they are processed, and a returning browser continues after its last row")
  func rows() async throws {
    let studio = try Studio()
    defer { studio.server.stop() }
    await studio.rows.read(ReadReport())
    for time in [0, 1.0] {
      await studio.rows.processed(Self.record(time), at: Seconds(time), nil)
    }
    let path = "/\(Self.token)/rows"
    let first = studio.ask(Self.get(path), until: "}\n\n")
    #expect(first.contains("Content-Type: text/event-stream") && first.contains("event: rows\n"))
    let id = try #require(first.split(separator: "\n").first { $0.hasPrefix("id: ") }?.dropFirst(4))
    #expect(id.hasSuffix("-2"))
    _ = await studio.rows.end()
    let again = studio.ask(Self.get(path, "Host: 127.0.0.1", "Last-Event-ID: \(id)"))
    #expect(again.contains("event: end\n") && !again.contains("event: rows"))
    let asked = studio.ask(Self.get("\(path)?seen=\(id)"))
    #expect(asked.contains("event: end\n") && !asked.contains("event: rows"))
    let other = studio.ask(Self.get(path, "Host: 127.0.0.1", "Last-Event-ID: 12345678-2"))
    #expect(other.contains("event: rows\n") && other.contains("event: end\n"))
  }

  @Test("Rows are sent as lines of a trace, from the first row or from now")
  func lines() async throws {
    let studio = try Studio()
    defer { studio.server.stop() }
    await studio.rows.read(ReadReport())
    await studio.rows.processed(Self.record(0), at: 0, nil)
    let path = "/\(Self.token)/rows.ndjson"
    let socket = studio.connection()
    defer { close(socket) }
    let head = Self.send(Self.get("\(path)?from=now"), to: socket, until: "\r\n\r\n")
    #expect(head.contains("Content-Type: application/x-ndjson"))
    await studio.rows.processed(Self.record(1), at: 1, nil)
    _ = await studio.rows.end()
    let line = { (time: Int) in "{\"range_m\": 1.5, \"source\": \"uwb\", \"t_s\": \(time)}\n" }
    #expect(Self.send("", to: socket, until: nil) == line(1))
    #expect(studio.ask(Self.get(path)).hasSuffix("\r\n\r\n" + line(0) + line(1)))
  }

  @Test func `A phone gets the settings and a code for an address that it can reach`() throws {
    let studio = try Studio()
    defer { studio.server.stop() }
    #expect(studio.ask(Self.get("/\(Self.token)/settings.json")).hasSuffix("\r\n\r\n{}"))
    #expect(studio.ask(Self.get("/\(Self.token)/feel.svg")).contains("--address 0.0.0.0"))
    let open = try Studio(address: "0.0.0.0")
    defer { open.server.stop() }
    let code = try QRCode("lubdub-feel:" + open.server.link.dropFirst("http:".count)).drawing
    let answer = open.ask(Self.get("/\(Self.token)/feel.svg"))
    #expect(answer.hasSuffix("\r\n\r\n" + String(decoding: code, as: UTF8.self)))
    #expect(URL(string: open.server.link)?.host() != "127.0.0.1")
  }

  @Test func `Many rows are sent in several messages, each row once`() async throws {
    let studio = try Studio()
    defer { studio.server.stop() }
    await studio.rows.read(ReadReport())
    for row in 0..<10_000 {
      await studio.rows.processed(Self.record(Double(row)), at: Seconds(Double(row)), nil)
    }
    _ = await studio.rows.end()
    let answer = studio.ask(Self.get("/\(Self.token)/rows"))
    let counts = answer.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map {
      $0.split(separator: "-").last.flatMap { Int($0) }
    }
    #expect(counts == [4096, 8192, 10_000, 10_000])
  }

  @Test func `All rows that a reader hasn't seen are sent at once`() throws {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #else
    #expect(socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
    #endif
    defer { for end in ends { close(end) } }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let request = Array(Self.get("/\(Self.token)/rows").utf8)
    #expect(write(ends[0], request, request.count) == request.count)
    var history = RowHistory(name: "walk.csv", hasLinks: false)
    history.report = ReadReport()
    history.records = [Self.record(0), Self.record(1)]
    history.isOver = true
    let site = StudioSite(
      token: Self.token, page: [], settings: [], code: nil, isLocal: true, run: "12345678")
    var connection = StudioConnection(ends[1], .now)
    connection.work(Int16(POLLIN), .now, site, history)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(ends[0], &bytes, bytes.count)
    let answer = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    #expect(answer.contains("event: rows\n") && answer.contains("event: end\n"))
    #expect(connection.isOver)
  }

  @Test func `Hundreds of idle connections and readers don't block other clients`() async throws {
    let studio = try Studio()
    defer { studio.server.stop() }
    await studio.rows.read(ReadReport())
    for row in 0..<20_000 {
      await studio.rows.processed(Self.record(Double(row)), at: Seconds(Double(row)), nil)
    }
    // A reader that asks and takes nothing.
    let deaf = (0..<20).map { _ in studio.connection() }
    let request = Array(Self.get("/\(Self.token)/rows").utf8)
    for socket in deaf { _ = write(socket, request, request.count) }
    let silent = (0..<200).map { _ in studio.connection() }
    for socket in silent { _ = write(socket, request, 5) }
    #expect(studio.ask(Self.get("/\(Self.token)/")).hasSuffix("<page>"))
    #expect(studio.ask(Self.get("/\(Self.token)/rows"), until: "-20000\n").contains("-20000\n"))
    for socket in deaf + silent { close(socket) }
  }

  @Test func `A stopped server closes every connection and frees its port`() throws {
    let studio = try Studio()
    let waiting = studio.connection()
    defer { close(waiting) }
    studio.server.stop()
    var byte: UInt8 = 0
    #expect(read(waiting, &byte, 1) <= 0)
    let again = try StudioServer(
      page: [], settings: [], rows: studio.rows, address: "127.0.0.1", port: studio.port,
      token: Self.token)
    again.stop()
  }

  @Test func `An invalid interface address and a guessable token are rejected`() throws {
    let rows = try RowBroadcaster(name: "walk.csv")
    for address in ["localhost", "1.2.3", "256.1.1.1", "", "203.0.113.7"] {
      #expect(throws: ReportFailure.self, "\(address)") {
        try StudioServer(page: [], settings: [], rows: rows, address: address, port: 0)
      }
    }
    #expect(throws: ReportFailure.self) {
      try StudioServer(
        page: [], settings: [], rows: rows, address: "127.0.0.1", port: 0, token: "short")
    }
  }
}
