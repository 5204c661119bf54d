import Foundation
import TestSupport
import Testing

/// Haptic files on the command line: errors, proposals, and choices.
@Suite struct HapticCommandTests {
  private let tool = Tool()

  @Test func `An empty result is never written with status 0`() throws {
    let empty = #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticContinuous"}}]}"#
    try tool.write(empty, to: "in.ahap")
    for output in ["out.ahap", "out.he", "out.wav"] {
      try tool.refuse(["convert", "in.ahap", output], saying: "nothing-left")
      #expect(!tool.hasFile(output))
    }
  }

  @Test func `A custom pattern comes from a file or an option, at any tempo`() throws {
    let line = "0:1/0.35 0.14:0.55/0.15"
    try tool.write("heartbeat:\n  pattern: \"\(line)\"\n", to: "mine.yaml")
    for source in [["mine.yaml"], ["--events", line]] {
      try tool.succeed(
        ["pattern"] + source + ["--bpm", "72", "--beats", "8", "-o", "out.csv"])
      let rows = try tool.text(of: "out.csv")
      // A header, two taps a beat, and the silence after the last.
      #expect(rows.split(separator: "\n").count == 18, "\(rows)")
    }
    let fast = try tool.run(["pattern", "mine.yaml", "--bpm", "300", "-o", "fast.csv"])
    #expect(fast.error.contains("are multiplied by 0.533"), "\(fast.error)")
    let table = try tool.run(["pattern", "fast.csv", "-o", "out.csv"])
    #expect(table.error.contains("lubdub edit fast.csv"), "\(table.error)")
    let unknown = try tool.run(["pattern", "mine.txt", "-o", "out.csv"])
    #expect(unknown.status != 0 && unknown.error.contains("YAML or JSON file"), "\(unknown.error)")
  }

  @Test func `Curve points in a pattern are fractions of the event's intensity`() throws {
    let event =
      "{time: 0.15, intensity: 0.7, sharpness: 0.3, duration: 0.1, "
      + "curve: [{time: 0, intensity: 1}, {time: 0.1, intensity: 0.5}]}"
    try tool.write("heartbeat:\n  pattern:\n    - \(event)\n", to: "mine.yaml")
    try tool.succeed([
      "pattern", "mine.yaml", "--bpm", "60", "--beats", "1", "-o", "m.csv",
    ])
    let rows = try tool.text(of: "m.csv")
    #expect(
      rows.contains("continuous,0.1,0.7,0.3\n0,0.15,point,,0.7,0.3\n0,0.25,point,,0.35,0.3\n"))
    let wrong = event.replacing("curve: [{time: 0,", with: "curve: [{time: 0.2,")
    try tool.write("heartbeat:\n  pattern:\n    - \(wrong)\n", to: "wrong.yaml")
    let refused = try tool.run(["pattern", "wrong.yaml", "-o", "m.csv"])
    #expect(refused.error.contains("curve[1].time"), "\(refused.error)")
  }

  @Test func `An unused option gives a note, and an unknown position is rejected`() throws {
    _ = try tool.run(["pattern", "tap", "-o", "tap.json"])
    for (words, said, status) in [
      (["tap.ahap", "--channels", "places"], "--channels applies to WAV", 0),
      (["tap.wav", "--channels", "places"], "there are no places", 0),
      (["tap.tact", "--position", "Nose"], "expected one of VestFront, VestBack", 2),
    ] {
      let run = try tool.run(["convert", "tap.json"] + words)
      #expect(run.error.contains(said) && run.status == Int32(status), "\(run)")
    }
  }

  @Test func `Joined files use the stated intensity law, with a note, in all formats`() throws {
    let clip =
      #"{"version":{"major":1,"minor":0,"patch":0},"signals":{"continuous":{"envelopes":{"amplitude":["#
      + #"{"time":0,"amplitude":0.25},{"time":0.5,"amplitude":0.25}]}}}}"#
    let table = "t_s,duration_s,intensity,sharpness\n0,0.5,0.5,0.5\n"
    for (name, text) in [("a.haptic", clip), ("b.csv", table)] {
      try tool.write(text, to: name)
    }
    for files in [["a.haptic", "b.csv"], ["b.csv", "a.haptic"]] {
      let run = try tool.run([
        "edit", files[0], "--gap", "0.1", "--join", files[1], "-o", "out.json", "--as",
        "android-waveform", "-o", "joined.json",
      ])
      #expect(run.status == 0 && run.error.contains("another intensity law"), "\(run.error)")
      let out = try tool.text(of: "out.json")
      #expect(out.contains("[64, 0, 64]"), "\(out) \(run.error)")
      _ = try tool.run(["convert", "joined.json", "again.json", "--as", "android-waveform"])
      #expect(try tool.text(of: "again.json") == out)
    }
  }

  @Test func `A clipping sum is reported when an edit or a pattern causes it`() throws {
    let made = try tool.run(["pattern", "--events", "0+1.5:0.8/0.5", "--bpm", "60", "-o", "a.json"])
    #expect(made.error.contains("add up to 1.6"), "\(made.error)")
    _ = try tool.run(["pattern", "--events", "0+0.5:0.8/0.5", "--bpm", "60", "-o", "b.json"])
    let layered = try tool.run(["edit", "b.json", "-o", "c.json", "--layer", "b.json"])
    #expect(
      layered.error.contains("--layer b.json: warning: continuous events"), "\(layered.error)")
    #expect(
      try !tool.run(["edit", "b.json", "-o", "c.json", "--gain", "0.5"]).error.contains("add up"))
  }

  @Test func `The message about a mistake states the value, the rule, and the fix`() throws {
    _ = try tool.run(["pattern", "tap", "-o", "tap.json", "-o", "tap.ahap"])
    for (name, text) in [
      ("percent.csv", "t_s,intensity,sharpness\n0,80,0.5\n"),
      ("time.csv", "time,intensity,sharpness\n0,1,0.5\n"),
      (
        "weak.csv",
        "t_s,kind,duration_s,intensity,sharpness\n0,continuous,1,0.6,0.3\n0.5,transient,,0.2,0.5\n"
      ),
    ] { try text.write(toFile: tool.path(name), atomically: true, encoding: .utf8) }
    for (words, said) in [
      ("pattern tap --bpm 1e9 -o x.json", "--bpm is 1000000000.0, expected 0.1 to 3000"),
      ("pattern lubdub -o x.json", "did you mean lub-dub?"),
      ("pattern tap.ahap -o x.json", "lubdub edit tap.ahap -o beats.json --every 1"),
      ("edit tap.json -o x.json --gian 1", "did you mean --gain?"),
      (
        "edit tap.json -o x.json --from soon",
        "expected a number of seconds such as 0.2, 0.2s, or 200ms"
      ),
      ("convert percent.csv x.ahap", "intensity is \"80\", expected a number of 0 to 1"),
      ("convert time.csv x.ahap", "t_s missing among time, intensity, sharpness"),
      ("convert weak.csv x.haptic --strict", "transient: clamped-value (1, at most 0.4 at 0.5 s)"),
      (
        "convert weak.csv x.haptic --strict", "make each tap stronger than the vibration under it"
      ),
    ] {
      let run = try tool.run(words.split(separator: " ").map(String.init))
      #expect(run.status != 0 && run.error.contains(said), "\(words): \(run.error)")
    }
    let times = try ["0.6", "0.6s", "600ms"].map { time in
      _ = try tool.run(["edit", "tap.json", "-o", "cut.json", "--from", time])
      return try tool.text(of: "cut.json")
    }
    #expect(Set(times).count == 1)
  }

  @Test func `Milliseconds instead of seconds are rejected or noted, with the fix`() throws {
    try tool.write("t_s,duration_s,intensity,sharpness\n0,1000000,0.5,0.5\n", to: "long.csv")
    for output in ["out.tact", "out.xml", "out.ahap"] {
      try tool.refuse(["convert", "long.csv", output], saying: "divide them by 1000")
    }
    try tool.write(
      "t_s,duration_s,intensity,sharpness\n0,400,0.5,0.5\n500,300,1,0.5\n", to: "ms.csv")
    let noted = try tool.run(["convert", "ms.csv", "out.json"])
    #expect(noted.error.contains("write 150 ms as 0.15"), "\(noted.error)")
    let preview = try tool.run(["preview", "long.csv"])
    #expect(preview.status == 0 && preview.text.contains("tact cannot store it"), "\(preview)")
    try tool.write("heartbeat:\n  pattern:\n    - {time: 0}\n    - {time: 150}\n", to: "mine.yaml")
    let pattern = try tool.run(["pattern", "mine.yaml", "-o", "out.json"])
    #expect(pattern.error.contains("write 150 ms as 0.15"), "\(pattern.error)")
    try tool.write("heartbeat:\n  pattern:\n    - {time: 0, length: 150}\n", to: "mine.yaml")
    let wrong = try tool.run(["pattern", "mine.yaml", "-o", "out.json"])
    #expect(wrong.status != 0 && wrong.error.contains("duration, curve"), "\(wrong.error)")
  }

  @Test func `A fade reports how many taps become too weak to feel`() throws {
    _ = try tool.run(["pattern", "tap", "--beats", "8", "-o", "tap.json"])
    let short = try tool.run(["edit", "tap.json", "--fade", "0.1", "-o", "out.json"])
    #expect(short.status == 0 && !short.error.contains("not felt"), "\(short.error)")
    let long = try tool.run(["edit", "tap.json", "--fade", "4", "-o", "out.json"])
    #expect(long.error.contains("--fade 4: 1 tap is weaker than 0.03"), "\(long.error)")
  }

  @Test func `Edits repeat with a given period, and report taps that overlap`() throws {
    _ = try tool("pattern", "--events", "0:1 0.14:0.5", "--beats", "1", "-o", "one.json")
    _ = try tool("edit", "one.json", "-o", "two.json", "--trim", "0")
    let close = try tool.run(["edit", "two.json", "-o", "out.json", "--repeat", "8"])
    #expect(close.status == 0 && close.error.contains("7 taps fall on another"), "\(close.error)")
    let kept = try tool.run(
      ["edit", "two.json", "-o", "out.json", "--every", "0.83s", "--repeat", "8"])
    #expect(kept.status == 0 && !kept.error.contains("another"), "\(kept.error)")
  }

  @Test func `A tolerance lets a strict conversion pass, and an empty file is reported`() throws {
    _ = try tool("pattern", "tap", "--beats", "2", "-o", "tap.json")
    let arguments = [
      "convert", "tap.json", "tap.xml", "--android-style", "basic-envelope", "--strict",
    ]
    #expect(try tool.run(arguments).status == 2)
    try tool.succeed(arguments + ["--tolerance", "amplitude=0.05,time=50ms"])
    #expect(try tool.run(arguments + ["--tolerance", "loud=1"]).status != 0)
    try tool.write(#"{"Version":1,"Pattern":[]}"#, to: "none.ahap")
    let empty = try tool.run(["convert", "none.ahap", "none.he"])
    #expect(empty.status == 0 && empty.error.contains("the input has no events"), "\(empty.error)")
  }

  @Test func `If a continuous event overlaps a tap, the message proposes two files`() throws {
    _ = try tool("pattern", "breath", "--beats", "1", "-o", "breath.json")
    _ = try tool("pattern", "tap", "--beats", "1", "-o", "tap.json")
    _ = try tool(
      "edit", "breath.json", "-o", "both.json", "--offset", "1", "--layer", "tap.json")
    let one = try tool.run(["convert", "both.json", "one.ahap"])
    #expect(one.status == 0 && one.error.contains("--separate-transients"), "\(one.error)")
    let two = try tool.run(["convert", "both.json", "two.ahap", "--separate-transients"])
    #expect(two.status == 0 && !two.error.contains("resampled"), "\(two.error)")
  }

  @Test func `The check command reads a file as the format named with --from`() throws {
    _ = try tool("pattern", "tap", "-o", "tap.he")
    #expect(
      try tool("check", "--from", "richtap", "tap.he").text.contains("richtap: no problems found"))
    let other = try tool.run(["check", "--from", "ahap", "tap.he"])
    #expect(other.status == 1 && other.text.contains("error"), "\(other.text)")
  }

  @Test func `A file with a name that isn't UTF-8 is read and written under that name`() throws {
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

  @Test func `A gap or an offset without a file directly after it is rejected`() throws {
    _ = try tool("pattern", "tap", "-o", "a.csv")
    for words in [
      "--offset 1", "--layer a.csv --offset 1", "--gap 1 --layer a.csv",
      "--offset 1 --gain 0.5 --layer a.csv",
    ] {
      let arguments =
        ["edit", "a.csv", "-o", "b.csv"] + words.split(separator: " ").map { String($0) }
      try tool.refuse(arguments, saying: "before its --")
    }
    #expect(try tool("check", "--from", "csv", "a.csv").text.contains("no problems found"))
  }

  @Test(arguments: ["200-40", "x", "10-50"])
  func `An invalid frequency band is rejected, and a sound preset is accepted`(
    _ band: String
  ) throws {
    _ = try tool("pattern", "tap", "-o", "tap.wav")
    try tool.refuse(["convert", "tap.wav", "tap.ahap", "--band", band], saying: "--band")
    #expect(try tool("convert", "tap.wav", "drums.ahap", "--preset", "drums").status == 0)
  }
}
