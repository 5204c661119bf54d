import Foundation
import Testing

@Suite struct ReferenceWalkTests {
  @Test func `The reference walk gives the lines that embedded builds must give`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "ReferenceWalk.txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(ReferenceWalk.lines().map { $0 + "\n" }.joined() == expected)
  }
}
