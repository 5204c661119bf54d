/// A study that a host keeps, as Python does in its own SQLite.
struct HostedStudy: StudyStore {
  private let host: any TuningHost

  init(_ host: any TuningHost, description: String, isResumed: Bool) throws {
    self.host = host
    _ = try host.answer([
      "study": .string(description), "schema": .string(StudyTables.schema),
      "columns": .array(Score.fields.map { .string($0.name) }), "resume": .bool(isResumed),
      "exists": .string(StudyTables.exists), "differs": .string(StudyTables.differs),
    ])
  }

  func load() throws -> [Study.Key: Score?] {
    var known: [Study.Key: Score?] = [:]
    while true {
      let answer = try host.answer(["known": .number(Double(known.count))])
      guard let keys = answer["known"]?.array, !keys.isEmpty else { return known }
      for (key, score) in zip(keys, try Score.list(of: answer, count: keys.count)) {
        guard let parts = key.array, parts.count == 3, let split = parts[0].string,
          let trial = parts[1].number.flatMap({ Int(exactly: $0) }), let point = parts[2].string
        else { throw TuningHostError("the study has a score of no recording") }
        known[Study.Key(split: split, trial: trial, point: point)] = .some(score)
      }
    }
  }

  func write(_ scores: [(Study.Key, Score?)]) throws {
    let keys = scores.map { key, _ -> JSONValue in
      .array([.string(key.split), .number(Double(key.trial)), .string(key.point)])
    }
    _ = try host.answer(["keep": .array(keys), "scores": .string(Score.text(of: scores.map(\.1)))])
  }

  func note(_ name: String, _ value: String) throws {
    _ = try host.answer(["note": .string(name), "value": .string(value)])
  }
}
