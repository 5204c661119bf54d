internal import GRDB

/// Scores that were worked out, kept in one SQLite file so that an interrupted search loses nothing.
///
/// A search is decided by its description and its seed. Resuming runs it again from the start and
/// takes every score that is there already from the file, so that the result is that of an
/// uninterrupted one whatever the moment of the interruption. The file is in write-ahead mode: a killed
/// process leaves it readable.
///
///     sqlite3 study.sqlite 'SELECT * FROM candidate ORDER BY wrong_share LIMIT 10'
final class Study {
  /// One evaluation.
  struct Key: Hashable, Sendable {
    /// What the recordings were calibrated with: `all`, or the fold that was left out.
    let split: String
    /// The recording, counted from 0.
    let trial: Int
    /// The values, or the name of a fixed configuration.
    let point: String
  }

  private let database: DatabaseQueue?
  private var scores: [Key: Score?] = [:]
  private var pending: [(Key, Score?)] = []

  /// A study in memory alone.
  init() { database = nil }

  /// Opens or makes a study.
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
      let database = try DatabaseQueue(path: path, configuration: configuration)
      try database.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      }
      self.database = database
      try database.write { db in try Self.makeTables(db) }
      try check(path, description, isResumed)
      try load()
    } catch let error as DatabaseError {
      throw StudyError(path: path, rule: error.message ?? "SQLite error \(error.resultCode)")
    }
  }

  /// How many scores there are.
  var count: Int { scores.count }

  /// A score that is known; the inner `nil` is a configuration that contradicts itself.
  subscript(key: Key) -> Score?? { scores[key] }

  /// Keeps a score; it is on disk after `flush`.
  func insert(_ score: Score?, for key: Key) {
    scores[key] = .some(score)
    if database != nil { pending.append((key, score)) }
  }

  /// Writes what is pending, in one transaction.
  func flush() throws {
    guard let database, !pending.isEmpty else { return }
    try database.write { db in
      let names = Score.fields.map(\.name)
      let marks = Array(repeating: "?", count: names.count + 3).joined(separator: ", ")
      let statement = try db.makeStatement(
        sql: "INSERT OR REPLACE INTO evaluation (split, trial, point, "
          + names.joined(separator: ", ") + ") VALUES (\(marks))")
      for (key, score) in pending {
        var values: [(any DatabaseValueConvertible)?] = [key.split, key.trial, key.point]
        values += Score.fields.map { score?[keyPath: $0.path] }
        try statement.execute(arguments: StatementArguments(values))
      }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes down a result for those who read the file.
  func note(_ name: String, _ value: String) throws {
    try database?.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO study (name, value) VALUES (?, ?)", arguments: [name, value])
    }
  }
}

/// Why a study cannot be used.
public struct StudyError: Error, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What is wrong, and the cure where there is one.
  public let rule: String

  /// File and rule in one sentence.
  public var description: String { "\(path): \(rule)" }
}

// MARK: - The file

extension Study {
  private static func makeTables(_ db: Database) throws {
    let columns = Score.fields.map { "\($0.name) REAL" }.joined(separator: ", ")
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS study (name TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS evaluation (
          split TEXT NOT NULL, trial INTEGER NOT NULL, point TEXT NOT NULL, \(columns),
          PRIMARY KEY (split, trial, point)) WITHOUT ROWID;
        CREATE VIEW IF NOT EXISTS candidate AS
          SELECT split, point, COUNT(*) AS recordings,
            sqrt(SUM(squared_error) / SUM(answered)) AS rmse_m,
            SUM(wrong_time) / SUM(total_time) AS wrong_share,
            SUM(false_changes) AS false_changes, SUM(missed_changes) AS missed_changes,
            SUM(interval_error) / SUM(total_time) AS beat_s
          FROM evaluation GROUP BY split, point;
        """)
  }

  private func check(_ path: String, _ description: String, _ isResumed: Bool) throws {
    let kept = try database?.read { db in
      try String.fetchOne(db, sql: "SELECT value FROM study WHERE name = 'description'")
    }
    guard let kept else { return try note("description", description) }
    guard isResumed else {
      throw StudyError(
        path: path, rule: "there is a study already; go on with it, or name another file")
    }
    guard kept == description else {
      throw StudyError(
        path: path,
        rule: "the study was made with other recordings, settings, budget or seed; resume with "
          + "those, or name another file")
    }
  }

  private func load() throws {
    let rows = try database?.read { db in try Row.fetchAll(db, sql: "SELECT * FROM evaluation") }
    for row in rows ?? [] {
      let key = Key(split: row["split"], trial: row["trial"], point: row["point"])
      guard row["samples"] as Double? != nil else {
        scores[key] = .some(nil)
        continue
      }
      var score = Score()
      for field in Score.fields { score[keyPath: field.path] = row[field.name] as Double? ?? 0 }
      scores[key] = .some(score)
    }
  }
}
