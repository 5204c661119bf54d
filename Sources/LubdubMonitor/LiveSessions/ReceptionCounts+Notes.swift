extension ReceptionCounts {
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

  func notes(longerThan lead: Seconds) -> [String] {
    var notes: [String] = []
    if longestLateness > lead {
      let longest = NumberText.rounded(longestLateness.value, 2)
      notes.append(
        "rows came up to \(longest) s after their time; they count, but what they decide is late")
    }
    if outOfOrder > 0 {
      notes.append(
        "\(counted(outOfOrder, "row")) refused: stamped before a row that was taken earlier; a window for "
          + "each radio (live.reorder) takes those that are only a little behind")
    }
    if ahead > 0 {
      notes.append(
        "\(counted(ahead, "row")) refused: stamped farther ahead of the clock than live.aheadLimit")
    }
    return notes
  }
}
