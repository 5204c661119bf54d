/// A haptic file without the faults that have one cure: it plays as it was meant, and all else of it stays byte by byte.
package struct MendedFile {
  package private(set) var bytes: [UInt8]
  package private(set) var counts: [String: Int] = [:]
  private var changes: [(range: Range<Int>, bytes: ArraySlice<UInt8>)] = []

  private static let keyframeTimes = ["keyframes": "relative_position", "m_keyframes": "m_time"]

  package init?(_ bytes: [UInt8], _ format: HapticFormat) {
    self.bytes = bytes
    guard [.ahap, .hjif, .haps].contains(format), (try? JSONParser.parse(bytes)) != nil else {
      return nil
    }
    mend(JSONSpan(bytes, behind: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0), "")
    guard !counts.isEmpty else { return nil }
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      self.bytes.replaceSubrange(change.range, with: change.bytes)
    }
  }

  private mutating func mend(_ span: JSONSpan, _ name: String) {
    for part in span.parts { mend(part.span, part.name) }
    if name == "ParameterCurve" { mend(curve: span) }
    if let time = Self.keyframeTimes[name] { sort(span.parts.map(\.span), by: time) }
  }

  private func number(_ name: String, of span: JSONSpan) -> Double {
    span[name].flatMap { Double(String(decoding: bytes[$0.range], as: UTF8.self)) } ?? 0
  }

  private mutating func sort(_ keyframes: [JSONSpan], by name: String) {
    var sorted = keyframes
    guard sorted.sortByTime({ number(name, of: $0) }) != nil else { return }
    counts["keyframe-order", default: 0] += 1
    for (old, new) in zip(keyframes, sorted) where old.range != new.range {
      changes.append((old.range, bytes[new.range]))
    }
  }

  /// A curve with no more than two points of one time, which are all that play, counted from its own time.
  private mutating func mend(curve: JSONSpan) {
    let points = (curve["ParameterCurveControlPoints"]?.parts ?? []).map(\.span)
    let times = points.map { number("Time", of: $0) }
    let start = number("Time", of: curve)
    let isDoubled = start > 0 && times.first.map { abs($0 - start) < 1.5e-9 } ?? false
    if isDoubled { counts["doubled-curve-times", default: 0] += 1 }
    for (index, point) in points.enumerated() {
      if index > 0, index + 1 < points.count, times[index] == times[index - 1],
        times[index] == times[index + 1]
      {
        counts["points-of-one-time", default: 0] += 1
        changes.append((points[index - 1].range.upperBound..<point.range.upperBound, []))
      } else if isDoubled, let time = point["Time"] {
        let text = "\(max(0, toNanosecond(times[index] - start)))"
        changes.append((time.range, Array(text.utf8)[...]))
      }
    }
  }
}

/// Where a value stands in a text that is known to be JSON, and what is in it.
private struct JSONSpan {
  let range: Range<Int>
  private(set) var parts: [(name: String, span: JSONSpan)] = []

  subscript(name: String) -> JSONSpan? { parts.first { $0.name == name }?.span }

  init(_ bytes: [UInt8], behind place: Int) {
    func skip(_ place: Int, _ isSkipped: (UInt8) -> Bool) -> Int {
      bytes[place...].firstIndex { !isSkipped($0) } ?? bytes.count
    }
    func next(_ place: Int) -> Int { skip(place) { " \t\r\n,:".utf8.contains($0) } }
    let start = next(place)
    var end = start + 1
    switch bytes[start] {
    case UInt8(ascii: "\""):
      while bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      end += 1
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      end = next(end)
      while !"]}".utf8.contains(bytes[end]) {
        var (name, span) = ("", JSONSpan(bytes, behind: end))
        if bytes[start] == UInt8(ascii: "{") {
          name = String(decoding: bytes[span.range].dropFirst().dropLast(), as: UTF8.self)
          span = JSONSpan(bytes, behind: span.range.upperBound)
        }
        parts.append((name, span))
        end = next(span.range.upperBound)
      }
      end += 1
    default: end = skip(end) { !" \t\r\n,]}".utf8.contains($0) }
    }
    range = start..<end
  }
}
