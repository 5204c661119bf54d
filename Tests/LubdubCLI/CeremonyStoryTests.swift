import Foundation
import TestSupport
import Testing

/// The two recorded ceremonies, reported from their timelines as a reader would check them.
@Suite struct CeremonyStoryTests {
  /// Phases, cues, zone changes and runs of beats of a timeline, one line each, in the order of time.
  private static func story(_ name: String) throws -> String {
    let tool = Tool()
    let trace = Recordings.packageRoot.appending(path: "datasets/\(name)").path
    let timeline = try JSONParser.parse(try tool("run", trace, "-o", "-").output)
    var lines: [(time: Double, text: String)] = []
    func add(_ member: String, _ text: (JSONValue) -> String) {
      for value in timeline[member]?.array ?? [] {
        lines.append((value["t_s"]?.number ?? .nan, text(value)))
      }
    }
    func zone(_ value: JSONValue?) -> String { value?.number.map { "\(Int($0))" } ?? "none" }
    add("zone_changes") {
      "zone \(zone($0["from"])) > \(zone($0["to"])), \($0["reason"]?.string ?? "?")"
    }
    add("phases") {
      "phase \($0["from"]?.string ?? "?") > \($0["to"]?.string ?? "?"), \($0["reason"]?.string ?? "?")"
    }
    add("cues") { "cue \($0["name"]?.string ?? "?")" }
    var runs: [(key: String, from: Double, to: Double, count: Int)] = []
    for beat in timeline["beats"]?.array ?? [] {
      let time = beat["t_s"]?.number ?? .nan
      let interval = beat["interval_s"]?.number ?? .nan
      let key = "every \(interval) s at \(beat["intensity"]?.number ?? .nan)"
      if let last = runs.last, last.key == key {
        runs[runs.count - 1].to = time
        runs[runs.count - 1].count += 1
      } else {
        runs.append((key, time, time, 1))
      }
    }
    for run in runs {
      lines.append((run.from, "\(run.count) beats \(run.key), the last at \(seconds(run.to))"))
    }
    let order = lines.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    return order.map { "\(seconds($0.element.time)) \($0.element.text)" }.joined(separator: "\n")
  }

  private static func seconds(_ time: Double) -> String { String(format: "%.2f", time) }

  @Test(
    "A plot marks and names the cues that occur, and has no cue row without cues")
  func plottedCues() throws {
    let tool = Tool()
    func plot(_ name: String) throws -> String {
      let trace = Recordings.packageRoot.appending(path: "datasets/\(name)").path
      #expect(try tool("run", trace, "-o", "plot.svg").status == 0)
      return try tool.text(of: "plot.svg")
    }
    let ceremony = try plot("ceremony.csv")
    for (name, color) in [
      ("ring sent", "#8e44ad"), ("ring attached", "#d81b60"), ("tap", "#546e7a"),
    ] {
      #expect(ceremony.contains(">\(name)</text>"))
      // One mark, and one in the legend.
      #expect(ceremony.components(separatedBy: "fill=\"\(color)\"").count - 1 == 2)
    }
    #expect(!ceremony.contains("tripwire"))
    #expect(!(try plot("approach.csv")).contains("ring"))
  }

  @Test func `The ceremony runs from connecting to complete, with all its cues`() throws {
    let story = try Self.story("ceremony.csv")
    #expect(
      story == """
        0.30 zone none > 4, acquired
        0.89 phase searching > approaching, progress
        13.20 zone 4 > 3, entered
        13.20 5 beats every 2.0 s at 0.4, the last at 21.20
        22.90 zone 3 > 2, entered
        22.90 6 beats every 1.0 s at 0.6, the last at 27.90
        28.59 zone 2 > 1, entered
        28.59 phase approaching > readyToSend, progress
        28.59 5 beats every 0.5 s at 0.8, the last at 30.59
        30.60 zone 1 > 0, entered
        30.80 71 beats every 0.2 s at 1.0, the last at 44.80
        32.69 cue tap
        33.29 phase readyToSend > sending, progress
        33.29 cue ringSent
        33.79 phase sending > attaching, progress
        35.29 cue ringAttached
        36.89 phase attaching > complete, progress
        """)
  }

  @Test func `An interrupted ceremony loses the link and fails after three attempts`() throws {
    let story = try Self.story("ceremony-interrupted.csv")
    #expect(
      story == """
        0.30 zone none > 4, acquired
        0.90 phase searching > approaching, progress
        12.50 zone 4 > 3, entered
        12.50 4 beats every 2.0 s at 0.4, the last at 18.50
        18.31 zone 3 > 3, coasting
        20.31 zone 3 > none, stale
        20.31 phase approaching > searching, progress
        24.75 cue restartRanging
        27.31 zone none > none, lost
        29.70 cue reconnect 1
        33.30 cue reconnect 2
        36.90 cue reconnect 3
        40.50 phase searching > failed, linkLost
        """)
  }
}
