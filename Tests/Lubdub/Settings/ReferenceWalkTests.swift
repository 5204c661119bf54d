import Foundation
import Testing

@Suite struct ReferenceWalkTests {
  @Test("The reference walk gives the lines that the embedded builds are compared with")
  func lines() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "ReferenceWalk.txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(ReferenceWalk.lines().map { $0 + "\n" }.joined() == expected)
  }
}
