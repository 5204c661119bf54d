import Lubdub
import LubdubHaptics
import Testing

@Suite struct EventTableTests {
  private let plain = """
    event,t_s,kind,duration_s,intensity,sharpness
    0,0,transient,,1,0.5
    1,0.5,continuous,1,0.8,0.3
    1,1,point,,0.4,0.3

    """

  private func timeline(_ bytes: [UInt8]) throws -> Timeline {
    #expect(FileKind.recognize(bytes).format == .csv)
    return try HapticFormat.csv.decode(bytes).timeline
  }

  @Test func `Spreadsheet variants of a table give the same timeline`() throws {
    let expected = try timeline(Array(plain.utf8))
    #expect(expected.events.count == 2)
    let quoted = plain.replacing("transient", with: "\"transient\"").replacing(
      "event,", with: "\"event\",")
    let german = plain.replacing(",", with: ";").replacing(".", with: ",")
    let missing = plain.replacing("transient,,", with: "transient,NA,")
    for text in [quoted, german, missing, "sep=,\n" + plain, "# a remark\n" + plain] {
      #expect(try timeline(Array(text.utf8)) == expected, "\(text)")
    }
    let little = "\u{FEFF}\(plain)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try timeline(little) == expected)
    #expect(try timeline(Array("\u{FEFF}\(plain)".utf8)) == expected)
  }

  @Test func `A handmade table needs no event numbers`() throws {
    let text = Array("t_s,kind,duration_s,intensity,sharpness\n0,transient,,1,0.4\n".utf8)
    #expect(FileKind.recognize(text).format == .csv)
    #expect(try timeline(text).events == [HapticEvent(time: 0, intensity: 1, sharpness: 0.4)])
  }

  @Test func `A table of taps needs no kinds, and events with a length are continuous`() throws {
    let tap = HapticEvent(time: 0.14, intensity: 0.55, sharpness: 0.15)
    var hum = tap
    hum.kind = .continuous(duration: 0.2, curve: [])
    let taps = "t_s,intensity,sharpness\n0.14,0.55,0.15\n"
    #expect(try timeline(Array(taps.utf8)).events == [tap])
    let both = "t_s,duration_s,intensity,sharpness\n0.14,,0.55,0.15\n0.14,0.2,0.55,0.15\n"
    #expect(try timeline(Array(both.utf8)).events == [tap, hum])
  }

  @Test func `An error has its line, and a missing column is reported`() {
    let rows = plain + "2,3,transient,,1\n3,x,transient,,1,1\n4,4,click,,1,1\n"
    let findings = HapticFormat.csv.check(Array(rows.utf8))
    #expect(findings.map(\.code) == ["csv-cells", "csv-value", "unknown-kind"])
    #expect(findings.map(\.place) == ["line 5", "line 6", "line 7"])
    let lacking = HapticFormat.csv.check(Array("event,t_s,kind\n0,0,transient\n".utf8))
    #expect(lacking.map(\.code) == ["csv-header"])
  }

  @Test func `Places are a column, and an event without a place is for all places`() throws {
    let table = """
      event,t_s,kind,duration_s,intensity,sharpness,place
      0,0,transient,,1,0.5,left
      1,0.5,continuous,1,0.8,0.3,
      1,1,point,,0.4,0.3,
      2,1.5,transient,,1,0.5,"right, low"

      """
    let document = try HapticFormat.csv.decode(Array(table.utf8))
    #expect(document.places.map(\.name) == ["left", "right, low"])
    #expect(document.places.map { $0.timeline.events.count } == [2, 2])
    #expect(document.timeline.events.count == 3)
    let again = try HapticFormat.csv.encode(document)
    #expect(String(decoding: again.bytes, as: UTF8.self) == table && again.loss.isEmpty)
    let lines = try HapticFormat.ndjson.encode(document)
    #expect(try HapticFormat.ndjson.decode(lines.bytes).places == document.places)
  }

  @Test func `An unknown column is named`() throws {
    let typo = HapticFormat.csv.check(Array("t_s,intensity,sharpnes\n0,1,1\n".utf8))
    #expect(typo.map(\.code) == ["unknown-column", "csv-header"])
    #expect(typo.first?.cure == "did you mean \"sharpness\"?")
    let short = Array("time,intensity\n0,1\n".utf8)
    #expect(FileKind.recognize(short).format == .csv)
    #expect(HapticFormat.csv.check(short).contains { $0.code == "csv-header" })
    let more = try HapticFormat.csv.read(Array("t_s,intensity,sharpness,Farbe\n0,1,1,rot\n".utf8))
    #expect(more.findings.map(\.code) == ["unknown-column"])
    #expect(more.loss[.timeline, .droppedAnnotations]?.names == ["Farbe"])
    #expect(FileKind.recognize(Array("t_s,range_m,intensity\n0,1,7\n".utf8)) == .trace)
  }
}
