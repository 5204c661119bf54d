/// The recordings of Close with their sessions, in two parts. Methods that learn may use all sessions of the other part.
package struct CloseSplit: Sendable {
  private struct Place: Sendable {
    let session: String
    let part: String
  }

  private static let columns = ["set", "recording", "session", "part"]

  /// The recordings in the split, each with its session.
  package let recordings: [Recording]
  /// The number of recordings that are not in the split.
  package let leftOut: Int
  private let parts: [String: String]

  /// Splits recordings by the sessions of `FoundSessions`. In each data set, the sessions alternate between the two parts.
  package init(_ recordings: [Recording]) {
    let found = FoundSessions(recordings).recordings
    var parts: [String: String] = [:]
    for set in found.sets {
      for (recording, number) in zip(set, set.map(\.session).numbered()) {
        parts[recording.place] = "\(1 + number % 2)"
      }
    }
    (self.recordings, self.parts, leftOut) = (found, parts, 0)
  }

  /// Splits recordings by the sessions and parts of a table in the format of `csv`.
  package init(_ recordings: [Recording], at path: String) throws(ReadError) {
    func refused(_ line: Int? = nil) -> ReadError {
      ReadError(
        path: path, line: line, kind: .unrecognised,
        message:
          "expected the columns \(Self.columns.joined(separator: ", ")), and one row per recording")
    }
    let bytes: [UInt8]
    do {
      bytes = try readFile(at: path)
    } catch {
      throw ReadError(error)
    }
    guard let table = Table(bytes) else { throw refused() }
    var places: [String: Place] = [:]
    for row in table.rows {
      let texts = Self.columns.compactMap { row[table.header.place(of: $0)]?.string }
      guard row.fault == nil, texts.count == Self.columns.count else { throw refused(row.line) }
      places["\(texts[0])/\(texts[1])"] = Place(session: texts[2], part: texts[3])
    }
    self.recordings = recordings.compactMap { recording in
      places[recording.place].map { place in
        var copy = recording
        copy.session = place.session
        return copy
      }
    }
    leftOut = recordings.count - self.recordings.count
    parts = places.mapValues(\.part)
  }

  /// The recordings of a data set, with the part of each recording as its session, so that a calibration leaves out the
  /// whole part.
  func learned(_ set: [Recording]) -> [Recording] {
    set.map { recording in
      var copy = recording
      copy.session = parts[recording.place] ?? recording.session
      return copy
    }
  }

  /// The split as CSV, with one row per recording.
  package var csv: [UInt8] {
    let rows = recordings.map { one in
      [one.dataset, one.name, one.session, parts[one.place] ?? ""].map(csvField)
    }
    return Array(
      ([Self.columns] + rows).map { $0.joined(separator: ",") + "\n" }.joined().utf8)
  }
}
