/// Recordings that were made together: they share a walk or a room, and are held out and drawn together.
///
/// Where recordings name sessions of their own, those are kept. Else recordings of a set belong together
/// that overlap in time by half of the shorter one and have the same truth, or names that differ by
/// the number of an anchor, a sensor or another end of the link alone; also the pieces of a log that a recorder cuts.
package struct FoundSessions: Sendable {
  package let recordings: [Recording]
  /// What was found, in a sentence; `nil` where nothing was.
  package let sentence: String?

  /// The part of the shorter of two recordings of one session that lies within the other, at least.
  private static let leastOverlap = 0.5
  /// Shorter recordings say nothing by their ends, in s.
  private static let shortest = 5.0
  /// Between two pieces of a log, in s.
  private static let longestPause = 1.0
  /// Words in names that are followed by the number of one end of a link.
  private static let ends: Set<Substring> = [
    "a", "anchor", "anker", "sensor", "node", "tag", "beacon", "receiver", "rx", "tx", "peer",
    "link", "dev", "device", "mac", "gateway", "gw", "station",
  ]

  package init(_ recordings: [Recording], isNeeded: Bool = true) {
    guard isNeeded, recordings.allSatisfy({ $0.session == $0.name }) else {
      (self.recordings, sentence) = (recordings, nil)
      return
    }
    let marks = recordings.map(Mark.init)
    var found = recordings
    for index in recordings.indices {
      let other = recordings[..<index].indices.first {
        recordings[$0].dataset == recordings[index].dataset
          && (marks[$0].isTogether(marks[index]) || marks[$0].isContinued(by: marks[index]))
      }
      if let other { found[index].session = found[other].session }
    }
    self.recordings = found
    let sessions = Set(found.map { "\($0.dataset)/\($0.session)" }).count
    sentence =
      sessions == recordings.count
      ? nil
      : "\(counted(recordings.count, "recording")) of \(counted(sessions, "session")): those that overlap "
        + "in time and differ by an anchor, have the same truth, or go on where another ends, are kept together"
  }

  private struct Mark {
    let start, end: Double
    let stem: String
    let truth: [Double]

    init(_ recording: Recording) {
      start = recording.records.first?.sample.time.value ?? 0
      end = recording.records.last?.sample.time.value ?? 0
      stem = FoundSessions.stem(recording.name)
      let known = recording.records.compactMap { $0.truth?.value }
      // A truth that never moves is no mark of a walk.
      let isMoving = (known.max() ?? 0) - (known.min() ?? 0) > 0.1
      truth = isMoving ? known : []
    }

    /// Whether one begins as the other ends, by a clock that goes on.
    func isContinued(by other: Mark) -> Bool {
      let pauses = [other.start - end, start - other.end]
      return pauses.contains { $0 > 0 && $0 <= longestPause }
    }

    func isTogether(_ other: Mark) -> Bool {
      let length = min(end - start, other.end - other.start)
      let overlap = min(end, other.end) - max(start, other.start)
      guard length >= shortest, overlap >= leastOverlap * length else { return false }
      return stem == other.stem || (!truth.isEmpty && truth == other.truth)
    }
  }

  /// A name without the numbers of anchors and the like.
  private static func stem(_ name: String) -> String {
    var parts: [String] = []
    for word in name.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      let letters = word.prefix { $0.isLetter }
      let isEnd = ends.contains(letters) || parts.last.map { ends.contains($0[...]) } ?? false
      let rest = word.dropFirst(letters.count)
      let isNumber = !rest.isEmpty && rest.allSatisfy(\.isNumber)
      if letters.isEmpty, isNumber, isEnd { continue }
      parts.append(isNumber && ends.contains(letters) ? String(letters) : String(word))
    }
    return parts.joined(separator: " ")
  }
}
