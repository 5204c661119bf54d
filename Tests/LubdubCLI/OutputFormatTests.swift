import Foundation
import TestSupport
import Testing

/// What `-o` and `--as` write, and what is refused.
@Suite struct OutputFormatTests {
  private let tool = Tool()

  private static let heart = Recordings.packageRoot.appending(path: "datasets/pulse/rr.txt").path

  @Test(
    "The ending of an output names its format",
    arguments: [
      ("tap.ahap", #""Pattern""#), ("tap.WAV", "RIFF"), ("tap.json", "lubdub-timeline"),
      ("tap", "lubdub-timeline"),
    ])
  func ending(file: String, content: String) throws {
    let run = try tool("pattern", "tap", "-o", file)
    #expect(run.status == 0, "\(run.error)")
    let bytes = try Data(contentsOf: URL(filePath: tool.path(file)))
    #expect(String(decoding: bytes, as: UTF8.self).contains(content))
  }

  @Test("A run writes the format of the ending, and every file of a format that needs several")
  func run() throws {
    let trace = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    #expect(try tool("run", trace, "-o", "walk.ahap").status == 0)
    let ahap = try tool.text(of: "walk.ahap")
    #expect(ahap.contains("HapticTransient"))
    _ = try tool("pattern", "tap", "--beats", "200", "-o", "taps.json", "--as", "openharmony")
    let parts = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
      .filter { $0.hasPrefix("taps.") }
    #expect(parts.count == 2, "\(parts)")
  }

  @Test("The ending of what is converted names its format, unless --as does")
  func conversion() throws {
    _ = try tool("pattern", "tap", "-o", "tap.json")
    func written(_ file: String, _ options: String...) throws -> String {
      let run = try tool.run(["convert", "tap.json", "-o", file] + options)
      #expect(run.status == 0, "\(run.error)")
      return String(
        decoding: try Data(contentsOf: URL(filePath: tool.path(file))), as: UTF8.self)
    }
    #expect(try written("tap.ahap").contains(#""Pattern""#))
    #expect(try written("tap.wav").hasPrefix("RIFF"))
    #expect(try written("tap.v2", "--as", "ahap") == written("tap.ahap"))
    // The ending alone would say that this is our own JSON.
    #expect(try written("other.json", "--as", "ahap") == written("tap.ahap"))
  }

  @Test(
    "What does not fit is refused with the cure",
    arguments: [
      (["run", "walk.csv", "-o", "walk.mp3"], "expected a name that ends in .json, .ndjson, "),
      (
        ["run", "walk.csv", "-o", "walk.v2"],
        "for any other name --as says what it is: json, ndjson, "
      ),
      (
        ["run", "walk.csv", "-o", "w.dat", "--as", "mp3"], "--as is \"mp3\", expected one of json, "
      ),
      (["run", "walk.csv", "-o", "w", "--as", "ahap", "--as", "wav"], "are of one file"),
      (["run", "walk.csv", "--names", "Anna"], "-o FILE --as keepsake"),
      (["pattern", "--text", ""], "--text is empty"),
      (["pattern", "--text", "O", "--beats", "2"], "--step is the tempo of --text"),
      (["pattern", "tap", "--step", "0.2"], "--step is of --text"),
      (["pattern", "tap", "--beats", "0"], "--beats is 0"),
      (["pattern", "tap", "--intensity", "2"], "expected 0 to 1"),
      (["edit", "tap.json", "-o", "b.json", "--from", "99"], "leaves no event of the 8 in 8 s"),
      (["edit", "tap.json"], "say with --as what is written to standard output"),
      (["convert", "tap.json"], "say with --as what is written to standard output"),
      (["convert", "tap.json", "-o", "tap.v2"], "--as says what it is"),
      (
        ["convert", "tap.json", "-o", "tap.ahap", "--as", "hjif"],
        "expected a name that ends in .hjif"
      ),
      (["convert", "tap.json", "-o", "x", "--as", "ahap,haptic"], "expected one of json, "),
      (["convert", ".", "-o", "x", "--as", "ahap,foo"], "\"foo\" is no format"),
      (["convert", ".", "-o", "x"], "say with --as which formats"),
      (["preset", "--actuators", "--list"], "exclude each other"),
      (["preset", "--list", "--json"], "leave out --json"),
      (["preset", "geiger", "--config", "my.yaml"], "--config prints no preset"),
      (["preset", "--config", "missing.yaml"], "missing.yaml"),
    ])
  func refused(arguments: [String], cure: String) throws {
    if arguments.contains("tap.json") { _ = try tool("pattern", "tap", "-o", "tap.json") }
    let run = try tool.run(arguments)
    #expect(run.status == 2)
    #expect(run.error.contains(cure), "\(run.error)")
  }

  @Test(
    "A fault that is found while a command runs shows the usage of that command",
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

  @Test("A text may begin with a vibration")
  func text() throws {
    let run = try tool("pattern", "--text", "--==", "-o", "hum.json")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.text.hasPrefix("text: 4 steps, 2 events"))
    for text in ["--", "-=", "-=#  x", "---=.", "-"] {
      let run = try tool("pattern", "--step", "0.2", "--text", text, "-o", "hum.json")
      #expect(run.status == 0, "\(text): \(run.error)")
    }
  }

  @Test("Settings of a file become JSON that is read as the same settings")
  func settingsForAnApp() throws {
    try tool.write(
      "preset: geiger\nzones:\n  edges: [0.1, 0.4, 1, 2]\nuwb:\n  bias: 0.05\n", to: "my.yaml")
    let json = try tool("preset", "--config", "my.yaml", "--json")
    #expect(json.status == 0, "\(json.error)")
    try json.output.write(to: URL(filePath: tool.path("my.json")))
    let whole = try tool("preset", "--config", "my.yaml").text
    #expect(whole.contains("bias: 0.05"))
    #expect(try tool("preset", "--config", "my.json").text == whole)
  }

  @Test("Actuator models as JSON can be passed back, for JSON is YAML")
  func actuators() throws {
    let json = try tool("preset", "--actuators", "--json")
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: json.output) }
    try json.output.write(to: URL(filePath: tool.path("models.yaml")))
    _ = try tool("pattern", "tap", "--beats", "1", "-o", "tap.json")
    let arguments = ["convert", "tap.json", "--actuator"]
    let own = try tool.run(arguments + ["models.yaml:lra", "-o", "own.wav"])
    #expect(own.status == 0, "\(own.error)")
    _ = try tool.run(arguments + ["lra", "-o", "built-in.wav"])
    let sounds = try ["own.wav", "built-in.wav"].map {
      try Data(contentsOf: URL(filePath: tool.path($0)))
    }
    #expect(sounds[0] == sounds[1])
  }

  @Test("Lost beats are said not to be felt, as docs/reference/formats.md has it")
  func beats() throws {
    _ = try tool("pattern", "tap", "-o", "tap.json")
    let run = try tool(
      "convert", "tap.json", "--strict", "-o", "loss.json", "--as", "losses", "-o", "tap.ahap")
    #expect(run.status == 0)
    #expect(run.error.contains("beat: dropped (8), not felt"))
  }
}
