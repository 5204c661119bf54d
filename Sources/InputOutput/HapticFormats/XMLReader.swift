/// An element of an XML document.
struct XMLElement {
  var name: String
  var attributes: [String: String]
  var children: [XMLElement]
  /// Text directly inside, without white space at its ends.
  var text: String
  var line: Int
}

/// Why a text is not the XML that is read here, and where.
struct XMLError: Error {
  var line: Int
  var message: String
}

/// Reads the part of XML 1.0 that data files use: elements, attributes, text, comments, CDATA,
/// processing instructions, the five predefined entities and character references, in UTF-8. A
/// document type is refused: it can load files and expand without bound.
struct XMLReader {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// The deepest nesting that is read.
  static let depthLimit = 64

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The root element.
  static func parse(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
    var reader = XMLReader(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw XMLError(line: 1, message: "the text is not valid UTF-8")
    }
    try reader.skipMisc()
    guard reader.isAt("<") else { throw reader.failure("expected an element") }
    let root = try reader.element(depth: 0)
    try reader.skipMisc()
    guard reader.position == bytes.count else {
      throw reader.failure("nothing may follow the root element")
    }
    return root
  }

  private func failure(_ message: String) -> XMLError {
    XMLError(line: line, message: message)
  }

  private func isAt(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < bytes.count {
      if bytes[position] == 0x0A { line += 1 }
      position += 1
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { advance() }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Everything up to and including the mark.
  private mutating func skip(past mark: StaticString, _ what: String) throws(XMLError) {
    while position < bytes.count {
      if isAt(mark) { return advance(mark.utf8CodeUnitCount) }
      advance()
    }
    throw failure("\(what) is not closed")
  }

  private mutating func skipMisc() throws(XMLError) {
    while true {
      skipSpace()
      if isAt("<!--") {
        advance(4)
        try skip(past: "-->", "a comment")
      } else if isAt("<?") {
        try skip(past: "?>", "a processing instruction")
      } else if isAt("<!") {
        throw failure("a document type is not allowed")
      } else {
        return
      }
    }
  }

  private mutating func element(depth: Int) throws(XMLError) -> XMLElement {
    guard depth < Self.depthLimit else { throw failure("elements are nested too deeply") }
    let start = line
    advance()
    var element = XMLElement(
      name: try name(), attributes: [:], children: [], text: "", line: start)
    while true {
      let before = position
      skipSpace()
      if isAt("/>") {
        advance(2)
        return element
      }
      if isAt(">") {
        advance()
        try content(of: &element, depth: depth)
        return element
      }
      guard position > before else { throw failure("expected white space, \">\" or \"/>\"") }
      let key = try name()
      guard element.attributes.updateValue(try attributeValue(), forKey: key) == nil else {
        throw failure("the attribute \"\(key)\" appears twice")
      }
    }
  }

  private mutating func name() throws(XMLError) -> String {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    guard position > start, !(0x30...0x39).contains(bytes[start]), bytes[start] != 0x2D else {
      throw failure("expected a name")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
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
    guard isAt("=") else { throw failure("expected \"=\" after the attribute's name") }
    advance()
    skipSpace()
    guard position < bytes.count, bytes[position] == 0x22 || bytes[position] == 0x27 else {
      throw failure("an attribute's value must be in quotes")
    }
    let quote = bytes[position]
    advance()
    var value: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      guard bytes[position] != UInt8(ascii: "<") else {
        throw failure("\"<\" is not allowed in an attribute's value")
      }
      value += try character()
    }
    guard position < bytes.count else { throw failure("an attribute's value is not closed") }
    advance()
    return String(decoding: value, as: UTF8.self)
  }

  private mutating func content(of element: inout XMLElement, depth: Int) throws(XMLError) {
    var text: [UInt8] = []
    while position < bytes.count {
      if isAt("</") {
        advance(2)
        let name = try name()
        skipSpace()
        guard name == element.name, isAt(">") else {
          throw failure("expected </\(element.name)>")
        }
        advance()
        let trimmed = text.drop(while: Self.isSpace)
        let end = trimmed.lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? trimmed.startIndex
        element.text = String(decoding: trimmed[..<end], as: UTF8.self)
        return
      }
      if isAt("<![CDATA[") {
        advance(9)
        let start = position
        try skip(past: "]]>", "a CDATA section")
        text += bytes[start..<position - 3]
      } else if isAt("<!") || isAt("<?") {
        try skipMisc()
      } else if isAt("<") {
        element.children.append(try self.element(depth: depth + 1))
      } else {
        text += try character()
      }
    }
    throw failure("<\(element.name)> is not closed")
  }

  /// One character, with entities and references resolved.
  private mutating func character() throws(XMLError) -> [UInt8] {
    let byte = bytes[position]
    guard byte == UInt8(ascii: "&") else {
      guard byte >= 0x20 || Self.isSpace(byte) else {
        throw failure("a control character is not allowed")
      }
      advance()
      return [byte]
    }
    let rest = bytes[(position + 1)...].prefix(12)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
      throw failure("\"&\" must start an entity")
    }
    let entity = String(decoding: bytes[position + 1..<end], as: UTF8.self)
    guard let text = Self.resolve(entity) else {
      throw failure("the entity \"&\(entity);\" is not known")
    }
    advance(end + 1 - position)
    return Array(text.utf8)
  }

  private static func resolve(_ entity: String) -> String? {
    switch entity {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let isHex = entity.hasPrefix("#x")
    guard isHex || entity.hasPrefix("#") else { return nil }
    let digits = entity.dropFirst(isHex ? 2 : 1)
    guard digits.first != "+", let code = UInt32(digits, radix: isHex ? 16 : 10),
      code >= 0x20 || code == 9 || code == 10 || code == 13, let scalar = Unicode.Scalar(code)
    else { return nil }
    return String(Character(scalar))
  }
}
