import Foundation
import TestSupport
import Testing

@Suite("Names of outputs")
struct DrawingNameTests {
  private static let approach = Recordings.packageRoot.appending(path: "datasets/approach.csv").path

  @Test(
    "A drawing is not given a name that means another format",
    arguments: [
      ["run", approach, "--plot", "out.png"], ["run", approach, "--poster", "out.png"],
      ["pattern", "tap", "-o", "tap.json", "--plot", "out.pdf"],
      ["stroke", "--template", "circle", "--plot", "out.png"],
      ["pulse", "rr.txt", "--plot", "out.png"],
      ["bench", "zones", approach, "--plot", "out.png"],
      ["export", "heart.json", "--format", "ahap", "-o", "x.ahap", "--plot", "out.png"],
    ])
  func misleading(arguments: [String]) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool.run(arguments)
    #expect(run.status == 2)
    #expect(run.error.contains(", expected a name that ends in .svg"), "\(run.error)")
    #expect(run.error.contains("Usage: lubdub \(arguments[0])"), "\(run.error)")
    let name = try #require(arguments.last)
    #expect(!FileManager.default.fileExists(atPath: tool.path(name)))
  }

  @Test(
    "Whatever is written is not given a name that means another known format, and nothing is written",
    arguments: [
      (["run", approach, "--wav", "out.mp3"], "--wav is out.mp3, expected"),
      (["run", approach, "--report", "out.pdf"], "ends in .html or .htm"),
      (["run", approach, "--ahap", "out.wav"], "--ahap is out.wav, expected"),
      (["run", approach, "--also", "tact=out.wav"], "--also tact is out.wav"),
      (["run", approach, "--format", "ahap", "-o", "out.csv"], "--output is out.csv"),
      (["report", approach, "-o", "out.svg"], "expected a name that ends in .html or .htm"),
      (["import", approach, "-o", "out.gpx"], "not as .gpx"),
      (["estimate", approach, "-o", "out.gpx"], "ends in .csv"),
      (["simulate", "approach", "-o", "out.json"], "ends in .csv"),
      (["tune", approach, "-o", "out.json"], "ends in .yaml or .yml"),
      (["sweep", approach, "--over", "uwb.gate=3", "-o", "out.xlsx"], "ends in .csv"),
      (["bench", "zones", approach, "--csv", "out.html"], "ends in .csv"),
      (["pattern", "tap", "--format", "ahap", "-o", "out.xml"], "ends in .ahap or .json"),
    ])
  func otherFormats(arguments: [String], message: String) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool.run(arguments)
    #expect(run.status == 2, "\(arguments)")
    #expect(run.error.contains(message), "\(run.error)")
    let files = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(!files.contains { $0.hasPrefix("out") }, "\(files)")
  }

  @Test(
    "A name whose ending is none that is known is taken, and JSON for formats that are JSON",
    .enabled(if: hasPages, "tools/page makes the pages"))
  func otherEndings() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    for arguments in [
      ["import", Self.approach, "-o", "walk.v2"], ["report", Self.approach, "-o", "2026.11.22"],
      ["pattern", "tap", "--ahap", "tap.json"], ["run", Self.approach, "--wav", "a.b/c.WAV"],
    ] {
      try FileManager.default.createDirectory(
        atPath: tool.path("a.b"), withIntermediateDirectories: true)
      let run = try tool.run(arguments)
      #expect(run.status == 0, "\(arguments): \(run.error)")
    }
  }

  @Test("Capitals, a folder with a point, no ending and a stream are taken")
  func taken() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try FileManager.default.createDirectory(
      atPath: tool.path("v1.2"), withIntermediateDirectories: true)
    for name in ["PLOT.SVG", "v1.2/plot", "/dev/null"] {
      let run = try tool("run", Self.approach, "--plot", name)
      #expect(run.status == 0, "\(name): \(run.error)")
    }
  }
}
