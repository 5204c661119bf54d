#if Tool
import ArgumentParser
import Lubdub
import LubdubGround
import LubdubReports

/// `lubdub bench live`
struct BenchLiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "How punctual the beats of a live session are on this machine.",
    discussion: """
      A session runs in real time between contact and half a metre, with ranges at 10 Hz. For every beat, \
      when it is handed out is compared with its due time less the lead; beats that are due at once when a \
      zone is entered are counted apart. With --load, as many threads compute all the time.

      Examples:
        lubdub bench live
        lubdub bench live --seconds 60 --load 4 --json
      """)

  @Option(help: "How long each session lasts, in seconds.")
  var seconds = 10.0

  @Option(help: "Threads that keep the processor busy in a second session; 0 for no second one.")
  var load = 0

  @Option(help: "How long before its time a beat is handed out, in seconds.")
  var lead = 0.1

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (2...3600).contains(seconds) else {
      throw ValidationError("--seconds is \(seconds), expected 2 to 3600")
    }
    guard (0...1024).contains(load) else {
      throw ValidationError("--load is \(load), expected 0 to 1024")
    }
    guard (0...10).contains(lead) else {
      throw ValidationError("--lead is \(lead), expected 0 to 10")
    }
  }

  func run() throws {
    var results: [(threads: Int, delays: BeatDelays)] = []
    for threads in load > 0 ? [0, load] : [0] {
      let busy = BusyThreads(count: threads)
      defer { busy.stop() }
      let bench = LiveBench(duration: .seconds(seconds), lead: Seconds(lead))
      results.append(
        (threads, try Task<BeatDelays, any Error> { try await bench.run() }.waitForValue()))
    }
    if json {
      let rows = results.map { threads, delays in
        JSONValue.object([
          "threads": .number(Double(threads)), "beats": .number(Double(delays.count)),
          "median_ms": .number(delays.median), "p95_ms": .number(delays.p95),
          "p99_ms": .number(delays.p99),
          "worst_ms": .number(delays.worst), "late_share": .number(delays.shareLate),
          "dropped": .number(Double(delays.dropped)),
          "entry_beats": .number(Double(delays.entryCount)),
          "entry_median_ms": .number(delays.entryMedian),
          "entry_worst_ms": .number(delays.entryWorst),
        ])
      }
      let document: JSONValue = ["lead_s": .number(lead), "sessions": .array(rows)]
      return try Console.print(String(decoding: JSONWriter.encode(document), as: UTF8.self))
    }
    var rows = [
      [
        "busy threads", "beats", "median, ms", "P95, ms", "worst, ms", "past due, %", "at entry",
        "median, ms", "worst, ms",
      ]
    ]
    for (threads, delays) in results {
      rows.append([
        "\(threads)", "\(delays.count)", NumberText.rounded(delays.median, 3),
        NumberText.rounded(delays.p95, 3), NumberText.rounded(delays.worst, 3),
        NumberText.rounded(100 * delays.shareLate, 1), "\(delays.entryCount)",
        NumberText.rounded(delays.entryMedian, 3), NumberText.rounded(delays.entryWorst, 3),
      ])
    }
    try Console.print("Handed out after due time less \(NumberText.shortest(lead)) s:\n")
    try Console.print(TextTable.lines(rows).joined(separator: "\n") + "\n")
  }
}
#endif
