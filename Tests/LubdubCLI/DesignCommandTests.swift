import Foundation
import TestSupport
import Testing

/// `lubdub design`; tools/web/test operates the page.
@Suite struct DesignCommandTests {
  private let tool = Tool()

  @Test(.enabled(if: hasPages, "tools/page makes the pages"))
  func `A design page starts from a pattern or a haptic file, and is reproducible`() throws {
    try tool.write(#"{"heartbeat": {"pattern": "0:1/0.35 0.14:0.55/0.15"}}"#, to: "mine.json")
    _ = try tool("pattern", "--text", "O.x -=# ", "-o", "taps.ahap")
    for (words, held) in [
      ([], #""time":0.15"#), (["mine.json"], #""time":0.14"#), (["taps.ahap"], #""duration":0.1"#),
      (["breath", "--actuator", "lra"], #""bpm":6"#),
    ] {
      let pages = try ["one.html", "two.html"].map { name in
        let run = try tool.run(["design"] + words + ["-o", name])
        // A tool without an engine cannot write the page.
        guard run.status == 0 else { return "" }
        return try tool.text(of: name)
      }
      #expect(pages[0] == pages[1])
      let data = pages[0].split(separator: #"id="data""#).last?.split(separator: "</script>").first
      guard let data, !pages[0].isEmpty else { continue }
      let text = data.replacing(": ", with: ":")
      #expect(text.contains(held), "\(words): \(text)")
    }
  }

  @Test func `An unusable input for a design page is rejected and leaves no file`() throws {
    try tool.write("hello", to: "words.txt")
    for words in [["words.txt"], ["none.ahap"], ["lub-dub", "--actuator", "none"]] {
      let run = try tool.run(["design"] + words + ["-o", "page.html"])
      #expect(run.status == 2, "\(words)")
    }
    #expect(!tool.hasFile("page.html"))
  }
}
