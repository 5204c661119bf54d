import LubdubSupport
import Testing

@Suite struct XMLTests {
  @Test func `A document becomes a tree with attributes, texts, and lines`() throws {
    let root = try XMLElement(
      document: Array(
        """
        \u{FEFF}<?xml version="1.0"?>
        <!-- <no/> -->
        <a:x one='1 &lt; 2' two = "&#x41;&amp;">
          text <y/><![CDATA[ & ]]> <z>in</z>
        </a:x>
        """.utf8))
    #expect(root.name == "a:x" && root.line == 3)
    #expect(root.attributes == ["one": "1 < 2", "two": "A&"])
    #expect(root.text == "text  &  " || root.text == "text  &")
    #expect(root.children.map(\.name) == ["y", "z"] && root.children[1].text == "in")
  }

  @Test(arguments: [
    ("<a>", 1), ("<a>\n</b>", 2), ("<a", 1), ("", 1), ("<a/>\n<b/>", 2), ("text", 1),
    ("<a b='1'c='2'/>", 1), ("<a b='1'\nb='2'/>", 2), ("<a b=1/>", 1), ("<a b='<'/>", 1),
    ("<a>\n&no;</a>", 2), ("<!DOCTYPE a><a/>", 1), ("<a>\n<!-- </a>", 2), ("<1/>", 1),
    ("<a>\u{1}</a>", 1),
  ])
  func `XML that is not well-formed is rejected with its line`(text: String, line: Int) {
    let error = #expect(throws: XMLError.self) { try XMLElement(document: Array(text.utf8)) }
    #expect(error?.line == line, "\(error?.message ?? "")")
  }

  @Test func `The depth of elements is limited, without recursion`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try XMLElement(document: nested(XMLElement.depthLimit)) }
    #expect(throws: XMLError.self) { try XMLElement(document: nested(XMLElement.depthLimit + 1)) }
  }

  @Test func `A log is read tag by tag, and damage gives one event`() {
    var scanner = XMLScanner(Array("<a:x b='>'><y/>\n<![CDATA[z]]> t </a:x><".utf8))
    var found: [String] = []
    while let event = scanner.next() {
      switch event {
      case .open(let name, let tag):
        found.append("+\(name)\(XMLScanner.attribute("b", of: tag)?.string ?? "")")
      case .close(let name): found.append("-\(name)")
      case .text(let text): found.append(text.trimmed.string)
      case .cut: found.append("cut \(scanner.line)")
      }
    }
    #expect(found == ["+x>", "+y", "-y", "t", "-x", "cut 2"])
  }
}
