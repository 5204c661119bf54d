import Lubdub
import LubdubHaptics
import LubdubSupport
import Testing

@testable import LubdubRuns

@Suite("A session and its document") struct SessionRunTests {
  private static let configuration = Preset.eternalLoop.configuration

  private static func run(
    keeping contents: SessionRecorder.Contents, _ rows: [Sample]
  ) throws -> SessionRun {
    var run = try SessionRun(configuration, keeping: contents)
    for row in rows { run.process(row, truth: row.range) }
    run.finish()
    return run
  }

  private static let walk = (0..<200).map { step in
    Sample.uwb(Meters(abs(2.5 - Double(step) / 40)), at: Seconds(50 + Double(step) / 10))
  }

  @Test func `The document has the timeline and origin of a session`() throws {
    let run = try Self.run(keeping: .timeline, Self.walk)
    let session = try Session(Self.walk, Self.configuration)
    let document = run.document(input: ["name": "walk"])
    #expect(document.timeline == session.timeline)
    #expect(document.zoneChanges == session.zoneChanges)
    #expect(document.origin == 50)
    let annotations = document.timelineDocument.annotations
    #expect(annotations["input"]?["origin_s"] == 50)
    #expect(annotations["input"]?["duration_s"] == 19.9)
    #expect(annotations["input"]?["name"] == "walk")
    #expect(annotations["zone_changes"]?.array?.count == session.zoneChanges.count)
    #expect(annotations["against_truth"] != nil)
    #expect(annotations["considerations"] == nil)
  }

  @Test func `The document contains considered changes if they are added to it`() throws {
    let run = try Self.run(keeping: [.timeline, .considerations], Self.walk)
    var document = run.document(input: [:])
    document.considerations = run.recorder.considerations
    let rows = document.timelineDocument.annotations["considerations"]?.array
    #expect(rows?.count == run.recorder.considerations.count)
    #expect(rows?.isEmpty == false)
  }

  @Test func `A rejected row has an estimate and affects nothing else`() throws {
    var rows = Self.walk
    rows.insert(.uwb(Meters(.infinity), at: 51), at: 20)
    rows.insert(.uwb(1, at: 40), at: 100)
    let run = try Self.run(keeping: [.timeline, .estimates, .plot], rows)
    let clean = try Self.run(keeping: [.timeline, .estimates, .plot], Self.walk)
    #expect(run.estimates.distances.count == rows.count)
    #expect(run.receptions.refused == 2)
    #expect(run.recorder.statistics.samples == clean.recorder.statistics.samples)
    #expect(run.recorder.plot.buckets.count == clean.recorder.plot.buckets.count)
    #expect(
      run.document(input: [:]).timelineDocument == clean.document(input: [:]).timelineDocument)
  }

  @Test func `The kept parts don't affect the decisions`() throws {
    let full = try Self.run(
      keeping: [.timeline, .considerations, .plot, .estimates], Self.walk)
    let bare = try Self.run(keeping: [], Self.walk)
    #expect(bare.recorder.statistics.beats == full.recorder.statistics.beats)
    #expect(bare.recorder.statistics.zoneMoves == full.recorder.statistics.zoneMoves)
    #expect(bare.duration == full.duration)
    #expect(bare.estimates.distances.isEmpty)
    #expect(bare.recorder.timeline(until: 1).beats.isEmpty)
  }

  @Test func `Planned beats continue from the last row`() throws {
    var run = try SessionRun(Self.configuration, keeping: [])
    for row in Self.walk.prefix(100) { run.process(row, truth: nil) }
    let beats = run.plan(ahead: 2.5)
    #expect(!beats.isEmpty)
    #expect(beats.allSatisfy { $0.time >= run.time && $0.time <= run.time + 2.5 })
  }
}
