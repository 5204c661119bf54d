/// Searches for settings; see lubdub_bench.h.
@c @implementation public func lubdub_tune(
  _ recordings: UnsafePointer<lubdub_recording>?, _ count: Int,
  _ options: UnsafePointer<CChar>?, _ length: Int, _ host: UnsafePointer<lubdub_host>?
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let options = try Options(options, length)
    let base = try options.configuration()
    let source = try RecordingSource(recordings, count, options, base)
    guard !source.recordings.isEmpty else {
      throw Failure(
        Status.nothingToDo,
        "no recording to tune on: "
          + source.skipped.map { "\($0.path): \($0.reason)" }.joined(separator: "; "))
    }
    let task = try options.task(source, base)
    let jobs = try options.count("jobs", 1...Bound.jobs.most) ?? Workers.cores
    do {
      let watch = Watch.ofThisThread
      let result = try Tuner(task, jobs: jobs, runsBy: host.map { CallHost($0.pointee) }).run(
        progress: { watch.update(done: $0.done, total: $0.total) },
        isCancelled: { watch.isStopped })
      return Result(result, source, task)
    } catch let error as SettingError {
      throw Failure(Status.badSettings, error.description)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)")
    }
  }
}

extension RecordingSource {
  fileprivate init(
    _ recordings: UnsafePointer<lubdub_recording>?, _ count: Int, _ options: Options,
    _ base: Configuration
  ) throws(Failure) {
    guard count == 0 else {
      let given = try Recordings(recordings, count, options)
      self.init(given.list, smoothing: base.ranging)
      return
    }
    let paths = try options.texts("paths")
    guard !paths.isEmpty else { throw Failure(Status.nothingToDo, "no recordings are given") }
    let loader = try Recordings.loader(options)
    do throws(ReadError) {
      try self.init(paths, loader: loader, smoothing: base.ranging)
    } catch {
      throw Failure(error)
    }
  }
}

extension Options {
  fileprivate func task(
    _ source: RecordingSource, _ base: Configuration
  ) throws(Failure) -> TuningTask {
    let wanted = try text("want")
    let own = try text("objective") ?? "balanced"
    let name = wanted.map { "\($0), then \(own)" } ?? own
    guard let objective = Objective(name) else {
      guard wanted == nil || Objective(own) == nil else {
        throw Failure("want is \"\(wanted ?? "")\", expected a bound such as contact within 0.5 s")
      }
      let names = Measure.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        "objective is \"\(name)\", expected balanced, one of \(names), a sum such as "
          + "range=1,delay=0.5, a front such as front:range,delay, or one with a bound before it such as "
          + "contact within 0.5 s, then balanced")
    }
    let shift = try truthShift()
    let isCalibrated = try flag("calibrate") ?? true
    let budget = try count("budget", 8...Bound.budget.most) ?? 200
    let seed = try count("seed", 0...Int(1) << 53) ?? 1
    return try failing(Status.badSettings) { () throws(SettingError) in
      TuningTask(
        source.recordings, base: base, space: try space(), objective: objective, budget: budget,
        seed: UInt64(seed),
        isCalibrated: isCalibrated && source.smoothed.isEmpty,
        truthShift: shift,
        hasTruth: source.smoothed.isEmpty)
    }
  }

  /// The settings to search, in the order of the search: the order affects the result.
  private var searched: [(key: String, value: JSONValue)] {
    get throws(SettingError) {
      guard let over = members["over"] else { return [] }
      let pairs = (over.array ?? []).compactMap { entry -> (key: String, value: JSONValue)? in
        guard let pair = entry.array, pair.count == 2, let key = pair[0].string else { return nil }
        return (key, pair[1])
      }
      guard pairs.count == over.array?.count else {
        throw SettingError(key: "over", rule: "is a list of pairs, [key, [from, to]]")
      }
      return pairs
    }
  }

  private func space() throws(SettingError) -> ParameterSpace? {
    let over = try searched
    guard !over.isEmpty else { return nil }
    var dimensions: [Dimension] = []
    for (key, value) in over {
      let list = value.array ?? []
      let words = list.compactMap { $0.string }
      let numbers = list.compactMap { $0.number }
      if !words.isEmpty, words.count == list.count {
        dimensions.append(try Dimension(key, words: words))
      } else if numbers.count == 2, list.count == 2, numbers[0] < numbers[1] {
        dimensions.append(try Dimension(key, numbers[0]...numbers[1]))
      } else {
        throw SettingError(
          key: key, rule: "is searched between two numbers, [from, to], or over words")
      }
    }
    return try ParameterSpace(dimensions)
  }
}

extension Result {
  fileprivate convenience init(
    _ result: TuningResult, _ source: RecordingSource, _ task: TuningTask
  ) {
    self.init()
    var notes = source.notes
    notes += source.skipped.map { "\($0.path) is left out: \($0.reason)" }
    if !source.smoothed.isEmpty {
      notes.append(
        "no truth in \(source.smoothed.joined(separator: ", ")): scored against the smoothed offline "
          + "estimate, which shares the radio's bias")
    }
    if task.isCalibrated, task.keepsCalibration {
      notes.append("the settings contain a calibration, which is kept, so nothing is fitted")
    }
    add("report", result.json)
    add("settings", SettingsJSON.value(of: result.settings, in: result.configuration))
    add("tuned", SettingsJSON.value(of: result.configuration))
    add("warnings", Recordings.json(result.warnings))
    add("notes", Recordings.json(notes))
    add("complete", [UInt8(result.isComplete ? 1 : 0)])
  }
}
