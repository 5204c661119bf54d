import LubdubGround
import LubdubReports
import Testing

@Suite struct OtherFileTests {
  private static func advice(_ row: (Int) -> String) -> String {
    let text = (0..<120).map { row($0) + "\n" }.joined()
    return OtherFile.advice(Array(text.utf8), "log") ?? "nothing"
  }

  private static func range(_ row: Int) -> Double { 1 + Double(abs(row % 60 - 30)) / 20 }

  @Test(
    "A range in the texts of a journal is taken out with its stamp", arguments: ["MESSAGE", "msg"])
  func journal(member: String) {
    let said = Self.advice { row in
      "{\"__REALTIME_TIMESTAMP\": \"\(1_772_625_600_000_000 + row * 100_000)\", "
        + "\"\(member)\": \"range \(Self.range(row)) m to tag-3\"}"
    }
    #expect(said.contains("jq -r '\"\\(.__REALTIME_TIMESTAMP) \\(.\(member))\"' FILE"), "\(said)")
    let silent = Self.advice { "{\"time\": \($0), \"\(member)\": \"all is well\"}" }
    #expect(silent == "nothing")
  }

  @Test(
    "A name that would end a text of a printed command stands in no command",
    arguments: ["time_ms,x';touch hit;'ticks_1MHz,range_m", "time_ms,value,of';touch hit;'"])
  func quotes(header: String) {
    let said = Self.advice { row in
      row == 0 ? header : "\(row),\(Self.range(row)),\(row % 2 == 0 ? "range_m" : "lqi")"
    }
    #expect(!said.contains("touch"), "\(said)")
  }

  @Test(
    "Of one quantity a row the range is taken, by its name or that of the radio",
    arguments: [("distance_m", "distance_m"), ("UWB", "range")])
  func longForm(word: String, name: String) {
    let said = Self.advice { row in
      row == 0 ? "time,type,value" : "\(row),\(row % 2 == 0 ? word : "rssi"),\(Self.range(row))"
    }
    let command = "'NR==1{$3=\"\(name)\"}NR==1||$2==\"\(word)\"' FILE takes"
    #expect(said.contains("awk -F',' -v OFS=',' \(command)"), "\(said)")
    let json = Self.advice { row in
      "{\"t\": \(row), \"type\": \"\(row % 2 == 0 ? word : "temp")\", \"value\": \(Self.range(row))}"
    }
    #expect(json.contains("select(.type==\"\(word)\")|.+{\"\(name)\":.value}' FILE"), "\(json)")
  }

  @Test(
    "XML with ranges is no haptic file; of ranges that are read, and of other texts, nothing is said"
  )
  func xml() {
    let xml = Self.advice {
      $0 == 0 ? "<log>" : "<sample t=\"\($0)\" distance=\"\(Self.range($0))\"/>"
    }
    #expect(xml.contains("python3 -c") && xml.contains("FILE makes JSON lines"), "\(xml)")
    let effect = Self.advice { _ in "<vibration-effect>" }
    #expect(effect.contains("haptic files"), "\(effect)")
    #expect(Self.advice { $0 == 0 ? "t_s,range_m" : "\($0),\(Self.range($0))" } == "nothing")
    #expect(Self.advice { "word \($0)" } == "nothing")
  }
}
