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

    /// A server that does not listen yet.
    ///
    /// - Parameters:
    ///   - page: The page, as HTML.
    ///   - rows: The rows.
    ///   - address: The interface to listen on, as numbers: `127.0.0.1`, `0.0.0.0`, `::1`.
    ///   - port: The port; 0 takes a free one.
    /// - Throws: `StudioFailure` for an address that is not one of an interface.
    package init(page: [UInt8], rows: RowBroadcaster, address: String, port: UInt16) async throws {
      self.address = address
      token = Self.randomToken()
      server = try Self.server(on: address, port)
      let page = Data(page)
      await server.appendRoute(HTTPRoute("GET /\(token)/")) { _ in
        HTTPResponse(statusCode: .ok, headers: Self.headers("text/html; charset=utf-8"), body: page)
      }
      await server.appendRoute(HTTPRoute("GET /\(token)/rows")) { request in
        let seen = request.headers[HTTPHeader("Last-Event-ID")].flatMap { Int($0) } ?? 0
        return HTTPResponse(
          statusCode: .ok, headers: Self.headers("text/event-stream"),
          body: HTTPBodySequence(from: RowMessages(rows: rows, seen: seen)))
      }
    }

    /// Whether a text is the address of an interface, as numbers.
    package static func isAddress(_ text: String) -> Bool {
      (try? sockaddr_in.inet(ip4: text, port: 0)) != nil
        || (try? sockaddr_in6.inet6(ip6: text, port: 0)) != nil
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter isReady: Is given the address of the page once it can be opened.
    /// - Throws: `StudioFailure` when the port cannot be listened on.
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

    /// Where the page is.
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

    /// 128 random bits in hexadecimal digits.
    private static func randomToken() -> String {
      var random = SystemRandomNumberGenerator()
      return (0..<16).map { _ in
        let byte = String(UInt8.random(in: 0...255, using: &random), radix: 16)
        return byte.count == 1 ? "0" + byte : byte
      }.joined()
    }
  }

  /// Why a page cannot be served.
  package struct StudioFailure: Error, CustomStringConvertible {
    /// What, where and the rule.
    package let description: String

    /// A text is not the address of an interface.
    package static func noAddress(_ text: String) -> StudioFailure {
      StudioFailure(
        description: "address is \(text), expected the numbers of an interface: 127.0.0.1 for this "
          + "machine alone, 0.0.0.0 for every one of its networks")
    }
  }
#endif
