import Foundation
import TestSupport
import Testing

import LubdubHaptics
@testable import LubdubReports

@Suite struct FormatTableTests {
  @Test("docs/reference/formats.md is what the code says")
  func committed() throws {
    let file = Recordings.packageRoot.appending(path: "docs/reference/formats.md")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(
      text == HapticFormat.table,
      "write it anew: lubdub convert --table > docs/reference/formats.md")
  }
}
