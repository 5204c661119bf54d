/// A plan as iCalendar (RFC 5545). The timestamp is always five o'clock of the day, so that equal plans give equal bytes.
package enum ICalendar {
  /// The calendar. Its times are on the local clock of the program that opens it.
  package static func encode(_ plan: DayPlan) -> [UInt8] {
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Lubdub//Day plan//EN", "CALSCALE:GREGORIAN",
    ]
    let stamp = LocalTime(minutes: plan.day.minutes + DayProfile.refreshHour * 60)
    for entry in plan.entries {
      lines += [
        "BEGIN:VEVENT",
        "UID:\(escaped(entry.ritual.id))-\(plan.day.basicText.prefix(8))@lubdub",
        "DTSTAMP:\(stamp.basicText)Z",
        "DTSTART:\(entry.time.basicText)",
        "DURATION:PT\(entry.ritual.minutes)M",
        "SUMMARY:\(escaped(entry.ritual.title))",
        "DESCRIPTION:\(escaped("\(entry.ritual.description)\n\(entry.ritual.mechanism) (\(entry.ritual.source))"))",
        "CATEGORIES:\(entry.ritual.category.rawValue)",
        "END:VEVENT",
      ]
    }
    lines.append("END:VCALENDAR")
    return lines.flatMap(folded)
  }

  /// A text with its special characters escaped (3.3.11). Control characters cannot be represented and become spaces.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": escaped += "\\\(scalar)"
      case "\n": escaped += "\\n"
      case "\r": break
      case "\u{0}"..."\u{1F}", "\u{7F}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A line of at most 75 bytes and its continuations (3.1), with whole characters.
  static func folded(_ line: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var length = 0
    for scalar in line.unicodeScalars {
      let encoded = Array(String(scalar).utf8)
      if length + encoded.count > 75 {
        bytes += [0x0D, 0x0A, 0x20]
        length = 1
      }
      bytes += encoded
      length += encoded.count
    }
    return bytes + [0x0D, 0x0A]
  }
}
