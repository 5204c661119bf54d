public import CLubdub
internal import Baselines
internal import CanonicalJSON
internal import Evaluation
internal import Lubdub
internal import LubdubC
internal import Settings
internal import Tuning

/// Makes runs of a search, as lubdub_bench.h tells.
@c @implementation
public func lubdub_runs(
  _ recordings: UnsafePointer<lubdub_recording>?, _ count: Int,
  _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let options = try Options(options, length)
    let recordings = try Recordings(recordings, count, options).list
    let runs = try options.runs(recordings.count)
    let width = Score().numbers.count
    var scores = [Double](repeating: .nan, count: width * runs.count)
    for (index, recording) in recordings.enumerated() {
      let own = runs.indices.filter { runs[$0].recording == index }
      guard let first = own.first else { continue }
      let trial = Trial(recording, edges: runs[first].configuration.zones.edges)
      let found = trial.scores(own.map { runs[$0].configuration })
      for (place, score) in zip(own, found) {
        guard let score = try? score.get() else { continue }
        scores.replaceSubrange(place * width..<(place + 1) * width, with: score.numbers)
      }
    }
    let result = Result()
    result.add("scores", scores)
    result.add("width", .number(Double(width)))
    return result
  }
}

extension Options {
  fileprivate func runs(
    _ count: Int
  ) throws(Failure) -> [(recording: Int, configuration: Configuration)] {
    var runs: [(recording: Int, configuration: Configuration)] = []
    for entry in members["runs"]?.array ?? [] {
      guard let pair = entry.array, pair.count == 2,
        let recording = pair[0].number.flatMap({ Int(exactly: $0) }),
        (0..<count).contains(recording)
      else {
        throw Failure(Status.badArgument, "runs has an entry that is no [recording, settings]")
      }
      do throws(SettingsFileError) {
        let configuration = try SettingsJSON.decode(
          pair[1], source: "settings", estimators: EstimatorKind.all)
        runs.append((recording, configuration))
      } catch {
        throw Failure(Status.badSettings, error.description)
      }
    }
    return runs
  }
}
