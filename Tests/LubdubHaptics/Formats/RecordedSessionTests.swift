import Foundation
import LubdubTraces
import TestSupport
import Testing

@testable import LubdubHaptics

/// A whole session on a real recording, in every format.
@Suite struct RecordedSessionTests {
  static let recording = Recordings.files(in: "traces/uwb_lias_mocap", endings: ["csv"]).first

  /// The heartbeat of a trolley that comes and goes for two minutes; edges wide enough for the room.
  private static func session() throws -> Timeline {
    let path = try #require(recording).path
    var configuration = Preset.eternalLoop.configuration
    configuration.zones.edges = [0.5, 2, 4, 6]
    let records = try TraceReader.readAll(path: path).records
    return try Session(records.map(\.sample), configuration).timeline
  }

  @Test(
    "Every event is within the format's resolution, from the first to the last",
    .recordings("traces/uwb_lias_mocap"),
    arguments: HapticFormat.allCases)
  func session(_ format: HapticFormat) throws {
    let timeline = try Self.session()
    try #require(timeline.beats.count > 50 && Set(timeline.beats.map(\.interval)).count > 1)
    var options = ExportOptions()
    options.looping = .never
    let encoded = try format.encode(TimelineDocument(timeline), options: options)
    let starts = try HeartbeatTests.starts(format, encoded).sorted()
    // A pulse that runs into the next is one with it in formats without events.
    var times: [Double] = []
    for event in timeline.events where event.time.value - (times.last ?? -1) > 0.1 {
      times.append(event.time.value)
    }
    try #require(starts.count >= times.count, "\(format.rawValue)")
    var worst = 0.0
    var next = 0
    for time in times {
      while next + 1 < starts.count, abs(starts[next + 1] - time) <= abs(starts[next] - time) {
        next += 1
      }
      worst = max(worst, abs(starts[next] - time))
    }
    print("\(format.rawValue), \(times.count) events of a session: worst error \(worst) s")
    #expect(worst <= format.timeResolution.value / 2 + 1.1e-9)
  }
}
