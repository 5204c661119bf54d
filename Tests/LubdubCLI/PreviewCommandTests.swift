import Foundation
import TestSupport
import Testing

/// `lubdub preview` and `--plot`.
@Suite struct PreviewCommandTests {
  private let tool = Tool()

  @Test(.enabled(if: hasPages, "tools/page makes the pages"))
  func `A preview is text, a page, or a drawing, and is reproducible`() throws {
    _ = try tool("pattern", "--text", "O.x -=# ", "-o", "taps.ahap")
    _ = try tool("edit", "taps.ahap", "--gain", "0.5", "-o", "softer.json")
    let text = try tool.succeed("preview", "taps.ahap", "softer.json")
    #expect(text.text.contains("taps.ahap: ahap, 3 transients, 3 continuous events, 0.8 s"))
    #expect(text.text.contains("  web-vibrate       taps.ahap    dropped-sharpness 6"))
    #expect(text.text.contains("of intensity"))
    for ending in ["html", "svg"] {
      for name in ["one", "two"] {
        try tool.succeed("preview", "taps.ahap", "softer.json", "-o", "\(name).\(ending)")
      }
      let files = try ["one", "two"].map { try bytes(tool, "\($0).\(ending)") }
      #expect(files[0] == files[1] && files[0].count > 5000)
    }
  }

  @Test func `An unusable input for a preview is rejected and leaves no file`() throws {
    _ = try tool("pattern", "tap", "-o", "tap.json")
    try tool.write("hello", to: "words.txt")
    for (arguments, message) in [
      (["preview", "words.txt"], "words.txt: unknown format"),
      (["preview", "tap.json", "-o", "tap.png"], "ends in .html, .htm, .svg"),
      (["preview", "tap.json", "none.ahap", "-o", "page.html"], "none.ahap"),
      (["preview", "tap.json", "--actuator", "none", "-o", "page.html"], "--actuator"),
    ] {
      try tool.refuse(arguments, saying: message)
    }
    #expect(!tool.hasFile("page.html"))
  }

  @Test func `Every command that makes a pattern can draw it`() throws {
    let commands = [
      ["pattern", "--text", "O.x", "-o", "taps.json", "-o", "pattern.svg"],
      ["convert", "taps.json", "taps.xml", "-o", "convert.svg"],
      ["edit", "taps.json", "-o", "softer.json", "-o", "edit.svg", "--gain", "0.5"],
    ]
    for command in commands {
      try tool.succeed(command)
    }
    let drawings = try ["pattern", "convert", "edit"].map { try bytes(tool, "\($0).svg") }
    #expect(drawings[0] == drawings[1] && drawings[2] != drawings[0])
    // A report does not take the place of what is read or written.
    for path in ["taps.json", "out.json"] {
      let run = try tool("convert", "taps.json", "out.json", "-o", path, "--as", "losses")
      #expect(run.status == 2, "\(path)")
    }
  }

  private func bytes(_ tool: Tool, _ name: String) throws -> Data {
    try tool.data(of: name)
  }
}
