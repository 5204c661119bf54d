import Foundation
import TestSupport
import Testing

/// Sound on the command line: the file matches the options.
@Suite struct SoundCommandTests {
  private let tool = Tool()

  /// Channels, samples per second, and bits per sample from a WAV file's header.
  private static func header(_ path: String) throws -> [Int] {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    try #require(bytes.count > 44 && bytes.starts(with: "RIFF".utf8))
    return [number(22, 2), number(24, 4), number(34, 2)]
  }

  static let variants: [(options: [String], header: [Int])] = [
    ([], [1, 48_000, 16]),
    (["--sample-rate", "8000", "--channels", "stereo"], [2, 8000, 16]),
    (["--channels", "controller", "--sample-format", "pcm24"], [4, 48_000, 24]),
    (
      ["--sample-rate", "192000", "--sample-format", "float32", "--dither", "7"], [1, 192_000, 32]
    ),
    (["--actuator", "lra", "--compensate", "--intensity-map", "meta"], [1, 48_000, 16]),
    (["--actuator", "erm", "--acceleration", "--sharpness-map", "mpeg"], [1, 48_000, 16]),
  ]

  @Test(arguments: variants)
  func `Rate, channels, and depth are as requested`(options: [String], header: [Int]) throws {
    _ = try tool("pattern", "lub-dub", "--beats", "2", "-o", "beat.json")
    try tool.succeed(["convert", "beat.json", "-o", "beat.wav"] + options)
    #expect(try Self.header(tool.path("beat.wav")) == header)
    #expect(try tool("check", "beat.wav").status == 0)
  }

  @Test func `The tool names the channels of several places`() throws {
    let event = #"{"kind": "transient", "intensity": 1, "sharpness": 0.5, "t_s": 0}"#
    let names = ["front", "back", "motor 3"]
    let places = names.map { #"{"name": "\#($0)", "events": [\#(event)]}"# }.joined(separator: ",")
    let head = #""format": "lubdub-timeline", "version": 1, "duration_s": 1, "beats": []"#
    try tool.write(#"{\#(head), "events": [\#(event)], "places": [\#(places)]}"#, to: "p.json")
    for (channels, said) in [
      ("places", "the channels are 1 front, 2 back, 3 motor 3\n"),
      ("controller", "the channels are 1 silence, 2 silence, 3 left, 4 right\n"),
      ("mono", "merged-channels (3: front, back, motor 3)\n"),
    ] {
      let made = try tool.run(["convert", "p.json", "p.wav", "--channels", channels])
      #expect(made.status == 0 && made.error.hasSuffix(said), "\(made)")
    }
    let one = try tool.run(["convert", "p.json", "one.wav", "--place", "back"])
    #expect(one.status == 0 && one.error == "lubdub: wav: nothing lost\n", "\(one)")
  }

  @Test func `Every command writes the same sound for the same timeline`() throws {
    #expect(try tool("pattern", "sonar", "-o", "s.json", "-o", "direct.wav").status == 0)
    #expect(try tool("edit", "s.json", "-o", "edited.wav").status == 0)
    #expect(try tool("convert", "s.json", "converted.wav").status == 0)
    let direct = try tool.data(of: "direct.wav")
    for name in ["edited.wav", "converted.wav"] {
      #expect(try tool.data(of: name) == direct)
    }
  }

  @Test func `A custom actuator comes from a file, by its name`() throws {
    let printed = try tool("preset", "--actuators").text
    let own = printed.replacing("resonance: 175", with: "resonance: 150")
    #expect(own != printed)
    try tool.write(own, to: "own.yaml")
    _ = try tool("pattern", "lub-dub", "-o", "beat.json")
    let pattern = ["convert", "beat.json", "--acceleration", "-o"]
    #expect(try tool.run(pattern + ["own.wav", "--actuator", "own.yaml:lra"]).status == 0)
    #expect(try tool.run(pattern + ["usual.wav", "--actuator", "lra"]).status == 0)
    let sounds = try ["own.wav", "usual.wav"].map {
      try Data(contentsOf: URL(filePath: tool.path($0)))
    }
    #expect(sounds[0] != sounds[1])
    try tool.refuse(
      pattern + ["x.wav", "--actuator", "own.yaml:piezo"], saying: "wideband, lra, erm, speaker")
    #expect(!tool.hasFile("x.wav"))
  }

  static let refused: [(options: [String], message: String)] = [
    (["--sample-rate", "10"], "sampleRate is 10, expected 8000 to 192000 Hz"),
    (["--actuator", "phone"], "expected wideband, lra, erm, speaker or FILE.yaml:NAME"),
    (["--sharpness-map", "steep"], "expected one of linear, mpeg, meta, android, fixed"),
    (["--headroom", "100"], "headroom is 100, expected 0 to 60 dB"),
  ]

  @Test("An impossible option is rejected before anything is written", arguments: refused)
  func refusal(options: [String], message: String) throws {
    _ = try tool("pattern", "tap", "-o", "tap.json")
    try tool.refuse(["convert", "tap.json", "-o", "tap.wav"] + options, saying: message)
    #expect(!tool.hasFile("tap.wav"))
  }
}
