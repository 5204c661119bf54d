protocol StudyStore {
  /// All scores that were written; the inner `nil` is a configuration that contradicts itself.
  func load() throws -> [Study.Key: Score?]
  /// Writes scores, all of them or none.
  func write(_ scores: [(Study.Key, Score?)]) throws
  func note(_ name: String, _ value: String) throws
}

enum StudyTables {
  static var schema: String {
    let columns = Score.fields.map { "\($0.name) REAL" }.joined(separator: ", ")
    return """
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
      """
  }

  static let exists = "there is a study already; go on with it, or name another file"
  static let differs =
    "the study was made with other recordings, settings, budget or seed; resume with those, or name "
    + "another file"
}
