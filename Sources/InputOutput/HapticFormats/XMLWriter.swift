/// Writes XML, one element a line. Names and values come from this package and need no escaping.
struct XMLWriter {
  private(set) var bytes: [UInt8] = []
  private var open: [String] = []

  mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    line("<\(name)\(Self.text(attributes))>")
    open.append(name)
  }

  /// Closes the element that was opened last.
  mutating func close() {
    guard let name = open.popLast() else { return }
    line("</\(name)>")
  }

  mutating func empty(_ name: String, _ attributes: [(String, String)]) {
    line("<\(name)\(Self.text(attributes))/>")
  }

  private static func text(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\($0.1)\"" }.joined()
  }

  private mutating func line(_ text: String) {
    bytes += repeatElement(0x20, count: open.count * 2)
    bytes += text.utf8
    bytes.append(0x0A)
  }
}
