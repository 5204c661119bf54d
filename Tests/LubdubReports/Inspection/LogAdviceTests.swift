import LubdubGround
import LubdubReports
import Testing

@Suite struct LogAdviceTests {
  private static func table(_ row: (Double, Double) -> String) -> [UInt8] {
    let rows = (0..<300).map { place -> String in
      let phase = Double(place % 200) / 100
      return row(Double(place) / 10, 1 + (phase - 1).magnitude * 3) + "\n"
    }
    return Array(rows.joined().utf8)
  }

  private static func whole(_ value: Double) -> Int { Int(value.rounded()) }

  @Test(
    "Without a header, a number that hardly changes is the last choice for the range",
    arguments: ["0.95", "3.7", "1.2"])
  func still(number: String) {
    var place = 0
    let log = Self.table { time, range in
      place += 1
      let (extra, ms) = (number.dropLast() + "\(place % 3)", Self.whole(time * 1000))
      return "\(extra),\(ms),\(Self.whole(range * 100))"
    }
    let choices = LogAdvice.choices(log).map(\.proposal.columns)
    #expect(choices == ["t=2:ms,range=3:cm", "t=2:ms,range=1"])
  }

  @Test("Two ranges without names are both offered, each in its unit", arguments: [1.0, 100])
  func two(perMetre: Double) {
    let log = Self.table { time, range in
      let other = perMetre == 1 ? "\(range * 1.5)" : "\(Self.whole(range * perMetre))"
      return "\(range + 0.3),\(Self.whole(time * 1000)),\(other)"
    }
    let choices = LogAdvice.choices(log).map(\.proposal.columns)
    #expect(choices == ["t=2:ms,range=1", "t=2:ms,range=3\(perMetre == 1 ? "" : ":cm")"])
  }

  @Test("A column whose ranges are mostly words is no choice")
  func words() {
    let log =
      Array("time_s,range_m,battery_v\n".utf8)
      + Self.table { "\($0),\(Self.whole($0 * 10) % 3 == 0 ? "\($1)" : "ERR"),3.9" }
    #expect(LogAdvice.choices(log).isEmpty)
  }

  @Test(
    "The length of a tick is taken from a comment or the name, in any of its forms",
    arguments: [
      ("# tick = 1/32768 s\ntick,range", "/32768.0"), ("# clock 32768 Hz\nticks,range", "/32768.0"),
      ("# ticks of 0.5 ms\ntick,range", "/2000.0"), ("tick (1/1024 s),range", "/1024.0"),
      ("ticks_1GHz,range", "/1000000000.0"),
    ])
  func ticks(head: String, divisor: String) {
    let log = Array((head + "\n").utf8) + Self.table { "\(Self.whole($0 * 1e5)),\($1)" }
    let advice = LogAdvice.of(log)
    #expect(advice?.contains(divisor + ")") == true, "\(advice ?? "nothing")")
  }

  @Test(
    "A length in two columns, counts and times within the second are made what a mapping reads",
    arguments: [
      ("time_s,feet,inches", "$2=12*$2+$3", "range_in"),
      ("# scale 0.5 cm/LSB\nms,raw", "$2*=0.5", "range_cm"),
      ("# 1 LSB = 4.69 mm\nms,range", "$2*=4.69", "range_mm"),
      ("ms,range_cm", "if($1<l)n+=1000;l=$1;$1+=n", "1000"),
    ])
  func changes(head: String, script: String, name: String) {
    let log = Self.table { time, range in
      let (ms, inches) = (Self.whole(time * 1000), range / 0.0254)
      if head.hasPrefix("time_s") {
        return "\(time),\(Self.whole(inches) / 12),\(Self.whole(inches) % 12)"
      }
      return "\(head.hasPrefix("ms") ? ms % 1000 : ms),\(Self.whole(range * 200))"
    }
    let advice = LogAdvice.of(Array((head + "\n").utf8) + log) ?? ""
    #expect(advice.contains("{\(script)}") && advice.contains(name), "\(advice)")
  }

  @Test(
    "Seconds beside their part, and other quantities in counts, change nothing",
    arguments: ["sec,ms,range_cm", "# 2 counts a second\ns,x,range_cm"])
  func unchanged(head: String) {
    let log = Self.table { time, range in
      "\(Int(time)),\(Self.whole(time * 1000) % 1000),\(Self.whole(range * 100))"
    }
    #expect(LogAdvice.of(Array((head + "\n").utf8) + log) == nil)
  }

  @Test(
    "Comments that say nothing about ticks or the unit below them change nothing",
    arguments: [
      "# walk 3\ntick,range", "# tick of the first board\ntick,range",
      "# 5 s of silence\ntime,range",
      "time,range",
    ])
  func silent(head: String) {
    let log = Array((head + "\n").utf8) + Self.table { "\(Self.whole($0 * 1e5)),\($1)" }
    #expect(LogAdvice.of(log) == nil)
  }
}
