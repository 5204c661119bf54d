public import CLubdub
internal import Lubdub
internal import LubdubBench
internal import LubdubC
internal import LubdubGround
internal import LubdubSessions

/// Searches for settings, as lubdub_bench.h shows.
@c @implementation
public func lubdub_tune(
  _ recordings: UnsafePointer<lubdub_recording>?, _ count: Int,
  _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let options = try Options(options, length)
    let base = try options.configuration()
    let source = try RecordingSource(recordings, count, options, base)
    guard !source.recordings.isEmpty else {
      throw Failure(
        Status.nothingToDo,
        "no recording to tune on: "
          + source.skipped.map { "\($0.path): \($0.reason)" }
          .joined(separator: "; "))
    }
    let task = try options.task(source, base)
    let jobs = try options.count("jobs", 1...4096) ?? Workers.cores
    do {
      let watch = Watch.ofThisThread
      let result = try options.tuner(task, jobs).run(
        progress: { watch.update(done: $0.done, total: $0.total) },
        isCancelled: { watch.isStopped })
      return Result(result, source, task)
    } catch let error as SettingError {
      throw Failure(Status.badSettings, error.description)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(Status.badArgument, "\(error)")
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
  /// A tuner with the study and the engine that the options name.
  fileprivate func tuner(_ task: TuningTask, _ jobs: Int) throws -> Tuner {
    let isResumed = try flag("resume") ?? false
    var tuner =
      try peer("study").map { name, input, output in
        let channel = LineChannel(input: input, output: output)
        return try Tuner(
          task, study: StudyLines(channel, name: name), isResumed: isResumed, jobs: jobs)
      } ?? Tuner(task, jobs: jobs)
    tuner.engine = try peer("engine").map { name, input, output in
      try LineEngine(
        LineChannel(input: input, output: output), name: name, task: task,
        version: Version.current)
    }
    return tuner
  }

  /// A program at the other end of two pipes.
  private func peer(
    _ key: String
  ) throws(Failure) -> (name: String, input: Int32, output: Int32)? {
    guard let value = members[key], value != .null else { return nil }
    let options = try options(key)
    guard let input = try options.count("input", 0...Int(Int32.max)),
      let output = try options.count("output", 0...Int(Int32.max))
    else { throw Failure(Status.badArgument, "\(key) has no descriptors input and output") }
    return (try options.text("name") ?? key, Int32(input), Int32(output))
  }

  fileprivate func task(
    _ source: RecordingSource, _ base: Configuration
  ) throws(Failure) -> TuningTask {
    let name = try text("objective") ?? "balanced"
    guard let objective = Objective(name) else {
      let names = Measure.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        Status.badArgument,
        "objective is \"\(name)\", expected balanced, one of \(names), a sum such as "
          + "range=1,delay=0.5, or a front such as front:range,delay")
    }
    let shift = try number("truthShift", "seconds") { abs($0) <= 60 }
    let folds = try count("folds", -1...1_000_000) ?? 5
    let isCalibrated = try flag("calibrate") ?? true
    let budget = try count("budget", 8...10_000_000) ?? 200
    let seed = try count("seed", 0...Int(1) << 53) ?? 1
    do throws(SettingError) {
      return TuningTask(
        source.recordings, base: base, space: try space(), objective: objective, budget: budget,
        seed: UInt64(seed), folds: folds < 0 ? .max : folds,
        isCalibrated: isCalibrated && source.smoothed.isEmpty,
        truthShift: shift.map { .fixed(Seconds($0)) } ?? .estimated)
    } catch {
      throw Failure(Status.badSettings, error.description)
    }
  }

  /// The settings that are searched, in the order in which a search takes them: that order decides what it finds.
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

  /// What is searched; `nil` for the usual settings.
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
      notes.append("the settings hold a calibration, which is kept; nothing is fitted")
    }
    add("report", result.json)
    add("settings", SettingsJSON.value(of: result.settings, in: result.configuration))
    add("tuned", SettingsJSON.value(of: result.configuration))
    add("warnings", Recordings.json(result.warnings))
    add("notes", Recordings.json(notes))
    add("complete", [UInt8(result.isComplete ? 1 : 0)])
  }
}
