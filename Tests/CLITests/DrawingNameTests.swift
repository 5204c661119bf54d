import Foundation
import TestSupport
import Testing

@Suite("Names of drawings")
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
      ["spectrum", "heart.wav", "--svg", "out.jpg"],
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
