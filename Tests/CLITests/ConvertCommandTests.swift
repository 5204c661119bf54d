import CanonicalJSON
import Foundation
import TestSupport
import Testing

/// Converting on the command line: one loss report, whole folders, editing and text.
@Suite struct ConvertCommandTests {
  private static let audioAHAP =
    #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}},"#
    + #"{"Event":{"Time":0.5,"EventType":"AudioCustom","EventWaveformPath":"a.wav"}}]}"#

  @Test("What the reader drops is told, is in the loss report, and stops --strict")
  func readerLosses() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try Self.audioAHAP.write(toFile: tool.path("in.ahap"), atomically: true, encoding: .utf8)
    let run = try tool.run(["convert", "in.ahap", "out.json", "--loss-json", "loss.json"])
    #expect(run.status == 0)
    #expect(run.error.contains("while reading, audio: dropped (1)"))
    let loss = try JSONParser.parse(Data(contentsOf: URL(filePath: tool.path("loss.json"))))
    #expect(loss["felt"]?.bool == true)
    #expect(loss["losses"]?.array?.first?["stage"]?.string == "read")
    let strict = try tool.run(
      ["convert", "in.ahap", "strict.json", "--strict", "--loss-json", "refused.json"])
    #expect(strict.status == 2)
    let refused = try JSONParser.parse(Data(contentsOf: URL(filePath: tool.path("refused.json"))))
    #expect(refused == loss)
    #expect(!FileManager.default.fileExists(atPath: tool.path("strict.json")))
  }

  @Test("A parameter of AHAP that is none is a loss, and so is the loop that an edit takes")
  func smallLosses() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let typo =
      #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient","#
      + #""EventParameters":[{"ParameterID":"hapticIntensity","ParameterValue":0.4}]}}]}"#
    try typo.write(toFile: tool.path("typo.ahap"), atomically: true, encoding: .utf8)
    let read = try tool.run(["convert", "typo.ahap", "typo.json", "--strict"])
    #expect(read.status == 2, "\(read.error)")
    #expect(read.error.contains("while reading, effect: dropped (1)"), "\(read.error)")

    let xml =
      "<vibration-effect><waveform-effect><repeating>"
      + #"<waveform-entry durationMs="100" amplitude="200"/></repeating></waveform-effect>"#
      + "</vibration-effect>"
    try xml.write(toFile: tool.path("loop.xml"), atomically: true, encoding: .utf8)
    let edited = try tool.run(["edit", "loop.xml", "-o", "edited.xml", "--gain", "0.5"])
    #expect(edited.status == 0, "\(edited.error)")
    #expect(edited.error.contains("timeline: one-pass (1)"), "\(edited.error)")
  }

  @Test("An unknown file is refused")
  func unknown() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try #"{"a":1}"#.write(toFile: tool.path("in.json"), atomically: true, encoding: .utf8)
    let run = try tool.run(["convert", "in.json", "out.ahap"])
    #expect(run.status == 2)
    #expect(run.error.contains("unknown format"))
  }

  @Test("A folder is converted once; a second run skips what has not changed")
  func folder() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try FileManager.default.createDirectory(
      atPath: tool.path("in/sub"), withIntermediateDirectories: true)
    _ = try tool.run(["pattern", "lub-dub", "-o", "in/a.json"])
    _ = try tool.run(["pattern", "sonar", "--format", "ahap", "-o", "in/sub/b.ahap"])
    let arguments = [
      "convert", "in", "--to", "ahap,android-xml,haptic,hjif,wav", "-o", "out", "--jobs", "2",
    ]
    #expect(try tool.run(arguments).text == "2 converted, 0 unchanged, 0 failed\n")
    #expect(FileManager.default.fileExists(atPath: tool.path("out/wav/sub/b.ahap.wav")))
    #expect(try tool.run(arguments).text == "0 converted, 2 unchanged, 0 failed\n")
    try "nonsense".write(toFile: tool.path("in/c.ahap"), atomically: true, encoding: .utf8)
    for (name, content) in [("notes.txt", "to do"), ("App.swift", "print()"), ("p.json", "{}")] {
      try content.write(toFile: tool.path("in/\(name)"), atomically: true, encoding: .utf8)
    }
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("in/up"), withDestinationPath: tool.folder.path)
    _ = try tool.run(["pattern", "breath", "-o", "in/a.json"])
    let third = try tool.run(arguments)
    #expect(third.text == "1 converted, 1 unchanged, 1 failed, 4 passed over\n")
    #expect(third.error.contains("notes.txt: passed over, this is neither haptics nor sound"))
    #expect(third.status == 1)
    let manifest = try JSONParser.parse(
      Data(contentsOf: URL(filePath: tool.path("out/manifest.json"))))
    #expect(
      manifest["files"]?.array?.compactMap { $0["source"]?.string }
        == ["a.json", "c.ahap", "sub/b.ahap"])
    #expect(
      manifest["passed_over"]?.array?.compactMap(\.string)
        == ["App.swift", "notes.txt", "p.json", "up"])
  }

  @Test("Edits are applied in their order")
  func edit() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    _ = try tool.run(["pattern", "--text", "O.o. ==", "-o", "in.json"])
    func times(_ operations: [String]) throws -> [Double] {
      let run = try tool.run(["edit", "in.json", "-o", "out.json"] + operations)
      #expect(run.status == 0, "\(run.error)")
      let root = try JSONParser.parse(Data(contentsOf: URL(filePath: tool.path("out.json"))))
      return (root["events"]?.array ?? []).compactMap { $0["t_s"]?.number }
    }
    #expect(try times(["--from", "0.2", "--stretch", "2"]) == [0, 0.2, 0.6])
    #expect(try times(["--stretch", "2", "--from", "0.2"]) == [0, 0.2, 0.4, 0.8])
    #expect(try times(["--to", "0.1", "--repeat", "3"]) == [0, 0.1, 0.2])
    #expect(try tool.run(["edit", "in.json", "-o", "out.json", "--wobble", "1"]).status != 0)
  }

  @Test("A rendered pattern comes back from its sound, and an empty timeline has no spectrum")
  func sound() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    _ = try tool.run(["pattern", "lub-dub", "--beats", "3", "--wav", "heart.wav"])
    let run = try tool.run(["convert", "heart.wav", "heart.json", "--mode", "beats"])
    #expect(run.status == 0, "\(run.error)")
    let root = try JSONParser.parse(Data(contentsOf: URL(filePath: tool.path("heart.json"))))
    #expect(root["events"]?.array?.count == 6)
    _ = try tool.run(["pattern", "--text", "   ", "-o", "empty.json"])
    let spectrum = try tool.run(["spectrum", "empty.json"])
    #expect(spectrum.status == 2)
    #expect(spectrum.error.contains("holds no events"))
  }
}
