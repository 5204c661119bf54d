import Foundation

/// A small log that is damaged at random, for tests that look for uncounted rows.
package struct SmallLog: Sendable {
  /// The contents of the log.
  package let bytes: [UInt8]
  /// The columns to read the log with.
  package let columns: String?
  /// Whether each of its lines is one row, one header, or neither.
  package let countsLines: Bool

  /// A log; its rows are counted by lines, unless it has records of another kind.
  package init(bytes: [UInt8], columns: String? = nil, countsLines: Bool = true) {
    (self.bytes, self.columns, self.countsLines) = (bytes, columns, countsLines)
  }

  /// Small logs of every form, and the starts of those in `datasets`.
  package static let all: [SmallLog] = {
    func rows(_ row: (Double) -> String) -> String {
      (0..<12).map { row(Double($0) / 10) + "\n" }.joined()
    }
    func base(
      _ text: String, _ columns: String? = nil
    ) -> SmallLog { SmallLog(bytes: Array(text.utf8), columns: columns) }
    return [
      base("t_s,source,range_m,rssi_dbm,peer\n" + rows { "\($0),uwb,\(4 - $0),-60,\"a b\"" }),
      base("t_s;range_m;event\n" + rows { "\($0);1.5;" }),
      base(
        "time,distance_cm,RSSI\n" + rows { "2026-11-22 02:27:1\($0),250,-60" },
        "t=time:iso,range=distance_cm:cm,rssi=RSSI"),
      base(
        "ms;dist;tag;anchor\n" + rows { "\(1000 * $0);2,5;T;A" },
        "t=ms:ms,range=dist,peer=tag+anchor"),
      base(rows { "\($0),2.5" }, "t=1,range=2"),
      base(rows { "{\"t_s\": \($0), \"range_m\": 2.5, \"peer\": \"a\"}" }),
      base(rows { "{\"ts\": \($0), \"d\": {\"m\": 2.5}}" }, "t=ts,range=d.m"),
    ]
      + Recordings.starts(in: "datasets").map { SmallLog(bytes: $0) }
  }()

  private static let words = [
    "NaN", "-nan", "Infinity", "1e999", "1e-400", "-1", "127", "4294967295", "-2147483648", "0x1p3",
    "\"", "\"\"", ",", ";",
    "\t", "|", " ", "{", "}", "[", ":", "\\u0000", "\u{2212}5", "\u{202F}", "12:00", "2026-13-45",
    "\r", "\n", "\r\n", "#", "sep=;\n",
    "t_s,range_m\n", "null", "-",
  ].map { Array($0.utf8) }

  /// The log with up to three faults.
  package func damaged(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.next() % 3 {
      guard !bytes.isEmpty else { return bytes }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
      let line = Int.random(in: 0..<lines.count, using: &random)
      let other = Int.random(in: 0..<lines.count, using: &random)
      let word = Self.words.randomElement(using: &random) ?? []
      switch random.next() % 9 {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.replaceSubrange(place..<place, with: word)
      case 2:
        // One number, name or word becomes another.
        let end =
          bytes[place...].firstIndex { !($0 >= 0x30 || $0 == 0x2E || $0 == 0x2D) } ?? bytes.count
        bytes.replaceSubrange(place..<end, with: word)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + Int(random.next() % 40)))
      case 4:
        lines.insert(lines[line], at: other)
        bytes = Array(lines.joined(separator: [0x0A]))
      case 5:
        lines.swapAt(line, other)
        bytes = Array(lines.joined(separator: [0x0A]))
      case 6: bytes.removeLast(bytes.count - place)
      case 7:
        // A separator becomes another.
        let marks = Array(",;\t| ".utf8)
        let from = marks[Int(random.next() % 5)]
        let to = marks[Int(random.next() % 5)]
        bytes = bytes.map { $0 == from ? to : $0 }
      default:
        // A digit becomes another, as in a time that leaps.
        if let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) {
          bytes[digit] = UInt8.random(in: 0x30...0x39, using: &random)
        }
      }
    }
    return bytes
  }

  /// The number of lines that end with LF, CR LF, or CR, plus one for a rest without an end.
  package static func lineCount(_ bytes: [UInt8]) -> Int {
    var count = 0
    for place in bytes.indices where bytes[place] == 0x0A || bytes[place] == 0x0D {
      if bytes[place] == 0x0D || place == 0 || bytes[place - 1] != 0x0D { count += 1 }
    }
    return count + (bytes.last.map { $0 != 0x0A && $0 != 0x0D ? 1 : 0 } ?? 0)
  }
}

extension Recordings {
  /// The first lines of every text below a folder of the package.
  fileprivate static func starts(in folder: String) -> [[UInt8]] {
    let root = packageRoot.appending(path: folder)
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().compactMap { name in
      guard let bytes = try? Data(contentsOf: root.appending(path: name)).prefix(2048),
        !bytes.isEmpty, !bytes.contains(0)
      else { return nil }
      return Array(bytes[...(bytes.lastIndex(of: 0x0A) ?? bytes.count - 1)])
    }
  }
}
