package enum CalibrationTable {
  package static func text(_ result: CalibrationResult) -> String {
    var text = ""
    if let ranges = result.ranges {
      text += "\(counted(ranges.readings, "range")), "
      text += "\(counted(ranges.grossErrors, "gross error")) left out, "
      text += "\(ranges.mixture?.sentence ?? "no bias")\n"
      if let contact = ranges.contact { text += sentence(contact) }
      text += contactWarning(ranges)
    }
    if let signals = result.signals {
      text += counted(signals.readings, "signal strength")
      text += result.isLearnedFromRanges ? ", distances from the ranges\n" : "\n"
    }
    if let positions = result.positions {
      text += "\(counted(positions.readings, "range")) of positions\n"
    }
    for line in result.lines {
      let unit = line.unit.isEmpty ? "" : " " + line.unit
      switch line.determination {
      case .determined(let value, let error):
        text += "\(line.name): \(format(value)) ± \(format(error))\(unit)\n"
      case .undetermined(let reason): text += "\(line.name): not determined: \(reason)\n"
      }
    }
    if let nlos = result.nlos { text += sentence(nlos) }
    return text + parts(result)
  }

  private static func sentence(_ nlos: NLOSFit) -> String {
    guard let without = nlos.without, let with = nlos.with else { return "" }
    let rule =
      nlos.slope.value == nil
      ? "the score is not used\n"
      : "the score does not change the calibration deviation; use the score only in similar places\n"
    return
      "NLOS score, \(nlos.exchanges) exchanges of \(nlos.recordings) recordings: with the constant "
      + "of the other recordings, a recording is off by \(format(without.value)) m, and with their "
      + "score by \(format(with.value)) m; \(rule)"
  }

  private static func sentence(_ contact: ContactCalibration) -> String {
    "\(counted(contact.readings, "range")) of touching devices: the remaining bias is subtracted from ranges below "
      + "0.5 m, so you can feel contact\n"
  }

  private static func contactWarning(_ ranges: RangeCalibration) -> String {
    let used = ranges.contact?.readings ?? 0
    let left = ranges.contactGrossErrors
    guard left > 0, ranges.contact == nil || 5 * left >= used + left else { return "" }
    return counted(left, "range of touching devices is", "ranges of touching devices are")
      + " left out as gross errors"
      + (used > 0 ? " besides the \(used) that are used" : ", and contact sets no bias")
      + ": perhaps the devices do not touch at that time\n"
  }

  /// The felt figures of left-out sessions, with a calibration and without.
  package static func text(_ felt: FeltCalibration?) -> String {
    guard let felt else {
      return "the effect on zones is not checked: a check needs two sessions with truth_m\n"
    }
    let unscored = felt.failures.map { "the effect on zones is not checked on \($0)\n" }
    return felt.views.map { view in
      let (before, after) = (view.before, view.after(felt.choice))
      var parts = [
        "\(Int(after.trueChanges - after.missedChanges)) of \(counted(Int(after.trueChanges), "change")) of zone "
          + "followed (\(Int(before.trueChanges - before.missedChanges)) without it)"
      ]
      if let now = after.contactFeltShare, let then = before.contactFeltShare {
        parts.append(
          "the nearest zone felt for \(NumberText.percent(now)) of its time (\(NumberText.percent(then)))"
        )
      }
      if view.edges == nil, let now = after.contactShare(within: 1),
        let then = before.contactShare(within: 1)
      {
        parts.append(
          "\(NumberText.percent(now)) of contacts felt within 1 s (\(NumberText.percent(then)))")
      }
      return
        "on sessions that it was not fitted to\(zones(view)): \(parts.joined(separator: ", "))\n"
    }.joined() + unscored.joined()
  }

  private static func zones(_ view: FeltCalibration.View) -> String {
    guard let edges = view.edges else { return "" }
    let list = edges.map { NumberText.rounded($0.value, 1) }.joined(separator: ", ")
    return ", with zones between \(list) m"
  }

  /// The losses of a calibration, or the reason for writing only a part of it; `nil` if the calibration costs no felt
  /// changes or time. `leavesAny` states whether any part is left.
  package static func price(_ felt: FeltCalibration, leavesAny: Bool) -> String? {
    let lost = "loses more than 1% of the changes of zone, or of the time in the nearest zone,"
    let part: String
    switch felt.choice {
    case .whole:
      guard let view = felt.losing.first else { return nil }
      let wrong = [view.after(.whole), view.before].map {
        NumberText.percent(($0.wrongTime + $0.withoutTime) / max(1, $0.totalTime))
      }
      return
        "on sessions that were left out\(zones(view)), the calibration \(lost) and the zone is wrong for \(wrong[0]) of "
        + "the time with it, and \(wrong[1]) without: compare before you use it"
    case .widened: part = "uwb.calibrationDeviation is widened: with that"
    case .withoutBias: part = "the bias of ranges is left out of the settings: without it"
    case .withoutSignals: part = "signal strength is left out of the settings: without it"
    }
    let fitted = "as fitted, the calibration \(lost) on sessions that were left out"
    return leavesAny
      ? "\(fitted); \(part), no more than 1% is lost on the same sessions"
      : "\(fitted), and nothing else was determined"
  }

  private static func parts(_ result: CalibrationResult) -> String {
    let parts = [
      (Radio.uwb, "m", result.ranges?.residuals), (.ble, "dB", result.signals?.residuals),
    ]
    let rows = parts.flatMap { radio, unit, residuals in
      (residuals ?? []).parts.map { part in
        [
          part.recording, radio.rawValue, "\(part.readings)", "\(format(part.offset)) \(unit)",
          "\(format(part.deviation)) \(unit)",
        ]
      }
    }
    guard !rows.isEmpty else { return "" }
    let errors =
      result.recordingCount > 1
      ? "errors (±) by resampling whole recordings"
      : "errors (±) by resampling tenths of the recording; differences between recordings are "
        + "not included"
    return errors + "\n"
      + TextTable.lines([["recording", "radio", "readings", "off by", "deviation"]] + rows)
      .map { $0 + "\n" }.joined()
  }

  package static func csv(_ result: CalibrationResult) -> [UInt8] {
    var text = "recording,t_s,truth_m,reading,residual,received_power_dbm\n"
    for row in result.residuals {
      let power = row.receivedPower.map { "\($0.value)" } ?? ""
      text += "\(csvField(row.recording)),\(row.time.value),\(row.truth.value),\(row.reading),"
      text += "\(format(row.residual)),\(power)\n"
    }
    return Array(text.utf8)
  }

  private static func format(_ value: Double) -> String { "\(value.rounded(decimals: 4))" }
}
