package struct XMLWriter {
  package private(set) var bytes: [UInt8] = []
  package private(set) var lineCount = 0
  private var open: [String] = []

  package init() {}

  package mutating func add(_ element: XMLElement) {
    let attributes = element.attributes.inOrder { $0.key < $1.key }.map { ($0.key, $0.value) }
    if element.children.isEmpty, element.text.isEmpty { return empty(element.name, attributes) }
    open(element.name, attributes)
    if !element.text.isEmpty { line(Self.escaped(element.text)) }
    for child in element.children { add(child) }
    close()
  }

  package mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    line("<\(name)\(Self.text(attributes))>")
    open.append(name)
  }

  package mutating func close() {
    guard let name = open.popLast() else { return }
    line("</\(name)>")
  }

  package mutating func empty(_ name: String, _ attributes: [(String, String)]) {
    line("<\(name)\(Self.text(attributes))/>")
  }

  private static func text(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\(escaped($0.1))\"" }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.map { ["&": "&amp;", "<": "&lt;", "\"": "&quot;"][$0] ?? String($0) }.joined()
  }

  private mutating func line(_ text: String) {
    bytes += repeatElement(0x20, count: open.count * 2)
    bytes += text.utf8
    bytes.append(0x0A)
    lineCount += 1
  }
}
