internal import Lubdub
public import LubdubGround
internal import Synchronization

/// Makes the runs of a search by a program at the other end of a pipe, such as the bridge to Dask, in the line
/// protocol of docs/clusters.md.
public final class LineEngine: TuningEngine {
  /// How many workers the other end has.
  public let workers: Int
  private let name: String
  private let shards: Shards
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var channel: LineChannel
    var units = 0
    /// Calibrations as settings, by split.
    var calibrations: [String: [Int: JSONValue]] = [:]
  }

  /// An engine of a program that runs: agrees with it on versions, and hands it the recordings.
  ///
  /// - Parameters:
  ///   - channel: Lines to and from the program.
  ///   - name: What errors call the program.
  ///   - task: What is searched.
  ///   - version: The version of this library.
  /// - Throws: `TuningEngineError` when it has ended or does not agree.
  public init(
    _ channel: consuming LineChannel, name: String, task: TuningTask, version: String
  ) throws(TuningEngineError) {
    self.name = name
    var channel = channel
    try Self.send(UnitLines.hello(task, version: version), &channel, name)
    let answer = try Self.answer(&channel, name)
    guard let ready = answer["ready"]?.number.flatMap({ Int(exactly: $0) }), ready > 0 else {
      throw TuningEngineError(answer["error"]?.string ?? "\(name) has no workers")
    }
    workers = ready
    shards = Shards(rows: task.recordings.map(\.records.count), workers: ready)
    for (number, range) in shards.shards.enumerated() {
      try Self.send(UnitLines.shard(number, task.recordings[range]), &channel, name)
    }
    state = Mutex(State(channel: channel))
  }

  /// Sends all units, and takes their answers in whatever order they come.
  public func run(
    _ work: TuningWork, isCancelled: () -> Bool,
    take: (_ scores: [(place: Int, score: Score?)]) throws -> Void
  ) throws -> Bool {
    try state.withLock { state in
      var open = try send(work, &state)
      while !open.isEmpty {
        if isCancelled() { return false }
        guard let answer = try Self.received(&state.channel, name, patience: 200) else { continue }
        guard let unit = answer["unit"]?.number.flatMap({ Int(exactly: $0) }) else {
          throw TuningEngineError(
            "\(name): \(answer["error"]?.string ?? "an answer without a unit")")
        }
        if let error = answer["error"]?.string {
          throw TuningEngineError("\(name): unit \(unit): \(error)")
        }
        // An answer to a unit of a search that was cancelled is nobody's.
        guard let places = open.removeValue(forKey: unit) else { continue }
        guard let text = answer["scores"]?.string,
          let scores = UnitLines.scores(text, count: places.count)
        else {
          throw TuningEngineError(
            "\(name): the answer to unit \(unit) does not have \(places.count) scores")
        }
        try take(Array(zip(places, scores).map { (place: $0, score: $1) }))
      }
      return true
    }
  }

  /// Sends all units.
  ///
  /// - Returns: The places of their runs, by number.
  private func send(_ work: TuningWork, _ state: inout State) throws -> [Int: [Int]] {
    var settings: [Int: JSONValue] = [:]
    var open: [Int: [Int]] = [:]
    for unit in shards.units(of: work.runs) {
      var candidates: [Int] = []
      var local: [Int: Int] = [:]
      var runs: [(place: Int, calibration: JSONValue, candidates: [Int])] = []
      for run in unit.runs {
        let places = run.places.map { place -> Int in
          let candidate = work.runs[place].candidate
          if let known = local[candidate] { return known }
          local[candidate] = candidates.count
          candidates.append(candidate)
          return candidates.count - 1
        }
        let calibration = try calibration(of: run.recording, work, &state)
        runs.append((shards.places[run.recording].index, calibration, places))
      }
      for candidate in candidates where settings[candidate] == nil {
        guard let text = UnitLines.settings(of: work.candidates[candidate]) else {
          throw TuningEngineError(
            "a candidate has settings that cannot be sent as text; tune without \(name)")
        }
        settings[candidate] = text
      }
      state.units += 1
      let line = UnitLines.unit(
        state.units, shard: unit.shard, candidates: candidates.compactMap { settings[$0] },
        runs: runs)
      try Self.send(line, &state.channel, name)
      open[state.units] = unit.runs.flatMap(\.places)
    }
    return open
  }

  private func calibration(
    of recording: Int, _ work: TuningWork, _ state: inout State
  ) throws(TuningEngineError) -> JSONValue {
    guard let parameters = work.calibrations[recording] else { return .null }
    if let known = state.calibrations[work.split]?[recording] { return known }
    let configuration = Trial.calibrated(Preset.default.configuration, parameters)
    guard let settings = UnitLines.settings(of: configuration) else {
      throw TuningEngineError(
        "a calibration is outside of the range of its setting, and cannot be sent; tune without \(name)"
      )
    }
    state.calibrations[work.split, default: [:]][recording] = settings
    return settings
  }
}

// MARK: - Lines

extension LineEngine {
  private static func send(
    _ line: JSONValue, _ channel: inout LineChannel, _ name: String
  ) throws(TuningEngineError) {
    guard channel.send(JSONWriter.encode(line, lineLength: nil)) else { throw ended(name) }
  }

  private static func answer(
    _ channel: inout LineChannel, _ name: String
  ) throws(TuningEngineError) -> JSONValue {
    while true {
      if let line = try received(&channel, name, patience: -1) { return line }
    }
  }

  /// - Returns: `nil` when nothing has come in so many milliseconds.
  private static func received(
    _ channel: inout LineChannel, _ name: String, patience: Int32
  ) throws(TuningEngineError) -> JSONValue? {
    switch channel.receive(patience: patience) {
    case .idle: return nil
    case .ended: throw ended(name)
    case .line(let bytes):
      do {
        return try JSONParser.parse(bytes)
      } catch {
        throw TuningEngineError("\(name): an answer is no JSON: \(error.description)")
      }
    }
  }

  private static func ended(_ name: String) -> TuningEngineError {
    TuningEngineError(
      "\(name) has ended; in a study, what is done is kept, and the search can go on from it")
  }
}
