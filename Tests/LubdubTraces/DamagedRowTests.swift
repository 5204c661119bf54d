import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

/// Values that are missing, aren't numbers, or are in the wrong place.
@Suite struct DamagedRowTests: WalkLogs {
  @Test(arguments: ["(null)", "undefined", "---", "#DIV/0!", "-1.#IND", "missing"])
  func `Placeholders of C, JavaScript, and Excel keep the row`(word: String) throws {
    let log = table("time_s,range_m,rssi", Self.walk) {
      "\($0.time),\($0.range),\($0.place % 3 == 0 ? word : "-60")"
    }
    try proposal(for: log)
    let all = table("t_s,range_m,rssi_dbm", Self.walk) { "\($0.time),\($0.range),\(word)" }
    expect(try read(all).records, word)
  }

  @Test(arguments: [3, 5, 8])
  func `Words among the ranges reject their rows and are quoted`(step: Int) throws {
    let log = table("time_s,range_m,battery_v", Self.walk) {
      "\($0.time),\($0.place % step == 1 ? "ERR" : "\($0.range)"),3.9"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=time_s,range=range_m")
    let kept = Self.walk.filter { $0.place % step != 1 }
    #expect(zip(found.records, kept).allSatisfy { $0.sample.range?.value == $1.range })
    #expect(found.records.count == kept.count)
    #expect(found.proposal.notes[0].contains("in others range_m is \"ERR\""))
    let report = try read(log, found.proposal.columns).report
    #expect(report.rejections[.notANumber]?.count == 600 - kept.count)
  }

  @Test func `If most ranges are words, there is no proposal, and a word is quoted`() throws {
    let log = table("time_s,range_m,battery_v", Self.walk) {
      "\($0.time),\($0.place % 3 == 0 ? "\($0.range)" : "ERR"),3.9"
    }
    let error = try refusal(log)
    #expect(error.message.contains("which has \"ERR\", not a number"), "\(error)")
  }

  @Test(
    "One number that marks missing ranges is skipped by a proposal, and several prevent it",
    arguments: [("-999", "-999", true), ("1e30", "1e30", true), ("-500", "-999", false)])
  func absentNumbers(one: String, other: String, isProposed: Bool) throws {
    let log = table("time_ms,range_cm", Self.walk) { row in
      let absent = row.place % 8 == 0 ? one : other
      let range = row.place % 4 == 0 ? absent : "\(Self.whole(100 * row.range))"
      return "\(Self.whole(1000 * row.time)),\(range)"
    }
    let found = try refusal(log)
    #expect(found.proposal?.columns == (isProposed ? "t=time_ms:ms,range=range_cm:cm" : nil))
  }

  @Test func `A few zero bytes are not a binary log, and NaN next to a level is allowed`() throws {
    let zeros = table("time_ms,distance_cm,rssi", Self.walk) {
      "\($0.place * 100),\($0.place % 40 == 20 ? "\0\0\0" : "\(100 * $0.range)"),-60"
    }
    #expect(try refusal(zeros).proposal != nil)
    let log = table("t_s,range_m,rssi_dbm", Self.walk) {
      "\($0.time),\($0.place % 10 == 0 ? "NaN" : "\($0.range)"),-60"
    }
    for isSingle in [false, true] {
      let found = try read(log) { $0.readsSingly = isSingle }
      #expect(found.report.leftOut.isEmpty && found.report.accepted == 600)
    }
  }

  @Test(arguments: ["NaN", "Infinity", "nan", "-nan", "-inf", "1e999", "null"])
  func `A number that is not finite drops only its member`(word: String) throws {
    let log = rows(20) {
      #"{"ts": \#(1_766_000_000 + $0), "dist": 2.5, "azimuth": \#(word), "peer": "a"}"#
    }
    #expect(try refusal(log).proposal?.columns == "t=ts,range=dist,peer=peer")
    let found = try read(log, "t=ts,range=dist,peer=peer")
    #expect(found.records.count == 20 && found.report.rejected == 0)
    let phone = rows(20) {
      "{\"timestampMillis\": \(1000 * $0), \"technology\": \"uwb\", \"distance_m\": 2.5, \"azimuth\": \(word)}"
    }
    #expect(try read(phone).records.count == 20)
  }

  @Test func `Unicode minus signs and spaces are accepted in numbers`() throws {
    let log = "t,rssi\n0,\u{2212}60\n1,\u{2013}61\u{A0}\n2,-62\n"
    #expect(try read(log, "t=t,rssi=rssi").records.map(\.sample.rssi) == [-60, -61, -62])
  }

  @Test func `A number is read with its exponent`() {
    #expect(Array("1.6e+001 EE".utf8)[...].leadingNumber.nanoseconds == 16_000_000_000)
    #expect(Array("9.2e-001".utf8)[...].leadingNumber.decimal == 0.92)
    #expect(Array("-59 eE".utf8)[...].leadingNumber.decimal == -59)
    #expect(Array("5e".utf8)[...].leadingNumber.decimal == 5)
  }

  @Test func `Rows with extra fields are rejected, unless these fields are empty`() throws {
    let log =
      "ms,v,dist\n"
      + rows(6) { $0 < 3 ? "\(100 * $0),3.9,2.5,," : "\(100 * $0),3.9,7,2.5" }
    let found = try read(log, "t=ms,range=dist")
    #expect(found.report.rejections[.columnCount]?.lines == [5, 6, 7])
    #expect(found.records.map(\.sample.range) == [2.5, 2.5, 2.5])
    let comma = "zeit,distanz\n" + rows(5) { "0,\($0),3,98" }
    #expect(try refusal(comma).proposal == nil)
    #expect(try read(comma, "t=zeit,range=distanz").report.rejections[.columnCount]?.count == 5)
  }

  @Test func `A record with an open quote is rejected, and the next rows are read`() throws {
    let log = "t,note,range\n0,a,1\n1,\"two\nlines\",5\n2,c,3\n3,\"d,4\n4,e,5\n"
    for isSingle in [false, true] {
      let found = try read(log, "t=t,range=range") { $0.readsSingly = isSingle }
      #expect(found.records.map(\.sample.range) == [1, 3, 5])
      #expect(found.report.rejections[.damaged]?.lines == [3, 6])
      #expect(found.report.ignored == 1)
    }
  }

  @Test func `With numbered columns, an unreadable line rejects only its own row`() throws {
    let log = "0.0,4.0\n0.1,err\n0.2,3.9\nboot ok\n0.3,3.8\n0.4,3,7\n0.5,3.6\n"
    let found = try read(log, "t=1,range=2")
    #expect(found.records.map(\.sample.range) == [4, 3.9, 3.8, 3.6])
    #expect(found.report.rejections[.notANumber]?.lines == [2])
    #expect(found.report.rejections[.columnCount]?.lines == [4, 6])
    #expect(throws: ReadError.self) { try read(log, "t=1,range=2") { $0.strict = true } }
    let headed = "time,dist\n0,1\ntime,dist\n1,2\n"
    let repeated = try read(headed, "t=1,range=2")
    #expect(repeated.records.count == 2 && repeated.report.rejected == 0)
    #expect(repeated.report.ignored == 1)
  }

  @Test(arguments: ["{\"type\":\"session\"}", "logger 1.0", "[1, 2"])
  func `Lines before the rows of a Lubdub trace are rejected`(line: String) throws {
    let log = line + "\n" + rows(5) { "{\"t_s\": \($0), \"range_m\": 2}" }
    for pieces in [1, 7, 1 << 20] {
      let found = try read(log, pieces: pieces)
      #expect(found.records.count == 5 && found.report.rejected == 1)
    }
  }
}
