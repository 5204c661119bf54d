extension ReceptionCounts {
  package var noteOnRefused: String? {
    var notes: [String] = []
    if duplicates > 0 {
      notes.append(
        "duplicate: skipped \(counted(duplicates, "row that repeats", "rows that repeat")) another row "
          + "with the same time")
    }
    if negativeRange > 0 {
      notes.append("negative-range: skipped \(counted(negativeRange, "range")) too far below zero")
    }
    if let depthBelowZero {
      let depth = NumberText.rounded(depthBelowZero.value, 1)
      notes.append("ranges are \(depth) m below zero: calibrate again")
    }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  func notes(longerThan lead: Seconds) -> [String] {
    var notes: [String] = []
    if longestLateness > lead {
      let longest = NumberText.rounded(longestLateness.value, 2)
      notes.append(
        "rows came up to \(longest) s after their time; they are used, but their decisions are late"
      )
    }
    if outOfOrder > 0 {
      notes.append(
        "\(counted(outOfOrder, "row")) rejected: their times are before those of accepted rows; a window per "
          + "radio (live.reorder) accepts rows that are only a little late")
    }
    if ahead > 0 {
      notes.append(
        "\(counted(ahead, "row")) rejected: their times are farther ahead of the clock than live.aheadLimit"
      )
    }
    return notes
  }
}
