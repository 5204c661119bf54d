import Foundation
import TestSupport
import Testing

@testable import LubdubHaptics

@Suite struct FormatTableTests {
  @Test("docs/reference/formats.md is what the code says")
  func committed() throws {
    let file = Recordings.packageRoot.appending(path: "docs/reference/formats.md")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(
      text == HapticFormat.table,
      "write it anew: lubdub convert --table > docs/reference/formats.md")
  }

  @Test("What can be read is recognised by its content", arguments: HapticFormat.allCases)
  func recognised(_ format: HapticFormat) throws {
    var random = RandomTimelines(seed: 3)
    let bytes = try format.encode(TimelineDocument(random.separated())).bytes
    #expect(FileKind.recognize(bytes).format == format)
  }
}
