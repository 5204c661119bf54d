import Foundation
import LubdubGround
import TestSupport
import Testing

/// Converting on the command line: one loss report, whole folders, editing and text.
@Suite struct ConvertCommandTests {
  private let tool = Tool()

  private static let audioAHAP =
    #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}},"#
    + #"{"Event":{"Time":0.5,"EventType":"AudioCustom","EventWaveformPath":"a.wav"}}]}"#

  @Test(
    "What the reader drops is reported and is in the loss report; sound is not felt, and does not stop --strict"
  )
  func readerLosses() throws {
    try tool.write(Self.audioAHAP, to: "in.ahap")
    let run = try tool.run(["convert", "in.ahap", "out.json", "-o", "loss.json", "--as", "losses"])
    #expect(run.status == 0)
    #expect(run.error.contains("while reading, audio: dropped (1)"))
    let loss = try JSONParser.parse(Data(contentsOf: URL(filePath: tool.path("loss.json"))))
    #expect(loss["felt"]?.bool == false)
    #expect(loss["losses"]?.array?.first?["stage"]?.string == "read")
    let strict = try tool.run(
      ["convert", "in.ahap", "strict.json", "--strict", "-o", "refused.json", "--as", "losses"])
    #expect(strict.status == 0)
    let again = try JSONParser.parse(Data(contentsOf: URL(filePath: tool.path("refused.json"))))
    #expect(again == loss)
    #expect(tool.hasFile("strict.json"))
  }

  @Test("A tap that a curve of the file silences is reported, for it was hardly meant")
  func silencedTap() throws {
    let silenced =
      #"{"Version":1,"Pattern":[{"Event":{"Time":1,"EventType":"HapticTransient"}},"#
      + #"{"ParameterCurve":{"ParameterID":"HapticIntensityControl","Time":0,"#
      + #""ParameterCurveControlPoints":[{"Time":0,"ParameterValue":1},{"Time":0.9,"ParameterValue":0},"#
      + #"{"Time":2,"ParameterValue":0}]}}]}"#
    try tool.write(silenced, to: "in.ahap")
    let run = try tool.run(["convert", "in.ahap", "out.json"])
    #expect(run.status == 0)
    #expect(
      run.error.contains("in.ahap: $.Pattern[0].Event: warning: the transient at 1"), "\(run.error)"
    )
  }

  @Test("A parameter of AHAP that is not one is a loss, and so is the loop that an edit takes")
  func smallLosses() throws {
    let typo =
      #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient","#
      + #""EventParameters":[{"ParameterID":"hapticIntensity","ParameterValue":0.4}]}}]}"#
    try tool.write(typo, to: "typo.ahap")
    let read = try tool.run(["convert", "typo.ahap", "typo.json", "--strict"])
    #expect(read.status == 2, "\(read.error)")
    #expect(read.error.contains("while reading, effect: dropped (1)"), "\(read.error)")

    let xml =
      "<vibration-effect><waveform-effect><repeating>"
      + #"<waveform-entry durationMs="100" amplitude="200"/></repeating></waveform-effect>"#
      + "</vibration-effect>"
    try tool.write(xml, to: "loop.xml")
    let louder = try tool.run(["edit", "loop.xml", "-o", "louder.xml", "--gain", "0.5"])
    #expect(louder.status == 0, "\(louder.error)")
    #expect(!louder.error.contains("one-pass"), "\(louder.error)")
    #expect(
      try tool.text(of: "louder.xml").contains("<repeating>"))
    let edited = try tool.run(["edit", "loop.xml", "-o", "edited.xml", "--fade", "0.01"])
    #expect(edited.status == 0, "\(edited.error)")
    #expect(edited.error.contains("timeline: one-pass (1)"), "\(edited.error)")
  }

  @Test("A sound of an actuator without sharpness stops --strict")
  func soundLosses() throws {
    _ = try tool.run(["pattern", "--text", "O.x", "-o", "taps.json"])
    let made = try tool.run(["convert", "taps.json", "-o", "erm.wav", "--actuator", "erm"])
    #expect(made.error.contains("wav: transient: dropped-sharpness (3)"), "\(made.error)")
    let plain = try tool.run(["convert", "taps.json", "plain.wav", "--strict"])
    #expect(plain.status == 0, "\(plain.error)")
    for options in [["--actuator", "erm"], ["--sharpness-map", "fixed"]] {
      let run = try tool.run(["convert", "taps.json", "none.wav", "--strict"] + options)
      #expect(run.status == 2)
      #expect(run.error.contains("transient: dropped-sharpness (3)"), "\(run.error)")
    }
    #expect(!tool.hasFile("none.wav"))
  }

  @Test("A sound in which nothing is heard, and an edit that leaves silence, are refused")
  func silence() throws {
    _ = try tool.run(["pattern", "--text", "O..O", "-o", "taps.json", "-o", "taps.wav"])
    let heard = try tool.run(["convert", "taps.wav", "out.haptic", "--mode", "envelope"])
    #expect(heard.status == 2)
    #expect(heard.error.contains("--mode beats"), "\(heard.error)")
    let silent = try tool.run(["edit", "taps.json", "-o", "out.haptic", "--gain", "0"])
    #expect(silent.status == 2)
    #expect(silent.error.contains("leaves no event above intensity 0 of the 4"), "\(silent.error)")
    let tap = #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}}]}"#
    try tool.write(tap, to: "tap.ahap")
    #expect(try tool.run(["edit", "tap.ahap", "-o", "out.haptic", "--gain", "0"]).status == 2)
    #expect(!tool.hasFile("out.haptic"))
  }

  @Test(
    "A strict run of a folder removes what it refuses, names every format, and counts each loss once"
  )
  func strictFolder() throws {
    try FileManager.default.createDirectory(
      atPath: tool.path("in"), withIntermediateDirectories: true)
    _ = try tool.run(["pattern", "--text", "OO", "-o", "in/a.json"])
    let arguments = [
      "convert", "in", "-o", "out", "--as", "ahap,web-vibrate,android-waveform", "-o", "loss.json",
      "--as", "losses",
    ]
    func losses() throws -> JSONValue {
      try JSONParser.parse(Data(contentsOf: URL(filePath: tool.path("loss.json"))))
    }
    func exists(_ path: String) -> Bool {
      tool.hasFile("out/\(path)")
    }
    let first = try tool.run(arguments)
    #expect(first.status == 0, "\(first.error)")
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

  @Test("A folder is not converted into itself")
  func ownFolder() throws {
    try FileManager.default.createDirectory(
      atPath: tool.path("in/sub"), withIntermediateDirectories: true)
    _ = try tool.run(["pattern", "tap", "-o", "in/sub/a.json"])
    for (source, output) in [("in", "in/"), ("in/sub", "in"), ("in", ".")] {
      let run = try tool.run(["convert", source, "-o", output, "--as", "haptic"])
      #expect(run.status == 2)
      #expect(run.error.contains("name another folder"), "\(run.error)")
    }
    let inside = try tool.run(["convert", "in", "-o", "in/out", "--as", "haptic"])
    #expect(inside.text == "1 converted, 0 failed\n")
  }

  @Test("XML of another root is skipped in a folder, and a vibration in UTF-16 is not")
  func otherXML() throws {
    try FileManager.default.createDirectory(
      atPath: tool.path("in"), withIntermediateDirectories: true)
    _ = try tool.run(["pattern", "tap", "-o", "in/tap.xml"])
    let text = try tool.text(of: "in/tap.xml")
    try text.write(toFile: tool.path("in/wide.xml"), atomically: true, encoding: .utf16)
    try tool.write("<ink></ink>", to: "in/ink.xml")
    try tool.write("<vibration-effect>", to: "in/open.xml")
    let run = try tool.run(["convert", "in", "-o", "out", "--as", "ahap"])
    #expect(run.text == "2 converted, 1 failed, 1 skipped\n", "\(run.error)")
  }

  @Test("An unknown file is refused")
  func unknown() throws {
    try tool.write(#"{"a":1}"#, to: "in.json")
    let run = try tool.run(["convert", "in.json", "out.ahap"])
    #expect(run.status == 2)
    #expect(run.error.contains("unknown format"))
  }

  @Test(
    "A folder is converted to every format, and again to the same bytes; what is neither haptics nor sound is skipped"
  )
  func folder() throws {
    try FileManager.default.createDirectory(
      atPath: tool.path("in/sub"), withIntermediateDirectories: true)
    _ = try tool.run(["pattern", "lub-dub", "-o", "in/a.json"])
    _ = try tool.run(["pattern", "sonar", "-o", "in/sub/b.ahap"])
    let arguments = [
      "convert", "in", "-o", "out", "--as", "ahap,android-xml,haptic,hjif,wav", "--jobs", "2",
    ]
    func sound() throws -> Data {
      try Data(contentsOf: URL(filePath: tool.path("out/wav/sub/b.ahap.wav")))
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

  @Test("Edits are applied in their order")
  func edit() throws {
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

  @Test("A rendered pattern comes back from its sound")
  func sound() throws {
    _ = try tool.run(["pattern", "lub-dub", "--beats", "3", "-o", "heart.wav"])
    let run = try tool.run(["convert", "heart.wav", "heart.json", "--mode", "beats"])
    #expect(run.status == 0, "\(run.error)")
    let root = try JSONParser.parse(Data(contentsOf: URL(filePath: tool.path("heart.json"))))
    #expect(root["events"]?.array?.count == 6)
  }
}
