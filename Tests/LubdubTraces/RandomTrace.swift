import Foundation
import TestSupport

/// Traces with all possible content of a row, plain and nasty.
enum RandomTrace {
  static func make(
    rows: Int, nastiness: Double = 0.1, hasDates: Bool = false,
    using generator: inout SeededGenerator
  ) -> [UInt8] {
    let columns =
      ["t_s", "source", "range_m", "rssi_dbm", "truth_m", "note"].shuffled(
        using: &generator) + (generator.unit() < 0.5 ? ["peer"] : [])
      + (generator.unit() < 0.3 ? ["elevation_deg", "azimuth_deg"] : [])
      + (generator.unit() < 0.7 ? ["walk"] : [])
    let isQuoted = generator.unit() < 0.2
    let isLong = generator.unit() < 0.25
    let digits = Int.random(in: isLong ? 10...17 : 0...6, using: &generator)
    let zone = hasDates ? ["", "Z", "+01:00", "-0530"].randomElement(using: &generator) : nil
    let end = ["\n", "\r\n", "\r"].randomElement(using: &generator) ?? "\n"
    let nasty = Double.random(in: 0...nastiness, using: &generator)
    let absent = ["", "", "NA", "<NA>", "nan", "None"].randomElement(using: &generator) ?? ""
    var text = columns.joined(separator: ",") + end
    var time = 0.0
    let step = generator.unit() < 0.7 ? 0.0 : -0.05
    for _ in 0..<rows {
      time += Double.random(in: step...0.1, using: &generator)
      let fields = columns.map { column in
        if generator.unit() < nasty { return strange(using: &generator) }
        let written =
          if column == "t_s", let zone {
            date(of: time, digits: digits) + zone
          } else {
            field(column, time: time, digits: digits, using: &generator)
          }
        let field = written.isEmpty ? absent : written
        return isQuoted && !field.contains("\"") ? "\"\(field)\"" : field
      }
      text += fields.joined(separator: ",") + (generator.unit() < nasty ? "\r\n\n" : end)
    }
    return Array(text.utf8)
  }

  private static func date(of time: Double, digits: Int) -> String {
    let width = digits > 0 ? digits + 3 : 2
    return "2024-02-29T23:59:" + String(format: "%0\(width).\(digits)f", max(0, time))
  }

  private static func field(
    _ column: String, time: Double, digits: Int, using generator: inout SeededGenerator
  ) -> String {
    let format = "%.\(digits)f"
    switch column {
    case "t_s": return String(format: format, time)
    case "source":
      return ["uwb", "BLE", "\"uwb\"", " ble", " \"Uwb\""][
        generator.unit() < 0.7 ? 0 : Int(generator.next() % 5)]
    case "range_m", "truth_m":
      let value = 12 * generator.unit()
      return generator.unit() < 0.1 ? "" : String(format: format, value)
    case "azimuth_deg", "elevation_deg":
      return generator.unit() < 0.1 ? "" : String(format: format, 200 * generator.unit() - 100)
    case "rssi_dbm":
      let value = -30 - 80 * generator.unit()
      return generator.unit() < 0.1 ? "" : String(format: format, value)
    case "peer":
      let names = [
        "A1:B2", "DB:08:D3:33:38:EF", "\"A1:B2\"", " A1:B2", "iBeacon:1d4b2e16-481e-4579", "",
        "\"a,b\"", "a\"\"b", "A1:B2 ", "A1:B",
      ]
      return names[Int(generator.next() % (generator.unit() < 0.9 ? 5 : 10))]
    case "walk":
      let names = [
        "one", "two", "\"two\"", "", "NA", " one", "\"t,wo\"", "a_rather_long_name_of_a_walk",
      ]
      return names[Int(generator.next() % (generator.unit() < 0.9 ? 2 : 8))]
    default: return generator.unit() < 0.5 ? "\(generator.next() % 1000)" : "text"
    }
  }

  private static func strange(using generator: inout SeededGenerator) -> String {
    let all = [
      "", "nan", "1e5", "-1", "1e-400", "127", "\"1.5\"", "\"a,b\"", " 2 ", "+3", "0x1p3", "\u{0}",
      "1.7976931348623157e308", "9007199254740993", "0.1234567890123456789", "\"", "-0", "-0.0",
      "NA", "<NA>", "<NA", "n/a", "NULL", "nil", "None", "-nan", "NaN", "nano", "NA ", "nu", "n",
      "NaNN", "0",
      ".5", "5.", "2024-02-30T00:00:00Z", "2024-02-29 23:59:1", "é", "1,1",
      "123456789012345678901234567890", "-70.1234567890123", "# x", "\r",
    ]
    return all.randomElement(using: &generator) ?? ""
  }
}
