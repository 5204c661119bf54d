internal import Lubdub

/// The peers of a group that have left, by name. A peer that returns gets its learned values back.
struct AbsentPeers: Sendable {
  struct Absence: Sendable {
    let since: Seconds
    let learned: LearnedLink
    /// The number of plans of the peer's beats, so that identities stay unique.
    let plans: Int
  }

  /// The maximum number of remembered peers; one more peer replaces the peer that has been absent longest.
  private static let most = 1024

  private var absences: [String: Absence] = [:]

  subscript(_ peer: String) -> Absence? { absences[peer] }

  mutating func add(_ peer: String, _ session: LiveSession, since now: Seconds) {
    absences[peer] = Absence(since: now, learned: session.learned, plans: session.plans)
    guard absences.count > Self.most else { return }
    let oldest = absences.min { ($0.value.since, $0.key) < ($1.value.since, $1.key) }
    if let oldest { absences[oldest.key] = nil }
  }

  mutating func remove(_ peer: String) -> Absence? { absences.removeValue(forKey: peer) }
}
