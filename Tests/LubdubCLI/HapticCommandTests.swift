import Foundation
import TestSupport
import Testing

/// Haptic files on the command line: what is refused, proposed and chosen.
@Suite struct HapticCommandTests {
  @Test("Nothing is never written with status 0")
  func nothing() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let empty = #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticContinuous"}}]}"#
    try empty.write(toFile: tool.path("in.ahap"), atomically: true, encoding: .utf8)
    for output in ["out.ahap", "out.he", "out.wav"] {
      let run = try tool.run(["convert", "in.ahap", output])
      #expect(run.status == 2 && run.error.contains("nothing-left"), "\(run.error)")
      #expect(!FileManager.default.fileExists(atPath: tool.path(output)))
    }
  }

  @Test("Two files are proposed where a course is held under a tap")
  func proposal() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    _ = try tool("pattern", "breath", "--beats", "1", "-o", "breath.json")
    _ = try tool("pattern", "tap", "--beats", "1", "-o", "tap.json")
    _ = try tool(
      "edit", "breath.json", "-o", "both.json", "--offset", "1", "--layer", "tap.json")
    let one = try tool.run(["convert", "both.json", "one.ahap"])
    #expect(one.status == 0 && one.error.contains("--separate-transients"), "\(one.error)")
    let two = try tool.run(["convert", "both.json", "two.ahap", "--separate-transients"])
    #expect(two.status == 0 && !two.error.contains("resampled"), "\(two.error)")
  }

  @Test("A check reads a file as any format that is named")
  func checkFrom() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    _ = try tool("pattern", "tap", "-o", "tap.he")
    #expect(
      try tool("check", "--from", "richtap", "tap.he").text.contains("richtap: nothing found"))
    let other = try tool.run(["check", "--from", "ahap", "tap.he"])
    #expect(other.status == 1 && other.text.contains("error"), "\(other.text)")
  }

  @Test("A file whose name is not UTF-8 is read and written by that name")
  func rawName() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.currentDirectoryURL = tool.folder
    let lubdub = Tool.executable.path
    shell.arguments = [
      "-c",
      "name=$(printf 'caf\\351.he') && '\(lubdub)' pattern tap -o \"$name\" && test -s \"$name\""
        + " && '\(lubdub)' convert \"$name\" tap.ahap && test -s tap.ahap"
        + " && mkdir in && mv \"$name\" in && '\(lubdub)' check in",
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }

  @Test("A gap or an offset that no file follows at once is refused")
  func followers() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    _ = try tool("pattern", "tap", "-o", "a.csv")
    for words in [
      "--offset 1", "--layer a.csv --offset 1", "--gap 1 --layer a.csv",
      "--offset 1 --gain 0.5 --layer a.csv",
    ] {
      let arguments =
        ["edit", "a.csv", "-o", "b.csv"] + words.split(separator: " ").map { String($0) }
      let run = try tool.run(arguments)
      #expect(run.status == 2 && run.error.contains("that it is for"), "\(words): \(run.error)")
    }
    #expect(try tool("check", "--from", "csv", "a.csv").text.contains("nothing found"))
  }

  @Test("What is wrong with a listening option is refused", arguments: ["200-40", "x", "10-50"])
  func band(_ band: String) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    _ = try tool("pattern", "tap", "-o", "tap.wav")
    let run = try tool.run(["convert", "tap.wav", "tap.ahap", "--band", band])
    #expect(run.status == 2 && run.error.contains("--band"), "\(run.error)")
    #expect(try tool("convert", "tap.wav", "drums.ahap", "--preset", "drums").status == 0)
  }
}
