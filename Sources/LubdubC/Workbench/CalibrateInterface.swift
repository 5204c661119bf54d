/// Determines bias, noise, and path loss; see lubdub_bench.h.
@c @implementation public func lubdub_calibrate(
  _ recordings: UnsafePointer<lubdub_recording>?, _ count: Int,
  _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let options = try Options(options, length)
    let profile: RangeBias.Profile? = try options.choice("profile")
    let contact = try options.contact()
    let recordings = try Recordings(recordings, count, options).aligned(options)
    let list = contact.map { span in recordings.list.map { $0.touching(during: span) } }
    try Watch.ofThisThread.pass(done: 0, total: 1)
    let calibration = CalibrationResult(list ?? recordings.list, prior: BiasPrior(profile))
    guard calibration.ranges != nil || calibration.signals != nil else {
      throw Failure(
        Status.nothingToDo, "no ranges with truth and no Bluetooth rows in the recordings")
    }
    return Result(calibration, recordings)
  }
}

extension Options {
  fileprivate func contact() throws(Failure) -> ClosedRange<Seconds>? {
    guard let value = members["contact"], !value.isNull else { return nil }
    let ends = value.array?.compactMap { $0.number } ?? []
    guard ends.count == 2, ends[0] <= ends[1] else {
      throw Failure("contact is not a list of two seconds, the earlier first")
    }
    return Seconds(ends[0])...Seconds(ends[1])
  }
}

extension Result {
  fileprivate convenience init(_ calibration: CalibrationResult, _ recordings: Recordings) {
    self.init()
    let (configuration, settings, refused) = calibration.settings(
      changing: Preset.default.configuration)
    add("values", .array(calibration.lines.map(\.json)))
    add("settings", SettingsJSON.value(of: settings, in: configuration))
    add("refused", .array(refused.map { .string($0) }))
    add("notes", Recordings.json(recordings.notes))
    add("summary", calibration.summary)
    let residuals = calibration.residuals
    let names = recordings.list.map(\.name)
    add("residual_recording", residuals.map { Double(names.firstIndex(of: $0.recording) ?? -1) })
    add("residual_time", residuals.map(\.time.value))
    add("residual_truth", residuals.map(\.truth.value))
    add("residual_reading", residuals.map(\.reading))
    add("residual", residuals.map(\.residual))
  }
}

extension CalibrationResult.Line {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "unit": .string(unit), "key": .optional(key),
    ]
    switch determination {
    case .determined(let value, let error):
      members["value"] = .number(value)
      members["standard_error"] = error.isFinite ? .number(error) : .null
    case .undetermined(let reason): members["because"] = .string(reason)
    }
    return .object(members)
  }
}

extension CalibrationResult {
  fileprivate var summary: JSONValue {
    [
      "recordings": .number(Double(recordingCount)),
      "ranges": .number(Double(ranges?.readings ?? 0)),
      "gross_errors": .number(Double(ranges?.grossErrors ?? 0)),
      "profile": .optional(ranges?.profile.rawValue),
      "signal_strengths": .number(Double(signals?.readings ?? 0)),
      "learned_from_ranges": .bool(isLearnedFromRanges),
    ]
  }
}
