extension PulseReport {
  var text: String {
    let count = series.intervals.count
    let rate = NumberText.rounded(corrected.heartRate, 1)
    var text =
      "\(name.visible): \(counted(count + 1, "beat")), \(NumberText.rounded(series.duration.value, 1)) s, "
      + "\(rate) beats per minute (\(log.format.rawValue))\n"
    text += "  faults    \(faults)\n"
    let lines = TextTable.lines(
      [["", "recorded", "corrected"]]
        + TimeDomain.measures.compactMap { row in
          row.title.map { title in
            [title] + [recorded, corrected].map { NumberText.fixed(row.value($0), row.decimals) }
          }
        })
    text += lines.map { "  \($0)\n" }.joined()
    return text + windowLines
  }

  private var faults: String {
    let kinds = FaultKind.allCases.compactMap { kind -> String? in
      let count = correction.count(of: kind)
      return count > 0 ? "\(count) \(kind.rawValue)" : nil
    }
    guard !kinds.isEmpty else { return "none" }
    let share = NumberText.rounded(100 * correction.share, 1)
    return "\(correction.faults) (\(share)%): \(kinds.joined(separator: ", "))"
  }

  private var windowLines: String {
    guard !windows.isEmpty else { return "" }
    let head = ["start, s", "faults, %", "bpm", "SDNN", "RMSSD"]
    let rows = windows.map { window -> [String] in
      let time = window.corrected
      let numbers = [100 * window.share, time.heartRate, time.sdnn?.value, time.rmssd?.value]
      return [NumberText.rounded(window.start.value, 1)] + NumberText.fixed(numbers, 1)
    }
    return TextTable.lines([head] + rows).map { "  \($0)\n" }.joined()
  }

  /// One row per beat: its time, the interval that ends with it, the label of that interval, and the corrected interval. An
  /// inserted beat has no measured interval, and a removed beat has no corrected interval.
  var csv: [UInt8] {
    var text = "t_s,rr_ms,label,rr_corrected_ms\n"
    let corrected = correction.corrected.intervals
    var place = 0
    for (index, interval) in series.intervals.enumerated() {
      var lengths: [Double] = []
      while place < corrected.count, correction.sources[place] == index {
        lengths.append(corrected[place].length.value)
        place += 1
      }
      let label = correction.labels[index]?.rawValue ?? "normal"
      for inserted in lengths.dropLast() {
        text +=
          "\(number(interval.start.value / 1000 + inserted / 1000)),,inserted,\(number(inserted))\n"
      }
      text += "\(number(interval.end.value / 1000)),\(number(interval.length.value)),\(label),"
      text += (lengths.last.map(number) ?? "") + "\n"
    }
    return Array(text.utf8)
  }

  /// A number rounded to six decimals, which is at least 1 µs precise in s and in ms.
  private func number(_ value: Double) -> String { NumberText.rounded(value, 6) }
}
