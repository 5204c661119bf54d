/// A pair of tracks as a trace with the source `gnss`, which every command reads.
package enum PairTable {
  /// The trace as CSV, rounded to 0.1 mm, with the true distances if the log has them, and with events at the times of their
  /// decisions.
  package static func csv(
    _ pair: TrackPair, truth: [(time: Seconds, distance: Meters)] = [],
    events: [GroundEvent]? = nil
  ) -> [UInt8] {
    let known = Dictionary(truth.map { ($0.time, $0.distance) }, uniquingKeysWith: { $1 })
    var text = "t_s,source,range_m,sd_m,east_m,north_m,age_s"
    if !truth.isEmpty { text += ",truth_m" }
    text += events == nil ? "\n" : ",event\n"
    let blanks = String(repeating: ",", count: truth.isEmpty ? 6 : 7)
    var marks = (events ?? []).inOrder { $0.decided < $1.decided }[...]
    func marked(until time: Seconds) -> String {
      let due = marks.prefix { $0.decided - pair.origin <= time }
      marks = marks.dropFirst(due.count)
      return due.map {
        "\(number(($0.decided - pair.origin).value, 1e6)),gnss\(blanks)\($0.mark.rawValue)\n"
      }.joined()
    }
    for row in pair.rows {
      text += marked(until: row.time)
      let numbers: [Double?] = [
        row.range.value, row.deviation?.value, row.offset?.east.value, row.offset?.north.value,
        row.age.value,
      ]
      text += number(row.time.value, 1e6) + ",gnss,"
      text += numbers.map { $0.map { number($0, 1e4) } ?? "" }.joined(separator: ",")
      if !truth.isEmpty {
        text += "," + (known[row.time + pair.origin].map { number($0.value, 1e4) } ?? "")
      }
      text += events == nil ? "\n" : ",\n"
    }
    text += marked(until: Seconds(.infinity))
    return Array(text.utf8)
  }

  private static func number(_ value: Double, _ scale: Double) -> String {
    JSONWriter.text(of: (value * scale).rounded() / scale + 0)
  }
}
