/// Scans an XML text piece by piece, without building a tree.
package struct XMLScanner {
  package enum Token {
    /// `<name …>` without its brackets, or `<name …/>`.
    case open(LogText, isEmpty: Bool)
    case close(LogText)
    case text(LogText)
    case data(LogText)
    case comment
    case declaration
    /// The text ends inside a construct, with its name in words.
    case cut(String)
  }

  /// The events that a reader of a log uses. Names have no prefix.
  package enum Event {
    /// `<name …>`; an empty element is followed by its own `close`.
    case open(String, tag: LogText)
    case close(String)
    /// Text between tags, not blank.
    case text(LogText)
    case cut
  }

  private let bytes: [UInt8]
  private var position = 0
  package private(set) var line = 1
  private var counted = 0
  private var pendingClose: String?

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next event; `nil` at the end. Comments, declarations, and CDATA sections are skipped.
  package mutating func next() -> Event? {
    if let name = pendingClose {
      pendingClose = nil
      return .close(name)
    }
    while let token = token() {
      switch token {
      case .open(let tag, let isEmpty):
        let name = Self.localName(tag)
        if isEmpty { pendingClose = name }
        return .open(name, tag: tag)
      case .close(let tag): return .close(Self.localName(tag))
      case .text(let text) where text.contains { $0 > 0x20 }: return .text(text)
      case .cut: return .cut
      case .text, .data, .comment, .declaration: continue
      }
    }
    return nil
  }

  package static func root(of bytes: [UInt8]) -> String? {
    var scanner = XMLScanner(bytes)
    while let event = scanner.next() {
      if case .open(let name, _) = event { return name }
    }
    return nil
  }

  package mutating func token() -> Token? {
    guard position < bytes.count else { return nil }
    line += bytes[counted..<position].count { $0 == 0x0A }
    counted = position
    guard bytes[position] == UInt8(ascii: "<") else {
      let start = position
      position = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
      return .text(bytes[start..<position])
    }
    return special("<!--", to: "-->", "a comment") { _ in .comment }
      ?? special("<![CDATA[", to: "]]>", "a CDATA section") { .data($0) }
      ?? special("<?", to: "?>", "a processing instruction") { _ in .comment }
      ?? special("<!", to: ">", "a declaration") { _ in .declaration } ?? tag()
  }

  private mutating func special(
    _ start: String, to end: String, _ name: String, _ token: (LogText) -> Token
  ) -> Token? {
    let rest = bytes[position...]
    guard rest.hasPrefix(start) else { return nil }
    let content = rest.dropFirst(start.utf8.count)
    guard let found = content.firstRange(of: end) else { return cut(name) }
    position = found.upperBound
    return token(content[..<found.lowerBound])
  }

  private mutating func cut(_ name: String) -> Token {
    position = bytes.count
    return .cut(name)
  }

  private mutating func tag() -> Token {
    var quote: UInt8?
    var end = position + 1
    while end < bytes.count {
      let byte = bytes[end]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      end += 1
    }
    guard end < bytes.count else { return cut("a tag") }
    let tag = bytes[(position + 1)..<end]
    position = end + 1
    if tag.first == UInt8(ascii: "/") { return .close(tag.dropFirst()) }
    let isEmpty = tag.last == UInt8(ascii: "/")
    return .open(isEmpty ? tag.dropLast() : tag, isEmpty: isEmpty)
  }

  private static func localName(_ tag: LogText) -> String {
    let name = tag.prefix { $0 > 0x20 }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    return local.string
  }

  package static func attribute(_ name: String, of tag: LogText) -> LogText? {
    var rest = tag
    while let found = rest.firstRange(of: name) {
      let isStart = found.lowerBound > tag.startIndex && tag[found.lowerBound - 1] <= 0x20
      var after = tag[found.upperBound...].trimmed
      rest = tag[found.upperBound...]
      guard isStart, after.first == UInt8(ascii: "=") else { continue }
      after = after.dropFirst().trimmed
      guard let quote = after.first, quote == 0x22 || quote == 0x27 else { return nil }
      let value = after.dropFirst()
      return value.firstIndex(of: quote).map { value[..<$0] }
    }
    return nil
  }
}
