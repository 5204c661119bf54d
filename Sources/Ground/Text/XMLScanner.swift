/// Goes through an XML text tag by tag, without building a tree. Names are without their prefix.
package struct XMLScanner {
  package enum Event {
    /// `<name …>`; an empty element is followed by its own `close`.
    case open(String, tag: LogText)
    /// `</name>`.
    case close(String)
    /// What stands between tags, not blank.
    case text(LogText)
    /// The text ends inside a tag.
    case cut
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The line of the last event, from 1.
  package private(set) var line = 1
  private var counted = 0
  private var pendingClose: String?

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next event; `nil` at the end.
  package mutating func next() -> Event? {
    if let name = pendingClose {
      pendingClose = nil
      return .close(name)
    }
    while position < bytes.count {
      countLines(to: position)
      if bytes[position] != UInt8(ascii: "<") {
        let start = position
        position = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        if bytes[start..<position].contains(where: { $0 > 0x20 }) {
          return .text(bytes[start..<position])
        }
        continue
      }
      if let skipped = skipSpecial() {
        guard skipped else { return cut() }
        continue
      }
      return tag()
    }
    return nil
  }

  /// The value of an attribute in a tag, as it stands.
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

  private mutating func countLines(to place: Int) {
    for index in counted..<place where bytes[index] == 0x0A { line += 1 }
    counted = max(counted, place)
  }

  private mutating func cut() -> Event {
    position = bytes.count
    return .cut
  }

  /// Skips a comment, a declaration or an instruction.
  ///
  /// - Returns: `nil` when there is none, `false` when it has no end.
  private mutating func skipSpecial() -> Bool? {
    let rest = bytes[position...]
    let end: String
    if rest.hasPrefix("<!--") {
      end = "-->"
    } else if rest.hasPrefix("<![CDATA[") {
      end = "]]>"
    } else if rest.hasPrefix("<?") {
      end = "?>"
    } else if rest.hasPrefix("<!") {
      end = ">"
    } else {
      return nil
    }
    guard let found = rest.firstRange(of: end) else { return false }
    position = found.upperBound
    return true
  }

  private mutating func tag() -> Event {
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
    guard end < bytes.count else { return cut() }
    var tag = bytes[(position + 1)..<end]
    position = end + 1
    if tag.first == UInt8(ascii: "/") { return .close(Self.name(tag.dropFirst())) }
    let isEmpty = tag.last == UInt8(ascii: "/")
    if isEmpty { tag.removeLast() }
    let name = Self.name(tag)
    if isEmpty { pendingClose = name }
    return .open(name, tag: tag)
  }

  private static func name(_ tag: LogText) -> String {
    let name = tag.prefix { $0 > 0x20 }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    return local.string
  }
}
