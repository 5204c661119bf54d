import Foundation
import TestSupport
import Testing

/// `lubdub check` on a phone's log of played beats.
@Suite struct FeltCheckTests {
  private let tool = Tool()

  /// The lines of a beat that is handed over 0.1 s ahead, is played late by the given time, and lasts 0.2 s.
  private static func lines(_ beat: String, due: Double, late: Double?) -> [(Double, String)] {
    func line(_ event: String, _ time: Double, _ more: String = "") -> (Double, String) {
      (time, "{\"beat\": \"\(beat)\", \"event\": \"\(event)\", \"t_s\": \(time)\(more)}")
    }
    let start = [
      line("planned", due - 0.1, ", \"due_s\": \(due)"), line("handed", due - 0.1),
    ]
    return start + (late.map { [line("played", due + $0 + 0.2, ", \"duration_s\": 0.2")] } ?? [])
  }

  /// A log of twenty beats, one per second, some of which are changed.
  private static func log(_ change: (Int) -> Double?, more: [(Double, String)] = []) -> String {
    let beats = (1...20).flatMap { lines("0.\($0)", due: 700 + Double($0), late: change($0)) }
    let sorted = (beats + more).enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }
    return (["{\"device\": \"iPhone16,2\", \"format\": \"lubdub-felt\"}"] + sorted.map(\.element.1))
      .joined(separator: "\n") + "\n"
  }

  private func check(_ log: String) throws -> (status: Int32, text: String) {
    try tool.write(log, to: "felt.log")
    let run = try tool("check", "felt.log")
    return (run.status, run.text)
  }

  @Test func `A log of beats played on time gives one note`() throws {
    let run = try check(Self.log { $0 == 7 ? 0.012 : 0.004 })
    #expect(run.status == 0)
    #expect(
      run.text == "felt.log: note: 20 beats planned, 20 played, handed over 100 ms ahead, "
        + "late by 4 ms in the median and 12 ms at most [felt]\n")
  }

  @Test func `Late, lost, doubled, and rejected beats give warnings with the first line`() throws {
    let run = try check(
      Self.log(
        { $0 == 3 ? 0.06 : $0 == 5 ? nil : 0 },
        more: [
          (708.3, #"{"beat": "0.8", "event": "played", "t_s": 708.3, "duration_s": 0.2}"#),
          (708.95, #"{"beat": "0.9", "event": "refused", "t_s": 708.95}"#),
          (709, "no JSON"), (709.5, #"{"beat": "9.9", "event": "handed", "t_s": 709.5}"#),
          (709.6, #"{"beat": "0.9", "event": "\u0007dance", "t_s": 709.6}"#),
        ]))
    #expect(run.status == 1)
    for part in [
      "line 8: warning: 1 of 20 beats played more than 50 ms late [late-beats]",
      "warning: 1 of 20 beats neither played nor cancelled [lost-beats]",
      "warning: 1 of 20 beats handed over or played twice [doubled-beats]",
      "warning: 1 of 20 beats rejected by the engine [refused-beats]",
      "warning: 1 rejected: expected one JSON object per line [not-json]",
      "warning: 2 rejected: the event \"handed\" of a beat that was not planned [damaged]",
    ] {
      #expect(run.text.contains(part), "\(part) in \(run.text)")
    }
    #expect(!run.text.contains("\u{7}"))
  }

  @Test func `Beats that were canceled or pending when the engine stopped don't count as lost`()
    throws
  {
    let run = try check(
      Self.log(
        { $0 == 4 || $0 == 10 || $0 == 20 ? nil : 0 },
        more: [
          (704.05, #"{"beat": "0.4", "event": "cancelled", "t_s": 704.05}"#),
          (710.05, #"{"event": "engine", "state": "starting", "t_s": 710.05}"#),
          (710.1, #"{"event": "engine", "state": "running", "t_s": 0.1}"#),
        ]))
    #expect(run.status == 0, "\(run.text)")
    #expect(run.text.contains("20 beats planned, 17 played"))
  }

  @Test func `A row with an impossible time is rejected and has no other effect`() throws {
    let run = try check(
      Self.log(
        { _ in 0 }, more: [(704.05, #"{"beat": "0.4", "event": "played", "t_s": 1e308}"#)]))
    #expect(run.text.contains("20 beats planned, 20 played"), "\(run.text)")
    #expect(run.text.contains("1 rejected") && run.text.contains("[implausible-time]"))
    #expect(!run.text.contains("null"))
  }

  @Test func `A log without planned beats is an error`() throws {
    let run = try check(Self.log { _ in 0 }.split(separator: "\n")[0] + "\n")
    #expect(run.status == 1)
    #expect(run.text.contains("error: the log has no planned beat [not-felt]"))
  }
}
