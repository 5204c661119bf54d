/// Scores that were worked out, in memory and in a file where one is named. Resuming runs the search again from the
/// start and takes scores from the file, so that the result is that of an uninterrupted one.
final class Study {
  struct Key: Hashable, Sendable {
    /// What the recordings were calibrated with: `all`, or the fold that was left out.
    let split: String
    let trial: Int
    /// The values, or the name of a fixed configuration.
    let point: String
  }

  private let store: (any StudyStore)?
  private var scores: [Key: Score?] = [:]
  private var pending: [(Key, Score?)] = []

  init() { store = nil }

  convenience init(path: String, description: String, isResumed: Bool) throws {
    try self.init(StudyFile(path: path, description: description, isResumed: isResumed))
  }

  init(_ store: any StudyStore) throws {
    scores = try store.load()
    self.store = store
  }

  /// A score that is known; the inner `nil` is a configuration that contradicts itself.
  subscript(key: Key) -> Score?? { scores[key] }

  /// The points of a split that have a score for each of these recordings, in the order of their names.
  func points(of split: String, on trials: [Int]) -> [String] {
    var counts: [String: Int] = [:]
    let wanted = Set(trials)
    for (key, score) in scores where key.split == split && score != nil {
      if wanted.contains(key.trial) { counts[key.point, default: 0] += 1 }
    }
    return counts.filter { $0.value == wanted.count }.keys.sorted()
  }

  /// Keeps a score; it is on disk after `flush`.
  func insert(_ score: Score?, for key: Key) {
    scores[key] = .some(score)
    if store != nil { pending.append((key, score)) }
  }

  func flush() throws {
    guard let store, !pending.isEmpty else { return }
    try store.write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  func note(_ name: String, _ value: String) throws { try store?.note(name, value) }
}

/// Why a study cannot be used.
package struct StudyError: Error, Sendable, CustomStringConvertible {
  package let path: String
  package let rule: String

  package var isThere: Bool { rule == StudyTables.exists }

  package var description: String { "\(path): \(rule)" }
}
