#if Tool
/// The scores of a study in one SQLite file. It is in write-ahead mode: a killed process leaves it
/// readable.
///
///     sqlite3 study.sqlite 'SELECT * FROM candidate ORDER BY wrong_share LIMIT 10'
struct StudyFile: StudyStore {
  private let database: SQLiteDatabase

  init(path: String, description: String, isResumed: Bool) throws {
    database = try SQLiteDatabase(path: path)
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    try database.execute(StudyTables.schema)
    try check(path, description, isResumed)
  }

  func write(_ scores: [(Study.Key, Score?)]) throws {
    let names = Score.fields.map(\.name)
    let marks = Array(repeating: "?", count: names.count + 3).joined(separator: ", ")
    try database.execute(
      "INSERT OR REPLACE INTO evaluation (split, trial, point, "
        + names.joined(separator: ", ") + ") VALUES (\(marks))",
      rows: scores.map { key, score in
        [.text(key.split), .integer(key.trial), .text(key.point)]
          + Score.fields.map { field in
            score.map { .real($0[keyPath: field.path]) } ?? .null
          }
      })
  }

  func note(_ name: String, _ value: String) throws {
    try database.execute(
      "INSERT OR REPLACE INTO study (name, value) VALUES (?, ?)",
      rows: [[.text(name), .text(value)]])
  }

  func load() throws -> [Study.Key: Score?] {
    var scores: [Study.Key: Score?] = [:]
    for row in try database.rows("SELECT * FROM evaluation") {
      let key = Study.Key(
        split: row["split"]?.text ?? "", trial: row["trial"]?.number.map { Int($0) } ?? 0,
        point: row["point"]?.text ?? "")
      guard row["samples"]?.number != nil else {
        scores[key] = .some(nil)
        continue
      }
      var score = Score()
      for field in Score.fields { score[keyPath: field.path] = row[field.name]?.number ?? 0 }
      scores[key] = .some(score)
    }
    return scores
  }

  private func check(_ path: String, _ description: String, _ isResumed: Bool) throws {
    let rows = try database.rows("SELECT value FROM study WHERE name = 'description'")
    guard let kept = rows.first?["value"]?.text else { return try note("description", description) }
    guard isResumed else { throw StudyError(path: path, rule: StudyTables.exists) }
    guard kept == description else { throw StudyError(path: path, rule: StudyTables.differs) }
  }
}
#else
/// There are no studies in files without SQLite.
struct StudyFile: StudyStore {
  init(path: String, description: String, isResumed: Bool) throws {
    throw StudyError(
      path: path,
      rule:
        "this build of Tuning cannot keep studies; enable the trait Tool, or leave the file out")
  }

  func write(_ scores: [(Study.Key, Score?)]) throws {}
  func note(_ name: String, _ value: String) throws {}
  func load() throws -> [Study.Key: Score?] { [:] }
}
#endif
