import Foundation
import TestSupport
import Testing

@Suite("Names of outputs")
struct DrawingNameTests {
  private let tool = Tool()

  private static let approach = Recordings.packageRoot.appending(path: "datasets/approach.csv").path

  @Test(arguments: [
    ["run", approach, "-o", "out.pdf"], ["keepsake", approach, "-o", "out.jpg"],
    ["pattern", "tap", "-o", "tap.json", "-o", "out.pdf"],
    ["stroke", "--template", "circle", "-o", "out.png"], ["pulse", "rr.txt", "-o", "out.png"],
    ["bench", "zones", approach, "-o", "out.png"],
    ["convert", "heart.json", "-o", "x.ahap", "-o", "out.png"],
  ])
  func `A drawing can't have the file extension of another format`(arguments: [String]) throws {
    let run = try tool.run(arguments)
    #expect(run.status == 2)
    #expect(run.error.contains(", expected a name that ends in .") && run.error.contains(".svg"))
    #expect(run.error.contains("Usage: lubdub \(arguments[0])"), "\(run.error)")
    for name in ["out.png", "out.pdf", "out.jpg", "tap.json", "x.ahap"] {
      #expect(!tool.hasFile(name))
    }
  }

  @Test(
    "An output name with another format's extension is rejected, and nothing is written",
    arguments: [
      (
        ["run", approach, "-o", "out.mp3", "--as", "wav"],
        "-o is out.mp3, expected a name that ends in .wav"
      ),
      (["run", approach, "-o", "out.pdf", "--as", "page"], "ends in .html or .htm"),
      (["run", approach, "-o", "out.wav", "--as", "ahap"], "-o is out.wav, expected"),
      (["run", approach, "-o", "out.csv", "--as", "ahap"], "ends in .ahap or .json"),
      (["report", approach, "-o", "out.svg"], "expected a name that ends in .html or .htm"),
      (["import", approach, "-o", "out.gpx"], "ends in .csv, .ndjson"),
      (["estimate", approach, "-o", "out.gpx"], "ends in .csv"),
      (["simulate", "approach", "-o", "out.json"], "ends in .csv"),
      (["tune", approach, "-o", "out.pdf"], "ends in .yaml, .yml, .json, .csv, .html, .htm, /"),
      (["sweep", approach, "--over", "uwb.gate=3", "-o", "out.xlsx"], "ends in .csv"),
      (["bench", "zones", approach, "-o", "out.json"], "ends in .csv"),
      (["pattern", "tap", "-o", "out.xml", "--as", "ahap"], "ends in .ahap or .json"),
    ])
  func otherFormats(arguments: [String], message: String) throws {
    try tool.refuse(arguments, saying: message)
    let files = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(!files.contains { $0.hasPrefix("out") }, "\(files)")
  }

  @Test(.enabled(if: hasPages, "tools/page makes the pages"))
  func `A name with an unknown extension is accepted, like .json for JSON formats`() throws {
    for arguments in [
      ["estimate", Self.approach, "-o", "walk.v2"], ["report", Self.approach, "-o", "2026.11.22"],
      ["pattern", "tap", "-o", "tap.json", "--as", "ahap"],
      ["run", Self.approach, "-o", "a.b/c.WAV"],
    ] {
      try tool.makeFolder("a.b")
      try tool.succeed(arguments)
    }
  }

  @Test func `Uppercase, folders with a dot, no extension, and streams are accepted`() throws {
    try tool.makeFolder("v1.2")
    for name in ["PLOT.SVG", "v1.2/plot", "/dev/null"] {
      try tool.succeed("run", Self.approach, "-o", name, "--as", "plot")
    }
  }
}
