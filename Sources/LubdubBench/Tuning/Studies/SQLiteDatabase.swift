#if Tool
internal import CSQLite

/// One connection to an SQLite file. SQLite itself lets one thread in at a time (`SQLITE_OPEN_FULLMUTEX`).
final class SQLiteDatabase {
  enum Value {
    case null
    case integer(Int)
    case real(Double)
    case text(String)
  }

  private let path: String
  private let connection: OpaquePointer

  /// Opens or makes a file. A file that another process has locked is waited for, 5 s at most.
  init(path: String) throws(StudyError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    let status = sqlite3_open_v2(path, &opened, flags, nil)
    guard status == SQLITE_OK, let opened else {
      let rule = opened.map(Self.rule) ?? "there is no memory for it"
      sqlite3_close(opened)
      throw StudyError(path: path, rule: rule)
    }
    self.path = path
    connection = opened
    sqlite3_busy_timeout(connection, 5000)
  }

  deinit { sqlite3_close(connection) }

  func execute(_ sql: String) throws(StudyError) {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Runs one statement for each row of values, all of them or none.
  func execute(_ sql: String, rows: [[Value]]) throws(StudyError) {
    try execute("BEGIN IMMEDIATE")
    do throws(StudyError) {
      try prepared(sql) { (statement) throws(StudyError) in
        for row in rows {
          try bind(row, to: statement)
          guard sqlite3_step(statement) == SQLITE_DONE else { throw failure }
          sqlite3_reset(statement)
        }
      }
      try execute("COMMIT")
    } catch {
      sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  func rows(_ sql: String) throws(StudyError) -> [[String: Value]] {
    var rows: [[String: Value]] = []
    try prepared(sql) { (statement) throws(StudyError) in
      var status = sqlite3_step(statement)
      while status == SQLITE_ROW {
        var row: [String: Value] = [:]
        for column in 0..<sqlite3_column_count(statement) {
          row[String(cString: sqlite3_column_name(statement, column))] = value(
            column, of: statement)
        }
        rows.append(row)
        status = sqlite3_step(statement)
      }
      guard status == SQLITE_DONE else { throw failure }
    }
    return rows
  }

  private func prepared(
    _ sql: String, _ body: (OpaquePointer) throws(StudyError) -> Void
  ) throws(StudyError) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement
    else { throw failure }
    defer { sqlite3_finalize(statement) }
    try body(statement)
  }

  private func bind(_ row: [Value], to statement: OpaquePointer) throws(StudyError) {
    for (index, value) in row.enumerated() {
      let place = Int32(index + 1)
      let status =
        switch value {
        case .null: sqlite3_bind_null(statement, place)
        case .integer(let number): sqlite3_bind_int64(statement, place, Int64(number))
        case .real(let number): sqlite3_bind_double(statement, place, number)
        case .text(let text):
          // SQLITE_TRANSIENT, a cast of -1 that Swift does not import: SQLite copies the text.
          sqlite3_bind_text(
            statement, place, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
      guard status == SQLITE_OK else { throw failure }
    }
  }

  private func value(_ column: Int32, of statement: OpaquePointer) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(Int(sqlite3_column_int64(statement, column)))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
    default: .null
    }
  }

  private var failure: StudyError { StudyError(path: path, rule: Self.rule(connection)) }

  private static func rule(_ connection: OpaquePointer) -> String {
    switch sqlite3_errcode(connection) {
    case SQLITE_FULL: "the disk is full; what was written before is kept"
    case SQLITE_BUSY, SQLITE_LOCKED: "another program is writing to it"
    case SQLITE_READONLY, SQLITE_PERM: "it cannot be written to"
    case SQLITE_CANTOPEN: "it cannot be opened"
    case SQLITE_IOERR: "the disk cannot be read or written"
    case SQLITE_NOTADB: "it is not a study: not an SQLite file"
    case SQLITE_CORRUPT: "the SQLite file is damaged"
    default: "SQLite refuses it: \(String(cString: sqlite3_errmsg(connection)))"
    }
  }
}

extension SQLiteDatabase.Value {
  var number: Double? {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    case .text, .null: nil
    }
  }

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }
}
#endif
