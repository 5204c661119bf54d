import Foundation
import Lubdub
import LubdubSignals
import LubdubTraces
import LubdubWorkbench
import Testing

@testable import LubdubWorkbench

/// Which recordings are held out together.
@Suite("Sessions found by the content of recordings")
struct FoundSessionsTests {
  /// A walk of a seed after a path: a sway of a centimetre that no other seed has.
  private static func walk(
    _ seed: UInt64, _ name: String, dataset: String = "set", path: (Double) -> Double = turn
  ) -> Recording {
    var random = SplitMix64(seed: seed)
    var sway = 0.0
    let records = (0..<600).map { row -> TraceRecord in
      let time = Double(row) * 0.1
      let normal = (0..<12).reduce(-6.0) { sum, _ in sum + random.unit() }
      sway = sway * Foundation.exp(-0.1) + 0.011 * (1 - Foundation.exp(-0.2)).squareRoot() * normal
      let truth = ((path(time) + sway) * 1e4).rounded() / 1e4
      return TraceRecord(.uwb(Meters(truth + 0.05), at: Seconds(time)), truth: Meters(truth))
    }
    return Recording(dataset: dataset, name: name, records: records)
  }

  private static let turn: @Sendable (Double) -> Double = { 3 + 1.5 * Foundation.sin(0.45 * $0) }
  private static let line: @Sendable (Double) -> Double = { 6 - 0.09 * $0 }

  private static func changed(
    _ recording: Recording, _ name: String, dataset: String = "set",
    _ change: (Double, Double) -> (time: Double, truth: Double)?
  ) -> Recording {
    Recording(
      dataset: dataset, name: name,
      records: recording.records.compactMap { record in
        change(record.sample.time.value, record.truth?.value ?? 0).map {
          TraceRecord(.uwb(Meters(1), at: Seconds($0.time)), truth: Meters($0.truth))
        }
      })
  }

  private static func groups(_ recordings: [Recording]) -> Int {
    Set(FoundSessions(recordings).groups).count
  }

  static let copies: [(name: String, change: @Sendable (Double, Double) -> (Double, Double)?)] = [
    ("another clock", { ($0 + 1.7e9, $1) }),
    (
      "every second row in centimetres, cut",
      { time, truth in
        time < 12 || Int((time * 10).rounded()) % 2 == 1
          ? nil : (time, (truth * 100).rounded() / 100)
      }
    ),
    ("a clock that is 0.1 % fast, 4 cm off", { ($0 * 1.001 + 5, $1 + 0.04) }),
    ("half a millimetre off", { ($0 + 3600, $1 + 0.0005) }),
    ("the second half", { $0 < 25 ? nil : ($0 - 25, $1) }),
  ]

  @Test(
    "A copy of a walk belongs to its session, within the same set and across sets",
    arguments: copies)
  func copied(name: String, change: @Sendable (Double, Double) -> (Double, Double)?) {
    for dataset in ["set", "other"] {
      let walk = Self.walk(1, "one")
      let copy = Self.changed(walk, "two", dataset: dataset) { change($0, $1).map { ($0.0, $0.1) } }
      #expect(Self.groups([walk, copy, Self.walk(2, "three")]) == 2, "\(name) in \(dataset)")
    }
  }

  @Test func `Odd and even rows of a walk belong to one session`() {
    let walk = Self.walk(1, "one")
    let halves = [0, 1].map { side in
      Self.changed(walk, "half \(side)") { time, truth in
        Int((time * 10).rounded()) % 2 == side ? (time + 100 * Double(side), truth) : nil
      }
    }
    #expect(Self.groups(halves) == 1)
  }

  @Test func `A straight walk rounded to centimeters is recognized`() {
    let walk = Self.walk(3, "one", path: Self.line)
    let copy = Self.changed(walk, "two") { ($0 + 50, ($1 * 100).rounded() / 100) }
    #expect(Self.groups([walk, copy]) == 1)
  }

  @Test
  func `Different walks aren't merged, even if they share a script, a line, or a distance`() {
    let others = [
      [Self.walk(1, "one"), Self.walk(2, "two")],
      [Self.walk(3, "one", path: Self.line), Self.walk(4, "two", path: Self.line)],
      [Self.walk(5, "one") { _ in 2 }, Self.walk(6, "two") { _ in 2 }],
      [0.0, 50].map { shift in
        Self.changed(Self.walk(1, ""), "line \(shift)") { time, _ in (time + shift, Self.line(time))
        }
      },
      [0.0, 50].map { shift in
        Self.changed(Self.walk(1, ""), "rest \(shift)") { time, _ in (time + shift, 2) }
      },
    ]
    for pair in others { #expect(Self.groups(pair) == 2, "\(pair.map(\.name))") }
  }

  @Test func `Forty walks with the same script stay forty sessions`() {
    let walks = (0..<40).map { Self.walk(UInt64(100 + $0), "walk \($0)") }
    #expect(Self.groups(walks) == 40)
  }

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

  @Test func `Anchors of one walk form one session, and walks of equal length don't`() {
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

  @Test func `Anchors up to 17 s apart belong to one walk if they overlap`() {
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

  @Test func `Named sessions are kept`() {
    let same = [Self.walk(1, "phone"), Self.walk(1, "watch")]
    #expect(Set(FoundSessions(same).recordings.map(\.session)).count == 1)
    #expect(Set(FoundSessions(same, isNeeded: false).recordings.map(\.session)).count == 2)
  }

  @Test func `Pieces of a log form one session only if the distance continues`() {
    let pieces = FoundSessions([
      recording("log_1", start: 1000, end: 1060),
      recording("log_2", start: 1060.1, end: 1120, truth: 3),
      recording("log_3", start: 1120.2, end: 1180, truth: 5),
      recording("other", start: 1190, end: 1250),
      recording("jump", start: 1180.1, end: 1184, truth: 2),
    ])
    #expect(pieces.recordings.map(\.session) == ["log_1", "log_1", "log_1", "other", "jump"])
    #expect(pieces.sentence?.contains("5 recordings of 3 sessions") == true)
  }
}
