import ArgumentParser
import FileIO
import Lubdub
import Reports
import TraceReading

/// `lubdub report`
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a page that shows a session, runs it again, and plays it.",
    discussion: """
      The page is one HTML file that needs no network and no server: open it in a browser.

      Examples:
        lubdub report walk.csv -o walk.html
        lubdub report walk.csv --set zones.edges=[0.1,0.3,1,2] -o walk.html
      """)

  @OptionGroup var input: TraceOptions
  @OptionGroup var settings: ConfigurationOptions

  @Option(
    name: .shortAndLong, help: "The page; - is standard output.",
    completion: .file(extensions: ["html"]))
  var output = "report.html"

  func validate() throws { try input.requireOneLink() }

  func run() throws {
    let configuration = try settings.resolve()
    try OutputPaths.check([output], beside: [input.trace] + settings.config)
    let replay = Replay(path: input.trace, options: try input.readOptions(settings.config))
    let (records, report) = try replay.readAll()
    try report.requireRows(of: input.trace)
    try Self.write(records, report, replay: replay, configuration: configuration, to: output)
    guard output != "-" else { return }
    try Console.print("\(output): \(report.accepted) rows, open it in a browser\n")
  }

  /// Writes the page of a session.
  ///
  /// - Throws: `SettingsFileError` for settings that the page's engine does not know, `FileError`.
  static func write(
    _ records: [TraceRecord], _ report: ReadReport, replay: Replay, configuration: Configuration,
    to path: String
  ) throws {
    let data = try ReportData.session(
      records, report, name: replay.name ?? "standard input", configuration: configuration)
    try writeFile(PageTemplate.session.html(data), to: path)
    guard !PageTemplate.hasEngine else { return }
    Console.note(
      "the page has no engine, so its settings cannot be moved; run tools/wasm in the sources "
        + "of lubdub and build again")
  }
}
