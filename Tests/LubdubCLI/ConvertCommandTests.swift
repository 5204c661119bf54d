import Foundation
import TestSupport
import Testing

/// Converting on the command line: one loss report, whole folders, editing and text.
@Suite struct ConvertCommandTests {
  private let tool = Tool()

  private static let audioAHAP =
    #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}},"#
    + #"{"Event":{"Time":0.5,"EventType":"AudioCustom","EventWaveformPath":"a.wav"}}]}"#

  @Test func `Dropped audio is a loss that isn't felt and doesn't stop --strict`() throws {
    try tool.write(Self.audioAHAP, to: "in.ahap")
    let run = try tool.succeed([
      "convert", "in.ahap", "out.json", "-o", "loss.json", "--as", "losses",
    ])
    #expect(run.error.contains("while reading, audio: dropped (1)"))
    let loss = try JSONParser.parse(tool.data(of: "loss.json"))
    #expect(loss["felt"]?.bool == false)
    #expect(loss["losses"]?.array?.first?["stage"]?.string == "read")
    try tool.succeed(
      ["convert", "in.ahap", "strict.json", "--strict", "-o", "refused.json", "--as", "losses"])
    let again = try JSONParser.parse(tool.data(of: "refused.json"))
    #expect(again == loss)
    #expect(tool.hasFile("strict.json"))
  }

  @Test func `A tap silenced by a curve of its file is reported as likely unintended`() throws {
    let silenced =
      #"{"Version":1,"Pattern":[{"Event":{"Time":1,"EventType":"HapticTransient"}},"#
      + #"{"ParameterCurve":{"ParameterID":"HapticIntensityControl","Time":0,"#
      + #""ParameterCurveControlPoints":[{"Time":0,"ParameterValue":1},{"Time":0.9,"ParameterValue":0},"#
      + #"{"Time":2,"ParameterValue":0}]}}]}"#
    try tool.write(silenced, to: "in.ahap")
    let run = try tool.succeed(["convert", "in.ahap", "out.json"])
    #expect(
      run.error.contains("in.ahap: $.Pattern[0].Event: warning: the transient at 1"), "\(run.error)"
    )
  }

  @Test func `An unknown AHAP parameter and a loop removed by an edit are losses`() throws {
    let typo =
      #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient","#
      + #""EventParameters":[{"ParameterID":"hapticIntensity","ParameterValue":0.4}]}}]}"#
    try tool.write(typo, to: "typo.ahap")
    try tool.refuse(
      ["convert", "typo.ahap", "typo.json", "--strict"],
      saying: "while reading, effect: dropped (1)")

    let xml =
      "<vibration-effect><waveform-effect><repeating>"
      + #"<waveform-entry durationMs="100" amplitude="200"/></repeating></waveform-effect>"#
      + "</vibration-effect>"
    try tool.write(xml, to: "loop.xml")
    let louder = try tool.succeed(["edit", "loop.xml", "-o", "louder.xml", "--gain", "0.5"])
    #expect(!louder.error.contains("one-pass"), "\(louder.error)")
    #expect(
      try tool.text(of: "louder.xml").contains("<repeating>"))
    let edited = try tool.succeed(["edit", "loop.xml", "-o", "edited.xml", "--fade", "0.01"])
    #expect(edited.error.contains("timeline: one-pass (1)"), "\(edited.error)")
  }

  @Test func `With --strict, rendering for an actuator without sharpness is rejected`() throws {
    _ = try tool.run(["pattern", "--text", "O.x", "-o", "taps.json"])
    let made = try tool.run(["convert", "taps.json", "-o", "erm.wav", "--actuator", "erm"])
    #expect(made.error.contains("wav: transient: dropped-sharpness (3)"), "\(made.error)")
    try tool.succeed(["convert", "taps.json", "plain.wav", "--strict"])
    for options in [["--actuator", "erm"], ["--sharpness-map", "fixed"]] {
      try tool.refuse(
        ["convert", "taps.json", "none.wav", "--strict"] + options,
        saying: "transient: dropped-sharpness (3)")
    }
    #expect(!tool.hasFile("none.wav"))
  }

  @Test func `A silent sound and an edit that silences every event are rejected`() throws {
    _ = try tool.run(["pattern", "--text", "O..O", "-o", "taps.json", "-o", "taps.wav"])
    try tool.refuse(
      ["convert", "taps.wav", "out.haptic", "--mode", "envelope"], saying: "--mode beats")
    try tool.refuse(
      ["edit", "taps.json", "-o", "out.haptic", "--gain", "0"],
      saying: "leaves no event above intensity 0 of the 4")
    let tap = #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}}]}"#
    try tool.write(tap, to: "tap.ahap")
    #expect(try tool.run(["edit", "tap.ahap", "-o", "out.haptic", "--gain", "0"]).status == 2)
    #expect(!tool.hasFile("out.haptic"))
  }

  @Test func `A strict folder conversion removes rejected files and counts losses once`() throws {
    try tool.makeFolder("in")
    _ = try tool.run(["pattern", "--text", "OO", "-o", "in/a.json"])
    let arguments = [
      "convert", "in", "-o", "out", "--as", "ahap,web-vibrate,android-waveform", "-o", "loss.json",
      "--as", "losses",
    ]
    func losses() throws -> JSONValue {
      try JSONParser.parse(tool.data(of: "loss.json"))
    }
    func exists(_ path: String) -> Bool {
      tool.hasFile("out/\(path)")
    }
    try tool.succeed(arguments)
    #expect(exists("web-vibrate/a.json.json"))
    let kept = try losses()
    #expect(kept["felt"]?.bool == true)
    #expect(try tool.run(arguments).text == "1 converted, 0 failed\n")
    #expect(try losses() == kept)

    let strict = try tool.run(arguments + ["--strict"])
    #expect(strict.status == 1)
    #expect(strict.text == "0 converted, 1 failed (1 in some formats only)\n")
    #expect(strict.error.contains("web-vibrate, android-waveform"), "\(strict.error)")
    #expect(strict.error.contains("web-vibrate/a.json.json of the last run was removed"))
    #expect(exists("ahap/a.json.ahap"))
    #expect(!exists("web-vibrate/a.json.json") && !exists("android-waveform/a.json.json"))

    // What the reader drops stands once in the report, whatever the number of formats.
    try tool.write(Self.audioAHAP, to: "in/a.json")
    #expect(try tool.run(arguments).text == "1 converted, 0 failed\n")
    let read = try losses()["losses"]?.array?.filter { $0["stage"]?.string == "read" }
    #expect(read?.count == 1)
    #expect(read?.first?["count"]?.number == 1)
  }

  @Test func `Converting a folder into itself is rejected`() throws {
    try tool.makeFolder("in/sub")
    _ = try tool.run(["pattern", "tap", "-o", "in/sub/a.json"])
    for (source, output) in [("in", "in/"), ("in/sub", "in"), ("in", ".")] {
      try tool.refuse(
        ["convert", source, "-o", output, "--as", "haptic"], saying: "name another folder")
    }
    let inside = try tool.run(["convert", "in", "-o", "in/out", "--as", "haptic"])
    #expect(inside.text == "1 converted, 0 failed\n")
  }

  @Test func `A folder skips XML with another root, and converts UTF-16 vibrations`() throws {
    try tool.makeFolder("in")
    _ = try tool.run(["pattern", "tap", "-o", "in/tap.xml"])
    let text = try tool.text(of: "in/tap.xml")
    try text.write(toFile: tool.path("in/wide.xml"), atomically: true, encoding: .utf16)
    try tool.write("<ink></ink>", to: "in/ink.xml")
    try tool.write("<vibration-effect>", to: "in/open.xml")
    let run = try tool.run(["convert", "in", "-o", "out", "--as", "ahap"])
    #expect(run.text == "2 converted, 1 failed, 1 skipped\n", "\(run.error)")
  }

  @Test func `A file of unknown format is rejected`() throws {
    try tool.write(#"{"a":1}"#, to: "in.json")
    try tool.refuse(["convert", "in.json", "out.ahap"], saying: "unknown format")
  }

  @Test func `A folder is converted to every format reproducibly, without other files`() throws {
    try tool.makeFolder("in/sub")
    _ = try tool.run(["pattern", "lub-dub", "-o", "in/a.json"])
    _ = try tool.run(["pattern", "sonar", "-o", "in/sub/b.ahap"])
    let arguments = [
      "convert", "in", "-o", "out", "--as", "ahap,android-xml,haptic,hjif,wav", "--jobs", "2",
    ]
    func sound() throws -> Data {
      try tool.data(of: "out/wav/sub/b.ahap.wav")
    }
    #expect(try tool.run(arguments).text == "2 converted, 0 failed\n")
    let first = try sound()
    #expect(try tool.run(arguments).text == "2 converted, 0 failed\n")
    #expect(try sound() == first)
    try tool.write("nonsense", to: "in/c.ahap")
    for (name, content) in [
      ("notes.txt", "to do"), ("App.swift", "print()"), ("p.json", "{}"), ("t.gpx", "<gpx></gpx>"),
    ] {
      try tool.write(content, to: "in/\(name)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("in/up"), withDestinationPath: tool.folder.path)
    _ = try tool.run(["pattern", "breath", "-o", "in/a.json"])
    let third = try tool.run(arguments)
    #expect(third.text == "2 converted, 1 failed, 5 skipped\n")
    #expect(third.error.contains("notes.txt: skipped, this is neither haptics nor sound"))
    #expect(third.status == 1)
    for name in ["App.swift", "p.json", "t.gpx", "up"] {
      #expect(third.error.contains("\(name): skipped"), "\(third.error)")
    }
  }

  @Test func `Edits are applied in the order of the options`() throws {
    _ = try tool.run(["pattern", "--text", "O.o. ==", "-o", "in.json"])
    func times(_ operations: [String]) throws -> [Double] {
      try tool.succeed(["edit", "in.json", "-o", "out.json"] + operations)
      let root = try JSONParser.parse(tool.data(of: "out.json"))
      return (root["events"]?.array ?? []).compactMap { $0["t_s"]?.number }
    }
    #expect(try times(["--from", "0.2", "--stretch", "2"]) == [0, 0.2, 0.6])
    #expect(try times(["--stretch", "2", "--from", "0.2"]) == [0, 0.2, 0.4, 0.8])
    #expect(try times(["--to", "0.1", "--repeat", "3"]) == [0, 0.1, 0.2])
    #expect(try tool.run(["edit", "in.json", "-o", "out.json", "--wobble", "1"]).status != 0)
  }

  @Test func `A rendered pattern is recovered from its sound`() throws {
    _ = try tool.run(["pattern", "lub-dub", "--beats", "3", "-o", "heart.wav"])
    try tool.succeed(["convert", "heart.wav", "heart.json", "--mode", "beats"])
    let root = try JSONParser.parse(tool.data(of: "heart.json"))
    #expect(root["events"]?.array?.count == 6)
  }
}
