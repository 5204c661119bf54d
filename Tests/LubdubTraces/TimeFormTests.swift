import Lubdub
import LubdubSupport
import TestSupport
import Testing

@testable import LubdubTraces

/// The forms of dates, times of day, and durations.
@Suite struct TimeFormTests: WalkLogs {
  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test(arguments: [
    ("2026-11-25 13:12:11 UTC", "iso"), ("2026-11-25T13:12:11z", "iso"),
    ("2026-11-25 13:12:11 GMT", "iso"), ("2026-11-25 14:12:11 Z+0100", "iso"),
    ("2026-11-25 14:12:11 UTC+1", "iso"), ("20261125T131211Z", "iso"),
    ("20261125T141211.000+01", "iso"), ("Wed Nov 25 13:12:11 2026", "iso"),
    ("Wed Nov 25 13:12:11 UTC 2026", "iso"), ("Wed, 25 Nov 2026 13:12:11 +0000", "iso"),
    ("Wed, 25 Nov 2026 13:12:11 GMT", "iso"), ("11/25/2026, 1:12:11\u{202F}PM", "mdy"),
    ("11/25/2026 1:12:11\u{A0}p.m.", "mdy"), ("11/25/26 1:12:11 pm", "mdy"),
    ("25.11.2026 13:12:11", "dmy"), ("2026\u{2011}11\u{2011}25 13:12:11", "iso"),
  ])
  func `Times are read in their usual forms`(text: String, form: String) {
    let bytes = Array(text.utf8)[...]
    let read = CalendarForm(rawValue: form).flatMap { CivilTime.nanoseconds(bytes, as: $0) }
    #expect(read == 1_795_612_331_000_000_000)
  }

  @Test func `The fast reader of usual times agrees with the general reader`() throws {
    let times = [
      "2026-11-25T13:12:11.015Z", "2024-02-29 23:59:60.123456789012", "1678-01-01T00:00:00",
      "2261-12-31T23:59:60.999999999-23:59", "1969-12-31 23:59:59.5+01:00",
      "2022-11-29 22:22:16.015-0530",
    ]
    var generator = SeededGenerator(seed: 5)
    var count = 0
    for round in 0..<(Thoroughness.isFull ? 200_000 : 20_000) {
      var bytes = Array(times[round % times.count].utf8)
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] = Array("0123456789-+:.TZ e".utf8).randomElement(using: &generator) ?? 0x30
      }
      guard let time = bytes.withUnsafeBytes({ CivilTime.usualForm($0) }) else { continue }
      count += 1
      // A blank before it leads to the reader of every form.
      let other = CivilTime.nanoseconds(([0x20] + bytes)[...])
      #expect(time == other, "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(count > 5000)
  }

  @Test func `A spreadsheet's minutes and seconds are read`() {
    #expect(CivilTime.nanoseconds(Array("12:11.5".utf8)[...], as: .clock) == 731_500_000_000)
    #expect(CivilTime.nanoseconds(Array("12:11".utf8)[...], as: .clock) == 43_860_000_000_000)
  }

  @Test(arguments: [
    "Wed Nov 25 2026", "13:72:11", "2026-11-25 14:12:11 PM x1", "day 7", "2026-11-25 13",
  ])
  func `Other text is not read as a time`(text: String) {
    #expect(CivilTime.nanoseconds(Array(text.utf8)[...], as: .iso) == nil)
  }

  @Test(arguments: [("04/04/2026", "dmy"), ("03/05/2026", "mdy")])
  func `A change of date shows whether days or months come first`(next: String, form: String) {
    let stamps = ["03/04/2026 23:59:59.9", "\(next) 00:00:00.1"].map { Array($0.utf8)[...] }
    #expect(SampleColumn.calendar(stamps)?.rawValue == form)
  }

  @Test(arguments: ["m", "1m2", "1x", "", "1 days", "-1s"])
  func `An invalid duration is rejected`(text: String) {
    #expect(CivilTime.duration(Array(text.utf8)[...]) == nil)
  }

  @Test(arguments: ["points", "go", "python", "pandas"])
  func `Times of day with points and durations of programs are read`(form: String) throws {
    func text(_ row: Row) -> String {
      let (tenths, second, minute) = (row.place % 10, row.place / 10 % 60, 1 + row.place / 600)
      return switch form {
      case "points": "26-11-2026 13.\(two(minute)).\(two(second)).\(tenths)"
      case "go" where row.place < 300: "\(30 + row.place / 10).\(tenths)s"
      case "go": "1m\(row.place / 10 - 30).\(tenths)s"
      case "python": "1 day, 0:0\(minute):\(two(second)).\(tenths)00000"
      default: "0 days 00:0\(minute):\(two(second)).\(tenths)00"
      }
    }
    let log = table("elapsed;distance_m", Self.walk) { "\(text($0));\($0.range)" }
    #expect(try !proposal(for: log).needsRate)
  }

  @Test(
    "A time format in a name is not a unit of length, and a number before a unit is not a factor")
  func namedForms() throws {
    let forms = table("Date (dd.mm.yyyy);Time (hh:mm:ss);distance_m", Self.walk) { row in
      let second = row.place / 10
      return "26.11.2026;10:\(two(second / 60)):\(two(second % 60)).\(row.place % 10);\(row.range)"
    }
    let found = try proposal(for: forms)
    #expect(found.columns.contains("date=Date (dd.mm.yyyy)"), "\(found)")
    let second = table("time 2 (ms),range 3 [cm]", Self.walk) {
      "\(Self.whole($0.time * 1000)),\($0.range * 100)"
    }
    expect(try proposed(second).records, "time 2 (ms)")
  }

  @Test func `A column of dates is a time whatever its name`() throws {
    let log = table("created_at,dist_m", Self.shuffledWalk) { row in
      let thousandths = Self.whole(row.time * 1000)
      let minute = two(thousandths / 60_000)
      let second = "\(two(thousandths / 1000 % 60)).\(thousandths / 100 % 10)00"
      return "2026-11-25T09:\(minute):\(second)Z,\(row.range)"
    }
    let found = try proposal(for: log, of: Self.pausedWalk, within: 2e-3)
    #expect(found.columns == "t=created_at:iso,range=dist_m")
  }

  @Test func `The comma before thousandths of a second does not separate fields`() throws {
    let log =
      "asctime,level,distance\n" + rows(20) { "2026-11-22 02:27:\(10 + $0),512,INFO,2.5" }
    #expect(try refusal(log).proposal?.columns == "t=asctime:iso,range=distance")
    let found = try read(log, "t=asctime:iso,range=distance")
    #expect(found.records.count == 20 && found.records[0].sample.range == 2.5)
    let second = found.records[0].sample.time.value.truncatingRemainder(dividingBy: 1)
    #expect((second - 0.512).magnitude < 1e-6)
  }

  @Test(arguments: [true, false])
  func `A time in brackets before each line is the clock`(isCalendar: Bool) throws {
    func stamp(_ row: Row) -> String {
      let tenths = Self.whole(row.time * 10)
      return isCalendar
        ? "[2025-11-26 09:10:\(two(tenths / 10)).\(tenths % 10)00]" : "I (\(100 * tenths)) uwb:"
    }
    // For twenty seconds there is nothing.
    let rows = Self.walk.filter { $0.time < 20 || $0.time >= 40 }
    let log = Array(rows.map { "\(stamp($0)) dist=\($0.range) rssi=-60\n" }.joined().utf8)
    let found = try proposed(log)
    #expect(found.proposal.needsRate == false, "\(found.proposal)")
    let times = found.records.map { $0.sample.time.value - found.records[0].sample.time.value }
    #expect(times.count == 400)
    #expect(zip(times, rows).allSatisfy { ($0 - $1.time).magnitude < 1e-6 }, "\(found.proposal)")
  }

  @Test func `A first row with a timestamp is not a header`() throws {
    let log = rows(600) {
      "12:00:\(two($0 / 10)).\($0 % 10) ADV from C4:7C RSSI -\(60 + $0 % 7)dBm"
    }
    #expect(try refusal(log).proposal?.columns == "t=1:clock,rssi=6")
  }

  @Test(arguments: ["-9000000000000000", "-90000000000000000", "9223372036854775807", "-1e300"])
  func `An impossible time rejects its row and does not trap`(time: String) throws {
    let log =
      "timestamp,distance,azimuth,elevation\n" + rows(10) { "176600000\($0).0,2.5,0.1,0.2" }
      + "\(time),2.5,0.1,0.2\n" + rows(10) { "176600001\($0).0,2.5,0.1,0.2" }
    let found = try read(log)
    #expect(found.records.count == 20 && found.report.rejected == 1)
  }
}
