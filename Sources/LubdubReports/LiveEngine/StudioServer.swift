#if Studio
internal import FlyingFox
internal import FlyingSocks
internal import Foundation

/// Serves the page of a running session, and its rows as server-sent events.
///
/// Every address begins with a random token: other programs and pages on the machine do not know it.
package struct StudioServer: Sendable {
  private let server: HTTPServer
  private let address: String
  private let token: String

  package init(
    page: [UInt8], rows: RowBroadcaster, address: String, port: UInt16, token: String? = nil
  ) async throws {
    self.address = address
    if let token, !Self.isToken(token) { throw StudioFailure.badToken(token) }
    self.token = token ?? Self.randomToken()
    let token = self.token
    // Rows of an earlier server are others: a browser that comes back with their number gets all.
    let run = String(Self.randomToken().prefix(8))
    server = try Self.server(on: address, port)
    let page = Data(page)
    await server.appendRoute(HTTPRoute("GET /\(token)/")) { _ in
      HTTPResponse(statusCode: .ok, headers: Self.headers("text/html; charset=utf-8"), body: page)
    }
    await server.appendRoute(HTTPRoute("GET /\(token)/rows")) { request in
      let last = (request.headers[HTTPHeader("Last-Event-ID")] ?? "").split(separator: "-")
      let seen = last.first.map { $0 == run } ?? false ? last.last.flatMap { Int($0) } ?? 0 : 0
      return HTTPResponse(
        statusCode: .ok, headers: Self.headers("text/event-stream"),
        body: HTTPBodySequence(from: RowMessages(rows: rows, seen: seen, run: run)))
    }
  }

  /// Whether a text can be the beginning of an address that nobody guesses: 16 to 64 letters, digits, `-` and `_`.
  package static func isToken(_ text: String) -> Bool {
    (16...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == 0x2D || $0 == 0x5F
      }
  }

  /// Whether a text is the address of an interface, as numbers.
  package static func isAddress(_ text: String) -> Bool {
    (try? sockaddr_in.inet(ip4: text, port: 0)) != nil
      || (try? sockaddr_in6.inet6(ip6: text, port: 0)) != nil
  }

  /// Serves until the task is cancelled.
  package func run(_ isReady: @escaping @Sendable (String) throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await server.run()
        } catch {
          guard !Task.isCancelled else { return }
          let reason =
            if case SocketError.failed(_, _, let text) = error { text } else { "\(error)" }
          throw StudioFailure(description: "\(address): cannot be listened on: \(reason)")
        }
      }
      group.addTask {
        try await server.waitUntilListening()
        try isReady(await link)
        try? await Task.sleep(for: .seconds(1e9))
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private var link: String {
    get async {
      let port =
        switch await server.listeningAddress {
        case .ip4(_, let port), .ip6(_, let port): port
        default: UInt16(0)
        }
      let host = address.contains(":") ? "[\(address)]" : address
      return "http://\(host):\(port)/\(token)/"
    }
  }

  private static func server(on address: String, _ port: UInt16) throws -> HTTPServer {
    if let four = try? sockaddr_in.inet(ip4: address, port: port) {
      return HTTPServer(address: four, logger: .disabled)
    }
    if let six = try? sockaddr_in6.inet6(ip6: address, port: port) {
      return HTTPServer(address: six, logger: .disabled)
    }
    throw StudioFailure.noAddress(address)
  }

  private static func headers(_ type: String) -> HTTPHeaders {
    [
      .contentType: type, HTTPHeader("Cache-Control"): "no-store",
      HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
    ]
  }

  private static func randomToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = String(UInt8.random(in: 0...255, using: &random), radix: 16)
      return byte.count == 1 ? "0" + byte : byte
    }.joined()
  }
}

package struct StudioFailure: Error, CustomStringConvertible {
  package let description: String

  package static func badToken(_ text: String) -> StudioFailure {
    StudioFailure(
      description:
        "token is \(text), expected 16 to 64 letters, digits, - and _: who guesses it sees the session"
    )
  }

  package static func noAddress(_ text: String) -> StudioFailure {
    StudioFailure(
      description: "address is \(text), expected the numbers of an interface: 127.0.0.1 for this "
        + "machine alone, 0.0.0.0 for every one of its networks")
  }
}
#endif
