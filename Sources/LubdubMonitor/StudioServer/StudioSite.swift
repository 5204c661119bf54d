/// The answers of a studio as bytes: the page, its settings, its rows in two forms, and error responses.
struct StudioSite: Sendable {
  let token: String
  let page: [UInt8]
  /// The settings as JSON.
  let settings: [UInt8]
  /// A drawing of the QR code with which an iPhone joins; `nil` if no iPhone can connect.
  let code: [UInt8]?
  /// Whether only this machine can connect. The site then accepts only this machine's own names.
  let isLocal: Bool
  /// The identifier of one start of the server. A browser that returns with a row number of an earlier start gets all rows.
  let run: String

  /// The most bytes received at once.
  static let mostAtOnce = 4096

  /// A reader of rows, and the number of rows that it has received.
  struct Reader: Sendable, Hashable {
    enum Form { case events, lines }
    var form = Form.events
    var rows: Int
  }

  /// The answer to the received bytes of a request, with the reader of the rows that follow; `nil` waits for more bytes.
  func answer(to bytes: [UInt8]) -> (bytes: [UInt8], reader: Reader?)? {
    guard let end = Self.end(of: bytes) else {
      guard bytes.count >= Bound.request.most else { return nil }
      return (Self.refusal("431 Request Header Fields Too Large"), nil)
    }
    let head = bytes[..<(end - 3)]
    var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")[...]
    let words = lines.popFirst()?.split(separator: " ") ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
      return (Self.refusal("400 Bad Request"), nil)
    }
    guard words[0] == "GET" else { return (Self.refusal("405 Method Not Allowed"), nil) }
    guard let headers = Self.headers(lines) else { return (Self.refusal("400 Bad Request"), nil) }
    // A request from a page of another site whose name points to this machine is rejected (DNS rebinding).
    let host = headers["host"] ?? ""
    guard isOurs(host: host), headers["origin"].map({ $0 == "http://\(host)" }) ?? true else {
      return (Self.refusal("403 Forbidden"), nil)
    }
    // The path is empty if the target begins with a question mark.
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    switch place(parts[0]) {
    case "": return (Self.head("text/html; charset=utf-8", length: page.count) + page, nil)
    case "rows":
      let rows = seen(headers["last-event-id"] ?? parts.last.map { String($0.dropFirst(5)) })
      return (Self.head("text/event-stream"), Reader(rows: rows))
    case "rows.ndjson":
      let isNew = parts.count == 2 && parts[1] == "from=now"
      return (
        Self.head("application/x-ndjson"), Reader(form: .lines, rows: isNew ? .max : 0)
      )
    case "settings.json":
      return (Self.head("application/json", length: settings.count) + settings, nil)
    case "feel.svg":
      guard let code else {
        let reason = Array((isLocal ? Self.alone : Self.tooLong).utf8)
        return (Self.head("text/plain", length: reason.count) + reason, nil)
      }
      return (Self.head("image/svg+xml", length: code.count) + code, nil)
    default: return (Self.refusal("404 Not Found"), nil)
    }
  }

  /// The answers that replace a code.
  private static let alone =
    "Only this machine can connect. To feel the session on an iPhone, start the command with --address 0.0.0.0.\n"
  private static let tooLong = "The address is too long for a QR code. Choose a shorter --token.\n"

  /// The headers by their lowercase names; `nil` if a line is not a header, or if a header is duplicated (RFC 9112, 5.1).
  private static func headers(_ lines: ArraySlice<Substring>) -> [String: String]? {
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
        !line[..<colon].contains(where: \.isWhitespace)
      else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      guard headers.updateValue(String(value), forKey: line[..<colon].lowercased()) == nil else {
        return nil
      }
    }
    return headers
  }

  /// The last bytes for a reader that has received all rows.
  func end(for reader: Reader) -> [UInt8] {
    reader.form == .events ? event("end", reader.rows, "{}") : []
  }

  /// A server-sent event after which a reader has this number of rows.
  func event(_ name: String, _ rows: Int, _ data: String) -> [UInt8] {
    Array("event: \(name)\nid: \(run)-\(rows)\ndata: \(data)\n\n".utf8)
  }

  /// The end of the headers: the last byte of an empty line, searched in the latest bytes.
  private static func end(of bytes: [UInt8]) -> Int? {
    bytes.indices.dropFirst(max(3, bytes.count - Self.mostAtOnce)).first { end in
      bytes[end] == 0x0A && bytes[end - 1] == 0x0D && bytes[end - 2] == 0x0A
        && bytes[end - 3] == 0x0D
    }
  }

  /// The path after the token; `nil` for another token. Every byte is compared, so that the time of the comparison reveals
  /// nothing.
  private func place(_ path: Substring) -> String? {
    let (path, prefix) = (Array(path.utf8), Array("/\(token)/".utf8))
    guard path.count >= prefix.count else { return nil }
    let difference = zip(path, prefix).reduce(0) { $0 | ($1.0 ^ $1.1) }
    guard difference == 0 else { return nil }
    return String(decoding: path.dropFirst(prefix.count), as: UTF8.self)
  }

  private func isOurs(host: String) -> Bool {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    let port = host.dropFirst(name.count)
    return !isLocal
      || ["127.0.0.1", "localhost", "[::1]"].contains(name.lowercased())
        && (port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil)
  }

  /// The number of rows that a returning browser already has. The browser names the last message, in a header or as
  /// `?seen=`.
  private func seen(_ event: String?) -> Int {
    let parts = event?.split(separator: "-") ?? []
    return parts.count == 2 && parts[0] == run ? Int(parts[1]) ?? 0 : 0
  }

  private static func head(
    _ type: String, status: String = "200 OK", length: Int? = nil
  ) -> [UInt8] {
    let length = length.map { "Content-Length: \($0)\r\n" } ?? ""
    return Array(
      ("HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\(length)Cache-Control: no-store\r\n"
        + "Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n")
        .utf8)
  }

  private static func refusal(_ status: String) -> [UInt8] {
    head("text/plain", status: status, length: 0)
  }
}
