import Foundation
import TestSupport
import Testing

/// `lubdub design`; tools/web/test works the page.
@Suite struct DesignCommandTests {
  @Test(
    "A page begins with a pattern, a pattern file or a haptic file, and is the same each time",
    .enabled(if: hasPages, "tools/page makes the pages"))
  func inputs() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try #"{"heartbeat": {"pattern": "0:1/0.35 0.14:0.55/0.15"}}"#
      .write(toFile: tool.path("mine.json"), atomically: true, encoding: .utf8)
    _ = try tool("pattern", "--text", "O.x -=# ", "-o", "taps.ahap")
    for (words, held) in [
      ([], #""time":0.15"#), (["mine.json"], #""time":0.14"#), (["taps.ahap"], #""duration":0.1"#),
      (["breath", "--actuator", "lra"], #""bpm":6"#),
    ] {
      let pages = try ["one.html", "two.html"].map { name in
        let run = try tool.run(["design"] + words + ["-o", name])
        // A tool without an engine cannot write the page.
        guard run.status == 0 else { return "" }
        return try String(contentsOfFile: tool.path(name), encoding: .utf8)
      }
      #expect(pages[0] == pages[1])
      let data = pages[0].split(separator: #"id="data""#).last?.split(separator: "</script>").first
      guard let data, !pages[0].isEmpty else { continue }
      let text = data.replacing(": ", with: ":")
      #expect(text.contains(held), "\(words): \(text)")
    }
  }

  @Test("What cannot be designed on is refused, and leaves no file")
  func faults() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try "hello".write(toFile: tool.path("words.txt"), atomically: true, encoding: .utf8)
    for words in [["words.txt"], ["none.ahap"], ["lub-dub", "--actuator", "none"]] {
      let run = try tool.run(["design"] + words + ["-o", "page.html"])
      #expect(run.status == 2, "\(words)")
    }
    #expect(!FileManager.default.fileExists(atPath: tool.path("page.html")))
  }
}
