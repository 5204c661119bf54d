import Foundation
import LubdubBench
import LubdubGround
import TestSupport
import Testing

@Suite struct TagSimulatorTests {
  @Test func `the shipped game is what its seed makes, byte for byte, and small`() throws {
    let files = TagSimulator(seed: 1).files()
    #expect(files.count == 5)
    for file in files {
      let path = Recordings.packageRoot.appending(path: "datasets/positions/\(file.name)").path
      #expect(try readFile(at: path) == file.bytes, "\(file.name)")
      #expect(file.bytes.count < 60_000)
    }
  }

  @Test func `another seed makes other positions and the same plan`() {
    let (first, second) = (TagSimulator(seed: 1).files(), TagSimulator(seed: 2).files())
    #expect(zip(first, second).map { $0 == $1 } == [false, false, false, true, true])
  }

  @Test func `the logs are XML that every reader takes`() throws {
    for file in TagSimulator(seed: 2).files() where file.name.hasSuffix(".gpx") {
      let text = String(decoding: file.bytes, as: UTF8.self)
      // XML allows no two hyphens within a comment.
      let comments = text.components(separatedBy: "<!--").dropFirst().map {
        $0.components(separatedBy: "-->")[0]
      }
      #expect(comments.count == 1 && comments.allSatisfy { !$0.contains("--") }, "\(comments)")
    }
  }
}
