/// An element of an XML document, with all its contents. Supports the part of XML 1.0 that data files use: elements,
/// attributes, text, comments, CDATA, processing instructions, the five predefined entities, and character references, in
/// UTF-8. A document type is rejected: it can load files and expand without bound.
package struct XMLElement {
  package var name: String
  package var attributes: [String: String] = [:]
  package var children: [XMLElement] = []
  /// The text directly inside the element, without white space at its ends.
  package var text = ""
  package var line: Int

  package static let depthLimit = 64

  package init(document: [UInt8]) throws(XMLError) {
    guard String(utf8: document) != nil else {
      throw XMLError(line: 1, message: "the text is not valid UTF-8")
    }
    var scanner = XMLScanner(DecodedText.withoutMark(document))
    var open: [(element: XMLElement, text: [UInt8])] = []
    var root: XMLElement?
    func failure(_ message: String) -> XMLError { XMLError(line: scanner.line, message: message) }
    func atEnd(_ message: String) -> XMLError {
      XMLError(line: 1 + document.count { $0 == 0x0A }, message: message)
    }
    func end(_ element: XMLElement) {
      if open.isEmpty { root = element } else { open[open.count - 1].element.children += [element] }
    }
    while let token = scanner.token() {
      let outside = root == nil ? "expected an element" : "nothing may follow the root element"
      switch token {
      case .comment: continue
      case .declaration: throw failure("a document type is not allowed")
      case .cut(let name): throw atEnd("\(name) is not closed")
      case .text(let text) where open.isEmpty:
        guard text.allSatisfy(Self.isSpace) else { throw failure(outside) }
      case .text(let text):
        var reader = XMLTag(text, line: scanner.line)
        open[open.count - 1].text += try reader.characters { _ in false }
      case .data(let text):
        guard !open.isEmpty else { throw failure(outside) }
        open[open.count - 1].text += text
      case .open(let tag, let isEmpty):
        guard root == nil else { throw failure(outside) }
        guard open.count < Self.depthLimit else { throw failure("elements are nested too deeply") }
        var reader = XMLTag(tag, line: scanner.line)
        let element = try reader.element()
        if isEmpty { end(element) } else { open.append((element, [])) }
      case .close(let tag):
        guard let (begun, text) = open.popLast() else { throw failure(outside) }
        var element = begun
        guard tag.prefix(while: { !Self.isSpace($0) }).equals(element.name) else {
          throw failure("expected </\(element.name)>")
        }
        let rest = text.drop(while: Self.isSpace)
        let last = rest.lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? rest.startIndex
        element.text = rest[..<last].string
        end(element)
      }
    }
    if let (element, _) = open.last { throw atEnd("<\(element.name)> is not closed") }
    guard let root else { throw atEnd("expected an element") }
    self = root
  }

  fileprivate init(name: String, line: Int) {
    self.name = name
    self.line = line
  }

  fileprivate static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

package struct XMLError: Error {
  package var line: Int
  package var message: String
}

private struct XMLTag {
  private var rest: LogText
  private var line: Int

  init(_ text: LogText, line: Int) {
    rest = text
    self.line = line
  }

  private func failure(_ message: String) -> XMLError { XMLError(line: line, message: message) }

  private mutating func advance(_ count: Int = 1) {
    line += rest.prefix(count).count { $0 == 0x0A }
    rest = rest.dropFirst(count)
  }

  private mutating func skipSpace() { advance(rest.prefix(while: XMLElement.isSpace).count) }

  mutating func element() throws(XMLError) -> XMLElement {
    var element = XMLElement(name: try name(), line: line)
    while let byte = rest.first {
      guard XMLElement.isSpace(byte) else { throw failure("expected white space, \">\" or \"/>\"") }
      skipSpace()
      guard !rest.isEmpty else { break }
      let key = try name()
      guard element.attributes.updateValue(try attributeValue(), forKey: key) == nil else {
        throw failure("the attribute \"\(key)\" appears twice")
      }
    }
    return element
  }

  private mutating func name() throws(XMLError) -> String {
    let name = rest.prefix(while: Self.isNameByte)
    guard let first = name.first, !(0x30...0x39).contains(first), first != 0x2D else {
      throw failure("expected a name")
    }
    advance(name.count)
    return name.string
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...0xFF:
      true
    default: false
    }
  }

  private mutating func attributeValue() throws(XMLError) -> String {
    skipSpace()
    guard rest.first == UInt8(ascii: "=") else {
      throw failure("expected \"=\" after the attribute's name")
    }
    advance()
    skipSpace()
    guard let quote = rest.first, quote == 0x22 || quote == 0x27 else {
      throw failure("an attribute's value must be in quotes")
    }
    advance()
    let value = try characters { $0 == quote || $0 == UInt8(ascii: "<") }
    guard rest.first != UInt8(ascii: "<") else {
      throw failure("\"<\" is not allowed in an attribute's value")
    }
    guard !rest.isEmpty else { throw failure("an attribute's value is not closed") }
    advance()
    return String(decoding: value, as: UTF8.self)
  }

  /// The text before the first byte for which `isEnd` is true, with entities and references resolved.
  mutating func characters(until isEnd: (UInt8) -> Bool) throws(XMLError) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = rest.first, !isEnd(byte) {
      if byte == UInt8(ascii: "&") {
        text += try entity()
      } else {
        guard byte >= 0x20 || XMLElement.isSpace(byte) else {
          throw failure("a control character is not allowed")
        }
        advance()
        text.append(byte)
      }
    }
    return text
  }

  private mutating func entity() throws(XMLError) -> [UInt8] {
    let start = rest.dropFirst().prefix(12)
    guard let end = start.firstIndex(of: UInt8(ascii: ";")) else {
      throw failure("\"&\" must start an entity")
    }
    let entity = start[..<end].string
    guard let text = Self.resolve(entity) else {
      throw failure("the entity \"&\(entity);\" is not known")
    }
    advance(entity.utf8.count + 2)
    return Array(text.utf8)
  }

  private static func resolve(_ entity: String) -> String? {
    let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    if let text = named[entity] { return text }
    let isHex = entity.hasPrefix("#x")
    guard isHex || entity.hasPrefix("#") else { return nil }
    let digits = entity.dropFirst(isHex ? 2 : 1)
    guard digits.first != "+", let code = UInt32(digits, radix: isHex ? 16 : 10),
      code >= 0x20 || code == 9 || code == 10 || code == 13, let scalar = Unicode.Scalar(code)
    else { return nil }
    return String(Character(scalar))
  }
}
