#if Tool
import ArgumentParser
import Lubdub
import LubdubBench
import LubdubGround
import LubdubReports
import LubdubTraces

/// `lubdub bench handover`
struct BenchHandOverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "handover",
    abstract: "Score the hand-over from UWB to Bluetooth and back.",
    discussion: """
      Makes hand-over traces: the ranges and the truth of recordings in motion, Bluetooth drawn from \
      an unknown path loss and the fading of recorded links, and outages of UWB of 5 to 60 s. Compares \
      the default with holding the last value, with fixed path losses and with a fitted one.

      With --soundings, channel-sounding procedures with truth_m are heard in the outages, five a second: \
      their responses are moved to the distance at hand, one place for every metre. Then zones are scored \
      too, and the default without one or both of the other radios.

      EXAMPLES
        lubdub bench handover recordings/
        lubdub bench handover uwb/ --residuals ble/ --seed 7 --repetitions 10
        lubdub bench handover uwb/ --residuals ble/ --soundings procedures.csv
      """)

  @Argument(help: ArgumentHelp("Traces with ranges and truth_m, or folders.", valueName: "trace"))
  var traces: [String]

  @OptionGroup(title: "Traces and logs") var reading: LogOptions
  @OptionGroup var taken: RecordingOptions
  @OptionGroup(title: "Truth") var truth: TruthOptions

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Traces or folders whose Bluetooth fading is drawn; without it, those of the traces.",
      valueName: "trace"))
  var residuals: [String] = []

  @Option(
    help: ArgumentHelp(
      "A log of channel-sounding procedures with truth_m, which are heard in the outages.",
      valueName: "log"))
  var soundings: String?

  @Option(help: "Where the random numbers start.")
  var seed: UInt64 = 1

  @Option(help: "How many hand-over traces are made of each recording.")
  var repetitions = 3

  /// The figures and a table.
  enum Files: OutputKinds {
    static let kinds = [OutputKind.json, .markdown]
  }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  func validate() throws {
    guard (1...1000).contains(repetitions) else {
      throw ValidationError("--repetitions is \(repetitions), expected 1 to 1000")
    }
  }

  func run() throws {
    var files = try outputs.checked(beside: traces + residuals + [soundings])
    let loader = try reading.loader([], taken)
    let (found, others) = try ElapsedTime.shown("reading") {
      (try loader.recordings(in: traces), try loader.recordings(in: residuals))
    }
    for note in found.notes + others.notes { Console.note(note) }
    let recordings = truth.align(found.recordings).recordings
    guard !recordings.isEmpty else {
      throw ValidationError("no recording with truth_m in \(traces.joined(separator: ", "))")
    }
    let links = residuals.isEmpty ? recordings : others.recordings
    var benchmark = HandOverBenchmark(seed: seed, repetitions: repetitions)
    benchmark.soundings = try procedures()
    benchmark.workers = taken.workers
    var bar = ProgressBar()
    let result =
      try benchmark
      .run(recordings.filter { !$0.samples(of: .uwb).isEmpty }, fading: links) {
        bar.update(done: $0, total: $1)
      }
    bar.finish()
    let table = AccuracyTable(result.rows, traces: result.traces)
    try files.write(.json) { JSONWriter.encode(.array(result.rows.map(\.json))) }
    try files.write(.markdown) { Array(table.markdown.utf8) }
    try files.print(table.text)
  }

  /// The channel sounding that is heard in the outages; `nil` where none was asked for.
  private func procedures() throws -> MovedProcedures? {
    guard let soundings else { return nil }
    let reader = try SignalReader.read(at: [soundings])
    for note in reader.notes { Console.note(note) }
    guard let procedures = MovedProcedures(reader.signals) else {
      throw ValidationError("--soundings \(soundings): no procedure with truth_m and 15 tones")
    }
    return procedures
  }
}
#endif
