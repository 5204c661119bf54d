import Lubdub
import LubdubTraces
import LubdubWorkbench
import Testing

@testable import LubdubWorkbench

/// Which recordings are held out together, and how sure a held-out gain is.
@Suite("Sessions and honest gains")
struct FoundSessionsTests {
  private func recording(_ name: String, start: Double = 0, end: Double, truth: Double = 1)
    -> Recording
  {
    let records = (0...20).map { step in
      TraceRecord(
        Sample(
          time: Seconds(start + (end - start) * Double(step) / 20), radio: .uwb, range: Meters(2)),
        truth: Meters(truth + Double(step) / 10), line: step + 1)
    }
    return Recording(dataset: "set", name: name, records: records)
  }

  @Test func `anchors of one walk are one session, walks of one length are not`() {
    let found = FoundSessions([
      recording("fast_a0", end: 134.8), recording("fast_a1", end: 134.8, truth: 2),
      recording("slow_a0", end: 201.2, truth: 4), recording("slow_a1", end: 201.9, truth: 3),
    ])
    #expect(Set(found.recordings.map(\.session)).count == 2)
    #expect(found.sentence?.contains("4 recordings of 2 sessions") == true)
    let walks = FoundSessions([
      recording("approach-1", end: 30), recording("approach-2", end: 30, truth: 2),
    ])
    #expect(Set(walks.recordings.map(\.session)).count == 2)
    #expect(walks.sentence == nil)
  }

  @Test func `anchors that start and end up to 17 s apart are of one walk if they overlap`() {
    let found = FoundSessions([
      recording("walk1_anchor1", end: 60), recording("walk1_anchor2", start: 17, end: 68, truth: 2),
      recording("walk1_anchor3", start: 3, end: 45, truth: 3),
      recording("walk2_anchor1", start: 100, end: 160),
      recording("walk2_anchor2", start: 110, end: 171),
      recording("walk1_anchor4", start: 100, end: 160, truth: 4),
    ])
    #expect(found.recordings.map(\.session).prefix(3).allSatisfy { $0 == "walk1_anchor1" })
    #expect(Set(found.recordings.map(\.session)).count == 3)
  }

  @Test func `recordings with the same truth are one session; sessions that are named are kept`() {
    let same = [recording("phone", end: 60), recording("watch", end: 60)]
    #expect(Set(FoundSessions(same).recordings.map(\.session)).count == 1)
    #expect(Set(FoundSessions(same, isNeeded: false).recordings.map(\.session)).count == 2)
  }

  @Test func `the pieces of a log that a recorder cuts are one session`() {
    let pieces = FoundSessions([
      recording("log_1", start: 1000, end: 1060), recording("log_2", start: 1060.1, end: 1120),
      recording("log_3", start: 1120.2, end: 1180), recording("other", start: 1190, end: 1250),
    ])
    #expect(pieces.recordings.map(\.session) == ["log_1", "log_1", "log_1", "other"])
    #expect(pieces.sentence?.contains("4 recordings of 2 sessions") == true)
  }
}
