import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

/// Columns that name the link or the recording of a row.
@Suite struct LinkColumnTests: WalkLogs {
  @Test(
    "Names of ends, sessions, and serial numbers become the link of mixed rows",
    arguments: [
      "link", "sid", "serial", "src", "dst", "initiator", "responder", "tag", "tag_id", "MAC",
      "nodeId",
    ], ["A", "1"])
  func linkNames(name: String, first: String) throws {
    let second = first == "A" ? "B" : "2"
    let log = table("t,\(name),distance", Self.walk) {
      "\($0.time),\(first),\($0.range)\n\($0.time + 0.05),\(second),\(9 - $0.range)"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=t,range=distance,peer=\(name)")
    expect(found.records.filter { $0.peer == 0 }, "\(found.proposal)")
  }

  @Test func `The end that all rows share is not the link`() throws {
    let log = table("t,src,dst,distance", Self.walk) {
      "\($0.time),base,A,\($0.range)\n\($0.time + 0.05),base,B,\($0.range + 0.1)"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=t,range=distance,peer=dst")
  }

  @Test(arguments: ["battery_voltage", "stage", "machine", "percentage", "anode"])
  func `Words that contain a link's name are not links`(name: String) throws {
    let log = table("time_s,\(name),distance_m", Self.walk) {
      "\($0.time),3.\(9 - $0.place / 200),\($0.range)"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=time_s,range=distance_m")
    #expect(found.proposal.notes.contains("not used: \(name)"))
  }

  @Test func `Columns that may be the link are named`() throws {
    let log = table("tempo_ms;Gegenstelle;distanza_mm;potenza", Self.walk) { row in
      let link = row.place % 2 == 0 ? "a" : "b"
      return "\(100 * row.place);\(link);\(Self.whole(1000 * row.range));-\(50 + row.place % 20)"
    }
    let found = try proposed(log)
    #expect(found.proposal.notes.contains("Gegenstelle may name the links: peer=Gegenstelle"))
    let mixed = table("time_ms,box,distance_cm", Self.walk) { row in
      let range = row.range + (row.place % 2 == 0 ? 0 : 8)
      return "\(Self.whole(1000 * row.time)),\(row.place % 2 == 0 ? "a" : "b"),\(100 * range)"
    }
    let error = try refusal(mixed)
    #expect(
      error.proposal == nil && error.message.contains("or the column of the links, perhaps box"))
  }

  @Test("Ranges of several links belong to the links, and levels and a second clock are named")
  func wide() throws {
    let log = table("time_ms,host_ms,d1_cm,rssi1,d2_cm,rssi2", Self.walk) { row in
      let time = Self.whole(1000 * row.time)
      return "\(time),\(time + 77),\(100 * row.range),-50,\(100 * row.range + 200),-60"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=time_ms:ms,range=d1_cm:cm|d2_cm:cm")
    #expect(found.proposal.notes.contains("not used: host_ms, another time, rssi1, rssi2"))
    #expect(found.records.count == 1200)
  }

  @Test func `Two columns together can name a link`() throws {
    let log =
      "t,tag,anchor,d\n"
      + rows(40) {
        "\(Double($0) / 10),T\($0 / 2 % 2),A\($0 % 2),\($0.isMultiple(of: 2) ? 1.5 : 9.5)"
      }
    let found = try read(log, "t=t,range=d,peer=tag+anchor")
    #expect(found.report.peers.map(\.name) == ["T0+A0", "T0+A1", "T1+A0", "T1+A1"])
    #expect(try refusal(log).proposal?.columns.contains("peer=tag+anchor") ?? false)
    let json = rows(2) { "{\"t\": \($0), \"d\": 2, \"tag\": \"T\", \"anchor\": \($0)}" }
    let lines = try read(json, "t=t,range=d,peer=tag+anchor")
    #expect(lines.report.peers.map(\.name) == ["T+0", "T+1"])
  }

  @Test(
    "A column with grouped names is the recording, unlike a column that counts or mixes",
    arguments: ["run", "session", "trial"])
  func recordings(name: String) throws {
    func log(_ number: (Int) -> Int) -> [UInt8] {
      table("\(name),t,distance_m", Self.walk) {
        "\(number($0.place)),\(Double($0.place % 200) / 10),\($0.range)"
      }
    }
    let found = try proposed(log { $0 / 200 })
    #expect(found.proposal.columns == "t=t,range=distance_m,recording=\(name)")
    #expect(found.records.count == 600)
    #expect(found.records.map { $0.recording } == Self.walk.map { Int32($0.place / 200) })
    let mixed = try? proposed(log { $0 % 3 })
    #expect(mixed.map { !$0.proposal.columns.contains("recording") } ?? true)
  }
}
