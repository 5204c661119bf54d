public import CLubdub
internal import Lubdub
internal import LubdubBench
internal import LubdubC
internal import LubdubGround
internal import Synchronization

// Recordings that a worker of a search holds, as lubdub_bench.h shows.

/// Makes recordings ready for units of work.
@c @implementation
public func lubdub_trials_make(
  _ recordings: UnsafePointer<lubdub_recording>?, _ count: Int,
  _ trials: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let trials else { throw Failure(Status.badArgument, "trials is null") }
    let list = count == 0 ? [] : try Recordings(recordings, count, Options(members: [:])).list
    trials.pointee = OpaquePointer(Unmanaged.passRetained(HeldTrials(list)).toOpaque())
    return Result()
  }
}

/// Makes the runs of a unit.
@c @implementation
public func lubdub_trials_run(
  _ trials: OpaquePointer?, _ unit: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let trials else { throw Failure(Status.badArgument, "trials is null") }
    let held = Unmanaged<HeldTrials>.fromOpaque(UnsafeRawPointer(trials)).takeUnretainedValue()
    let result = Result()
    result.add("scores", UnitLines.text(of: try held.run(Options(unit, length))))
    return result
  }
}

/// Frees recordings.
@c @implementation
public func lubdub_trials_release(_ trials: OpaquePointer?) {
  guard let trials else { return }
  Unmanaged<HeldTrials>.fromOpaque(UnsafeRawPointer(trials)).release()
}

/// Recordings that stay for many units. Calls may come from several threads at once.
private final class HeldTrials: Sendable {
  private let recordings: [Recording]
  /// Trials that were made, for the same calibrations come again and again.
  private let trials = Mutex<[Key: Trial]>([:])

  private struct Key: Hashable {
    let recording: Int
    let calibration: JSONValue
  }

  init(_ recordings: [Recording]) { self.recordings = recordings }

  /// The scores of a unit, recording by recording in the order of its candidates.
  func run(_ unit: Options) throws(Failure) -> [Score?] {
    var candidates: [Configuration] = []
    for settings in unit.members["candidates"]?.array ?? [] {
      candidates.append(try Self.configuration(settings))
    }
    var scores: [Score?] = []
    for entry in unit.members["runs"]?.array ?? [] {
      let (recording, calibration, places) = try Self.run(entry)
      guard recordings.indices.contains(recording),
        places.allSatisfy({ candidates.indices.contains($0) })
      else {
        throw Failure(
          Status.badArgument,
          "runs names recording \(recording) and candidates \(places), which there are not")
      }
      let edges = candidates[places.first ?? 0].zones.edges
      let trial = try trial(recording, calibration, edges: edges)
      scores += trial.scores(places.map { candidates[$0] }).map { try? $0.get() }
    }
    return scores
  }

  private func trial(
    _ recording: Int, _ calibration: JSONValue, edges: [Meters]
  ) throws(Failure) -> Trial {
    let key = Key(recording: recording, calibration: calibration)
    if let known = trials.withLock({ $0[key] }) { return known }
    let parameters =
      calibration == .null ? nil : try Self.configuration(calibration).ranging
    let made = Trial(recordings[recording], edges: edges, calibration: parameters)
    trials.withLock { $0[key] = made }
    return made
  }

  private static func run(
    _ entry: JSONValue
  ) throws(Failure) -> (recording: Int, calibration: JSONValue, places: [Int]) {
    let parts = entry.array ?? []
    guard parts.count == 3, let recording = parts[0].number.flatMap({ Int(exactly: $0) }),
      let list = parts[2].array, !list.isEmpty
    else {
      throw Failure(
        Status.badArgument, "runs has an entry that is no [recording, calibration, [candidate, …]]")
    }
    let places = list.compactMap { $0.number.flatMap { Int(exactly: $0) } }
    guard places.count == list.count else {
      throw Failure(Status.badArgument, "runs names candidates that are no whole numbers")
    }
    return (recording, parts[1], places)
  }

  private static func configuration(_ settings: JSONValue) throws(Failure) -> Configuration {
    do throws(SettingsFileError) {
      return try SettingsJSON.decode(settings, source: "a unit", vocabulary: .workbench)
    } catch {
      throw Failure(Status.badSettings, error.description)
    }
  }
}
