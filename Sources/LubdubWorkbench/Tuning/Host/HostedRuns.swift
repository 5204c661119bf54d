/// Runs of a host. The host receives the recordings in shards, and then units of recordings and candidates.
struct HostedRuns {
  private let host: any TuningHost
  private let shards: Shards

  /// Sends the recordings as CSV that gives equal rows in every reader. The names of links are omitted, because scores do
  /// not depend on them.
  init(_ host: any TuningHost, _ recordings: [Recording]) throws {
    self.host = host
    let answer = try host.answer(["workers": true])
    guard let workers = answer["workers"]?.number.flatMap({ Int(exactly: $0) }), workers > 0 else {
      throw TuningHostError("there are no workers")
    }
    shards = Shards(rows: recordings.map(\.records.count), workers: workers)
    for range in shards.ranges {
      let list = recordings[range].map { recording -> JSONValue in
        [
          "name": .string(recording.place),
          "rows": .number(Double(recording.records.count)),
          "csv": .string(String(decoding: TraceWriter.encode(recording.records), as: UTF8.self)),
        ]
      }
      _ = try host.answer(["shard": Self.text(.array(list))])
    }
  }

  func begin(
    _ work: [(run: Evaluator.Run, configuration: Configuration)], calibrations: [JSONValue],
    _ limits: ContactLimits
  ) throws -> [[Int]] {
    var candidates: [String: Int] = [:]
    var settings: [JSONValue] = []
    for (run, configuration) in work where candidates[run.point] == nil {
      candidates[run.point] = settings.count
      settings.append(try self.settings(of: configuration))
    }
    let runs = work.map {
      Shards.Run(recording: $0.run.trial, candidate: candidates[$0.run.point] ?? 0)
    }
    let units = shards.units(of: runs)
    let lines = units.map { unit -> JSONValue in
      let recordings = unit.places.map { runs[$0[0]].recording }
      let start = shards.ranges[unit.shard].lowerBound
      let line: JSONValue = [
        "by": .string(UnitIdentity.current),
        "calibrations": .array(recordings.map { calibrations[$0] }),
        "limits": .array(limits.seconds.indices.map { .number(limits.seconds[$0]) }),
        "candidates": .array(unit.places[0].map { settings[runs[$0].candidate] }),
        "recordings": .array(recordings.map { .number(Double($0 - start)) }),
      ]
      return .array([.number(Double(unit.shard)), Self.text(line)])
    }
    _ = try host.answer(["units": .array(lines)])
    return units.map { $0.places.flatMap(\.self) }
  }

  /// The scores of the next unit; `nil` for contradictory settings.
  func scores(count: Int) throws -> [Score?] {
    try Score.list(of: host.answer(["next": true]), count: count)
  }

  /// The settings that differ from the default preset, by dotted key.
  func settings(of configuration: Configuration) throws -> JSONValue {
    let changed = zip(Configuration.settings, Self.standard).compactMap { setting, value in
      let own = setting.value(in: configuration)
      return own == value ? nil : (setting.key, JSONValue(own))
    }
    let value = JSONValue(members: changed)
    var back = try? SettingsJSON.decode(value, source: "a unit", vocabulary: .workbench)
    // Cues are not settings, so they are added here as at the receiver.
    back?.cues = configuration.cues
    guard back == configuration else {
      throw TuningHostError(
        "a candidate or a calibration is outside of the range of its setting, and cannot be sent; tune "
          + "with threads of this machine")
    }
    return value
  }

  private static let standard = Configuration.settings.map {
    $0.value(in: Preset.default.configuration)
  }

  /// A JSON value as text that the host forwards without parsing.
  private static func text(_ value: JSONValue) -> JSONValue {
    .string(String(decoding: JSONWriter.encode(value, lineLength: nil), as: UTF8.self))
  }
}
