import ArgumentParser
import Evaluation
import Files
import Lubdub
import Reports
import Tuning

/// `lubdub compare`
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two settings files on recordings.",
    discussion: """
      Runs the pipeline with both, recording by recording, and says for each measure whether the second \
      file is better, worse, or no difference is shown: by the 95 % interval of a bootstrap that draws \
      whole recordings, with both results of each. A preset's name does in place of a file.

      Examples:
        lubdub compare eternal-loop tuned.yaml recordings/
        lubdub compare old.yaml new.yaml recordings/ --report figures.csv
      """)

  @Argument(help: ArgumentHelp("The first settings file, or a preset.", valueName: "first"))
  var first: String

  @Argument(help: ArgumentHelp("The second settings file, or a preset.", valueName: "second"))
  var second: String

  @Argument(help: ArgumentHelp("Traces, or folders of them.", valueName: "trace"))
  var traces: [String]

  @OptionGroup var reading: LogOptions

  @Option(help: "Where to write every figure of every recording as CSV; - is standard output.")
  var report: String?

  @Option(help: "Where to write a page with all of it, its tables sortable.")
  var html: String?

  @Option(help: "Decides which recordings the bootstrap draws.")
  var seed: UInt64 = 1

  @Option(help: "How many recordings are run at the same time; by default one on each core.")
  var jobs = Workers.cores

  mutating func validate() throws {
    guard jobs > 0 else { throw ValidationError("--jobs is \(jobs), expected at least 1") }
  }

  func run() throws {
    try OutputPaths.check([report, html], beside: traces + [first, second])
    try OutputPaths.requireEnding(report, option: "--report", "csv")
    try OutputPaths.requireEnding(html, option: "--html", "html", "htm")
    let configurations = try [first, second].map(Self.configuration)
    let files = [first, second].filter { Preset(rawValue: $0) == nil }
    let source = try RecordingSource(
      traces, loader: try reading.loader(files), smoothing: configurations[0].ranging)
    for note in source.notes { Console.note(note) }
    for (path, reason) in source.skipped { Console.note("\(path) is left out: \(reason)") }
    guard !source.recordings.isEmpty else {
      throw ValidationError("no recording to compare on in \(traces.joined(separator: ", "))")
    }
    for name in source.smoothed {
      Console.note("\(name) has no truth_m; scores are against the smoothed offline estimate")
    }
    let scores = try self.scores(source.recordings, configurations)
    let comparison = PairedComparison(
      scores.map { $0[0] }, scores.map { $0[1] },
      hasRanges: source.recordings.map { Trial($0, edges: []).hasRanges }, seed: seed)
    if let report {
      let rows = zip(source.recordings, scores).flatMap { recording, pair in
        zip([first, second], pair).map { name, score in
          (recording: "\(recording.dataset)/\(recording.name)", settings: name, score: score)
        }
      }
      try writeFile(RecordingTable.csv(rows), to: report)
    }
    let table = ComparisonTable(
      comparison, names: (first, second), recordings: source.recordings.map(\.name), scores)
    if let html { try writeFile(table.page.html, to: html) }
    report == "-" ? Console.write(table.text, to: .error) : try Console.print(table.text)
  }

  private static func configuration(_ name: String) throws -> Configuration {
    if let preset = Preset(rawValue: name) { return preset.configuration }
    return try ConfigurationOptions.resolve([name], [])
  }

  /// The scores of both, recording by recording.
  private func scores(
    _ recordings: [Recording], _ configurations: [Configuration]
  ) throws -> [[Score]] {
    var bar = ProgressBar()
    var outcomes: [[Result<Score, SettingError>]?] = []
    for first in stride(from: 0, to: recordings.count, by: 4 * jobs) {
      bar.update(done: first, total: recordings.count)
      outcomes += Workers(jobs).map(Array(recordings[first...].prefix(4 * jobs))) { recording in
        configurations.map { configuration in
          Result { () throws(SettingError) in
            try Trial(recording, edges: configuration.zones.edges).score(configuration)
          }
        }
      }
    }
    bar.finish()
    return try outcomes.map { try ($0 ?? []).map { try $0.get() } }
  }
}
