#if Tool
  internal import GRDB

  /// The scores of a study in one SQLite file. It is in write-ahead mode: a killed process leaves it
  /// readable.
  ///
  ///     sqlite3 study.sqlite 'SELECT * FROM candidate ORDER BY wrong_share LIMIT 10'
  struct StudyFile: StudyStore {
    private let database: DatabaseQueue

    /// Opens or makes a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - description: What decides the search; a file with another one is refused.
    ///   - isResumed: Whether the file may hold scores already.
    /// - Throws: `StudyError`.
    init(path: String, description: String, isResumed: Bool) throws {
      do {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        database = try DatabaseQueue(path: path, configuration: configuration)
        try database.writeWithoutTransaction { db in
          try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        }
        try database.write { db in try db.execute(sql: StudyTables.schema) }
        try check(path, description, isResumed)
      } catch let error as DatabaseError {
        throw StudyError(path: path, rule: error.message ?? "SQLite error \(error.resultCode)")
      }
    }

    /// Writes scores, in one transaction; `nil` for a configuration that contradicts itself.
    func write(_ scores: [(Study.Key, Score?)]) throws {
      try database.write { db in
        let names = Score.fields.map(\.name)
        let marks = Array(repeating: "?", count: names.count + 3).joined(separator: ", ")
        let statement = try db.makeStatement(
          sql: "INSERT OR REPLACE INTO evaluation (split, trial, point, "
            + names.joined(separator: ", ") + ") VALUES (\(marks))")
        for (key, score) in scores {
          var values: [(any DatabaseValueConvertible)?] = [key.split, key.trial, key.point]
          values += Score.fields.map { score?[keyPath: $0.path] }
          try statement.execute(arguments: StatementArguments(values))
        }
      }
    }

    /// Writes down a result for those who read the file.
    func note(_ name: String, _ value: String) throws {
      try database.write { db in
        try db.execute(
          sql: "INSERT OR REPLACE INTO study (name, value) VALUES (?, ?)", arguments: [name, value])
      }
    }

    /// All scores that were written.
    func load() throws -> [Study.Key: Score?] {
      let rows = try database.read { db in try Row.fetchAll(db, sql: "SELECT * FROM evaluation") }
      var scores: [Study.Key: Score?] = [:]
      for row in rows {
        let key = Study.Key(split: row["split"], trial: row["trial"], point: row["point"])
        guard row["samples"] as Double? != nil else {
          scores[key] = .some(nil)
          continue
        }
        var score = Score()
        for field in Score.fields { score[keyPath: field.path] = row[field.name] as Double? ?? 0 }
        scores[key] = .some(score)
      }
      return scores
    }

    private func check(_ path: String, _ description: String, _ isResumed: Bool) throws {
      let kept = try database.read { db in
        try String.fetchOne(db, sql: "SELECT value FROM study WHERE name = 'description'")
      }
      guard let kept else { return try note("description", description) }
      guard isResumed else {
        throw StudyError(path: path, rule: StudyTables.exists)
      }
      guard kept == description else {
        throw StudyError(path: path, rule: StudyTables.differs)
      }
    }
  }
#else
  /// There are no studies in files without SQLite.
  struct StudyFile: StudyStore {
    /// Refuses every file.
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
