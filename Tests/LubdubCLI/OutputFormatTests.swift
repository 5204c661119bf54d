import Foundation
import TestSupport
import Testing

/// The outputs of `-o` and `--as`, and their errors.
@Suite struct OutputFormatTests {
  private let tool = Tool()

  private static let heart = Recordings.packageRoot.appending(path: "datasets/pulse/rr.txt").path

  @Test(arguments: [
    ("tap.ahap", #""Pattern""#), ("tap.WAV", "RIFF"), ("tap.json", "lubdub-timeline"),
    ("tap", "lubdub-timeline"),
  ])
  func `The extension of the output name selects the format`(file: String, content: String) throws {
    try tool.succeed("pattern", "tap", "-o", file)
    let bytes = try tool.data(of: file)
    #expect(String(decoding: bytes, as: UTF8.self).contains(content))
  }

  @Test func `A run writes the format of the extension, including all files of the format`() throws
  {
    let trace = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    #expect(try tool("run", trace, "-o", "walk.ahap").status == 0)
    let ahap = try tool.text(of: "walk.ahap")
    #expect(ahap.contains("HapticTransient"))
    _ = try tool("pattern", "tap", "--beats", "200", "-o", "taps.json", "--as", "openharmony")
    let parts = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
      .filter { $0.hasPrefix("taps.") }
    #expect(parts.count == 2, "\(parts)")
  }

  @Test func `The output name selects the format of a conversion unless --as does`() throws {
    _ = try tool("pattern", "tap", "-o", "tap.json")
    func written(_ file: String, _ options: String...) throws -> String {
      try tool.succeed(["convert", "tap.json", "-o", file] + options)
      return String(
        decoding: try tool.data(of: file), as: UTF8.self)
    }
    #expect(try written("tap.ahap").contains(#""Pattern""#))
    #expect(try written("tap.wav").hasPrefix("RIFF"))
    #expect(try written("tap.v2", "--as", "ahap") == written("tap.ahap"))
    // The ending alone would say that this is our own JSON.
    #expect(try written("other.json", "--as", "ahap") == written("tap.ahap"))
  }

  @Test(arguments: [
    (["run", "walk.csv", "-o", "walk.mp3"], "expected a name that ends in .json, .ndjson, "),
    (
      ["run", "walk.csv", "-o", "walk.v2"],
      "for any other name, set the format with --as: json, ndjson, "
    ),
    (
      ["run", "walk.csv", "-o", "w.dat", "--as", "mp3"], "--as is \"mp3\", expected one of json, "
    ),
    (["run", "walk.csv", "-o", "w", "--as", "ahap", "--as", "wav"], "follow the same -o"),
    (["pattern", "--text", ""], "--text is empty"),
    (["pattern", "--text", "O", "--beats", "2"], "--step sets the tempo of --text"),
    (["pattern", "tap", "--step", "0.2"], "--step applies only to --text"),
    (["pattern", "tap", "--beats", "0"], "--beats is 0"),
    (["pattern", "tap", "--intensity", "2"], "expected 0 to 1"),
    (["edit", "tap.json", "-o", "b.json", "--from", "99"], "leaves no event of the 8 in 8 s"),
    (["edit", "tap.json"], "set the format of standard output with --as"),
    (["convert", "tap.json"], "set the format of standard output with --as"),
    (["convert", "tap.json", "-o", "tap.v2"], "set the format with --as"),
    (
      ["convert", "tap.json", "-o", "tap.ahap", "--as", "hjif"],
      "expected a name that ends in .hjif"
    ),
    (["convert", "tap.json", "-o", "x", "--as", "ahap,haptic"], "expected one of json, "),
    (["convert", ".", "-o", "x", "--as", "ahap,foo"], "\"foo\" is not a format"),
    (["convert", ".", "-o", "x"], "name the formats for the folder with --as"),
    (["preset", "--actuators", "--list"], "exclude each other"),
    (["preset", "--list", "--json"], "leave out --json"),
    (["preset", "geiger", "--config", "my.yaml"], "--config does not print a preset"),
    (["preset", "--config", "missing.yaml"], "missing.yaml"),
  ])
  func `Unsuitable options are rejected with the fix`(arguments: [String], cure: String) throws {
    if arguments.contains("tap.json") { _ = try tool("pattern", "tap", "-o", "tap.json") }
    try tool.refuse(arguments, saying: cure)
  }

  @Test(
    "A fault found while a command runs shows the usage of that command",
    arguments: [
      ["convert", "tap.json", "-o", "x", "--as", "ahap,haptic"],
      ["edit", "tap.json", "-o", "b.json", "--wobble", "2"], ["pattern", "nothing"],
    ])
  func usage(arguments: [String]) throws {
    _ = try tool("pattern", "tap", "-o", "tap.json")
    let run = try tool.run(arguments)
    #expect(run.error.contains("Usage: lubdub \(arguments[0]) "), "\(run.error)")
    #expect(run.error.contains("See 'lubdub \(arguments[0]) --help'"))
  }

  @Test func `A text pattern may begin with a vibration`() throws {
    let run = try tool.succeed("pattern", "--text", "--==", "-o", "hum.json")
    #expect(run.text.hasPrefix("text: 4 steps, 2 events"))
    for text in ["--", "-=", "-=#  x", "---=.", "-"] {
      try tool.succeed("pattern", "--step", "0.2", "--text", text, "-o", "hum.json")
    }
  }

  @Test func `A settings file printed as JSON is read back as the same settings`() throws {
    try tool.write(
      "preset: geiger\nzones:\n  edges: [0.1, 0.4, 1, 2]\nuwb:\n  bias: 0.05\n", to: "my.yaml")
    let json = try tool.succeed("preset", "--config", "my.yaml", "--json")
    try tool.write(json.output, to: "my.json")
    let whole = try tool("preset", "--config", "my.yaml").text
    #expect(whole.contains("bias: 0.05"))
    #expect(try tool("preset", "--config", "my.json").text == whole)
  }

  @Test func `Actuator models in JSON can be passed back, because JSON is valid YAML`() throws {
    let json = try tool("preset", "--actuators", "--json")
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: json.output) }
    try tool.write(json.output, to: "models.yaml")
    _ = try tool("pattern", "tap", "--beats", "1", "-o", "tap.json")
    let arguments = ["convert", "tap.json", "--actuator"]
    try tool.succeed(arguments + ["models.yaml:lra", "-o", "own.wav"])
    _ = try tool.run(arguments + ["lra", "-o", "built-in.wav"])
    let sounds = try ["own.wav", "built-in.wav"].map {
      try Data(contentsOf: URL(filePath: tool.path($0)))
    }
    #expect(sounds[0] == sounds[1])
  }

  @Test func `Lost beats are reported as not felt, as docs/reference/formats.md states`() throws {
    _ = try tool("pattern", "tap", "-o", "tap.json")
    let run = try tool.succeed(
      "convert", "tap.json", "--strict", "-o", "loss.json", "--as", "losses", "-o", "tap.ahap")
    #expect(run.error.contains("beat: dropped (8), not felt"))
  }
}
