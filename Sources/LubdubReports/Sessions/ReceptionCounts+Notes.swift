extension ReceptionCounts {
  /// What to say about samples that were taken before, and ranges that lie further below zero than noise reaches; `nil`
  /// where there are none.
  package var noteOnRefused: String? {
    var notes: [String] = []
    if duplicates > 0 {
      notes.append(
        "duplicate: \(counted(duplicates, "row")) that said the same at the same time, skipped")
    }
    if negativeRange > 0 {
      notes.append("negative-range: \(counted(negativeRange, "range")) too far below zero, skipped")
    }
    if let depthBelowZero {
      let depth = NumberText.rounded(depthBelowZero.value, 1)
      notes.append("readings lie \(depth) m below zero: calibrate again")
    }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  /// Why less than half of the rows decided anything; `nil` where more did.
  package func doubt(among rows: Int) -> String? {
    guard 2 * negativeRange > rows else { return nil }
    return
      "\(negativeRange) of \(rows) rows were skipped, too far below zero: calibrate anew if uwb.bias takes off too much; "
      + "a column that is negative everywhere is a level, rssi=NAME"
  }
}
