import ArgumentParser
import FileIO
import Reports

/// `lubdub studio`
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Write a page without a session, to drop traces on.",
    discussion: """
      The page is one HTML file that needs no network and no server: open it in a browser, or host it
      anywhere. A trace that is dropped on it is run there, and goes nowhere.

      Example:
        lubdub studio -o studio.html
      """)

  @Option(
    name: .shortAndLong, help: "The page; - is standard output.",
    completion: .file(extensions: ["html"]))
  var output = "studio.html"

  func run() throws {
    guard PageTemplate.hasEngine else {
      throw CommandFailure(
        "a page without a session needs the engine, which this build has not; run tools/wasm in the "
          + "sources of lubdub and build again")
    }
    try OutputPaths.check([output], beside: [])
    try writeFile(PageTemplate.session.html(ReportData.empty), to: output)
    guard output != "-" else { return }
    try Console.print("\(output): open it in a browser and drop a trace on it\n")
  }
}
