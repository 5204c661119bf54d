public import LubdubGround
internal import Synchronization

/// A study that the program at the other end of a pipe keeps, in the line protocol of docs/clusters.md. Python
/// keeps them in its own SQLite.
public final class StudyLines: StudyStore {
  private let name: String
  private let channel: Mutex<LineChannel>

  /// A study that a program keeps.
  ///
  /// - Parameters:
  ///   - channel: Lines to and from the program.
  ///   - name: What errors call the study, such as its file.
  public init(_ channel: consuming LineChannel, name: String) {
    self.name = name
    self.channel = Mutex(channel)
  }

  /// Opens the study.
  ///
  /// - Parameters:
  ///   - description: What decides the search; a study with another one is refused.
  ///   - isResumed: Whether it may hold scores already.
  /// - Throws: `StudyError`.
  func open(description: String, isResumed: Bool) throws {
    let hello: JSONValue = [
      "study": 1, "description": .string(description), "schema": .string(StudyTables.schema),
      "columns": .array(Score.fields.map { .string($0.name) }),
      "resume": .bool(isResumed), "exists": .string(StudyTables.exists),
      "differs": .string(StudyTables.differs),
    ]
    _ = try asked(hello)
  }

  func load() throws -> [Study.Key: Score?] {
    var known: [Study.Key: Score?] = [:]
    var place = 0
    while true {
      let answer = try asked(["from": .number(Double(place))])
      let keys = try (answer["known"]?.array ?? []).map(key)
      guard !keys.isEmpty else { return known }
      guard let scores = UnitLines.scores(answer["scores"]?.string ?? "", count: keys.count) else {
        throw StudyError(path: name, rule: "it does not have \(keys.count) scores")
      }
      for (key, score) in zip(keys, scores) { known[key] = .some(score) }
      place += keys.count
    }
  }

  func write(_ scores: [(Study.Key, Score?)]) throws {
    let keys = scores.map { key, _ -> JSONValue in
      .array([.string(key.split), .number(Double(key.trial)), .string(key.point)])
    }
    _ = try asked(["keep": .array(keys), "scores": .string(UnitLines.text(of: scores.map(\.1)))])
  }

  func note(_ name: String, _ value: String) throws {
    _ = try asked(["note": .string(name), "value": .string(value)])
  }

  private func key(_ value: JSONValue) throws -> Study.Key {
    guard let parts = value.array, parts.count == 3, let split = parts[0].string,
      let trial = parts[1].number.flatMap({ Int(exactly: $0) }), let point = parts[2].string
    else { throw StudyError(path: name, rule: "it has a score of no recording") }
    return Study.Key(split: split, trial: trial, point: point)
  }

  /// The answer to a line.
  private func asked(_ line: JSONValue) throws -> JSONValue {
    try channel.withLock { channel in
      guard channel.send(JSONWriter.encode(line, lineLength: nil)) else {
        throw StudyError(path: name, rule: "who keeps it has ended")
      }
      while true {
        switch channel.receive() {
        case .idle: continue
        case .ended: throw StudyError(path: name, rule: "who keeps it has ended")
        case .line(let bytes):
          let answer = try JSONParser.parse(bytes)
          if let error = answer["error"]?.string { throw StudyError(path: name, rule: error) }
          return answer
        }
      }
    }
  }
}
