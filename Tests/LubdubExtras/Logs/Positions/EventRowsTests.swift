import Lubdub
import LubdubExtras
import LubdubGround
import Testing

@Suite struct EventRowsTests {
  private static let events: [(event: FenceEvent, track: String)] = [
    (event(.leave, at: 103, "a \"b\", c"), "ben"), (event(.enter, at: 101, "home"), "anna"),
  ]

  private static func event(_ kind: FenceEvent.Kind, at time: Seconds, _ id: String) -> FenceEvent {
    FenceEvent(
      time: time - 1, decided: time, kind: kind, id: id, probability: 0.8, reason: .sure)
  }

  private func put(_ trace: String) throws -> EventRows {
    try EventRows(Self.events, start: 100, into: Array(trace.utf8), path: "walk")
  }

  private func text(_ rows: EventRows) -> String { String(decoding: rows.trace, as: UTF8.self) }

  @Test func `rows come at the moment of the decision, behind those of the same time`() throws {
    let rows = try put(
      "\u{FEFF}# a walk\nt_s,range_m,event\n0,5,\n1,5,\n2,5,touched\n\"2.5\",\"6\",\n")
    #expect(
      text(rows) == """
        # a walk
        t_s,range_m,event,source,probability,fence,track
        0,5,,,,,
        1,5,,,,,
        1,,entered,gnss,0.8,home,anna
        2,5,touched,,,,
        "2.5","6",,,,,
        3,,left,gnss,0.8,"a ""b"", c",ben

        """)
    #expect(rows.outside == 1)
    let again = try put(text(rows))
    #expect(text(again) == text(rows) && again.replaced == 2)
  }

  @Test func `JSON lines get lines, and stay as they are else`() throws {
    let rows = try put("{\"t_s\": 0, \"range_m\": 5}\n{\"t_s\": 2, \"range_m\": 5}\n{cut\n")
    let lines = text(rows).split(separator: "\n")
    #expect(lines.count == 5 && lines[1].contains("\"entered\"") && lines[3] == "{cut")
    let again = try put(text(rows))
    #expect(text(again) == text(rows) && again.replaced == 2)
  }

  @Test func `a table without our clock is refused with the cure`() throws {
    for table in ["time;range\n1;2\n", "", "# nothing\n"] {
      let error = #expect(throws: ReadError.self) { try put(table) }
      #expect(error?.message.contains("lubdub import") == true)
    }
  }

  @Test func `a row that is too short is kept with its fault`() throws {
    let rows = try put("t_s,range_m\n0,5\n1\n")
    #expect(text(rows).contains("\n1\n"))
  }
}
