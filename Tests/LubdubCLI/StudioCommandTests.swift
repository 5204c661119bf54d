import Foundation
import TestSupport
import Testing

@Suite("lubdub studio")
struct StudioCommandTests {
  @Test(
    .enabled(if: hasPages, "tools/page makes the pages"),
    arguments: [
      (["--live", "TRACE", "--address", "here"], "--address is here"),
      (["--live", "TRACE", "--address", "203.0.113.7"], "anyone on the same network"),
      (["--live", "missing.csv"], "missing.csv"),
      (["--follow"], "need --live"),
      (["--live", "TRACE", "--token", "short"], "--token is short"),
      (["--live", "TRACE", "--token", "sixteen letters and blanks"], "expected 16 to 64 letters"),
      (["--token", "0123456789abcdef"], "--token needs --live"),
      (["--live", "TRACE", "-o", "page.html"], "leave out -o"),
      (["--live", "TRACE", "--follow", "--pace", "2"], "leave out --pace"),
      (["--live", "TRACE", "--pace", "0"], "a factor from 0.001"),
      (["--all-peers"], "--all-peers needs --live"),
      (["--live", "TRACE", "--set", "zones.edges=[2,1]"], "zones.edges"),
    ])
  func `Invalid options are rejected with the reason`(words: [String], reason: String) throws {
    let tool = Tool()
    let trace = Recordings.packageRoot.appending(path: "datasets/walk-by.csv").path
    try tool.refuse(["studio"] + words.map { $0 == "TRACE" ? trace : $0 }, saying: reason)
  }
}
