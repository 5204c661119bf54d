/// Recordings that were made together: they share a walk or a room, and are held out and drawn together.
///
/// Where recordings name sessions of their own, those are kept. Else recordings of a set belong together
/// that overlap in time by half of the shorter one and have names that differ by the number of an anchor, a sensor or
/// another end of the link alone; the pieces of a log that a recorder cuts, whose clock and distance go on; and, of all
/// sets, recordings whose truths are one walk, with whatever clock and cut (`WalkComparison`).
package struct FoundSessions: Sendable {
  package let recordings: [Recording]
  /// The session of each recording, from 0.
  package let groups: [Int]
  /// The sessions found, in a sentence; `nil` where none were found.
  package let sentence: String?

  /// The part of the shorter of two recordings of one session that lies within the other, at least.
  private static let leastOverlap = 0.5
  /// Shorter recordings say nothing by their ends, in s.
  private static let shortest = 5.0
  /// Between two pieces of a log: at most so many s, and so many rows.
  private static let (longestPause, mostRows) = (1.0, 10.0)
  /// The largest miss of the extrapolated distance, in m, and in m per second of the pause.
  private static let (miss, missPerSecond) = (0.03, 0.3)
  /// Words in names that are followed by the number of one end of a link.
  private static let ends: Set<Substring> = [
    "a", "anchor", "anker", "sensor", "node", "tag", "beacon", "receiver", "rx", "tx", "peer",
    "link", "dev", "device", "mac", "gateway", "gw", "station",
  ]

  package init(_ recordings: [Recording], isNeeded: Bool = true) {
    guard isNeeded, recordings.allSatisfy({ $0.session == $0.name }) else {
      (self.recordings, sentence) = (recordings, nil)
      groups = recordings.map { "\($0.dataset)/\($0.session)" }.numbered()
      return
    }
    let walks = recordings.map(Walk.init)
    var parents = Array(recordings.indices)
    func root(_ place: Int) -> Int {
      var place = place
      while parents[place] != place { place = parents[place] }
      return place
    }
    func join(_ one: Int, _ other: Int) {
      let roots = (root(one), root(other))
      parents[max(roots.0, roots.1)] = min(roots.0, roots.1)
    }
    for (one, other) in Self.byNames(recordings, walks) + WalkPairs.byRows(walks) {
      join(one, other)
    }
    for pair in WalkPairs.byTurns(walks) where root(pair.one) != root(pair.other) {
      let (one, other) = (walks[pair.one], walks[pair.other])
      if WalkComparison.isWorth(one, other, pair.times),
        WalkComparison(one, other, pair.times).isSame
      {
        join(pair.one, pair.other)
      }
    }
    let roots = recordings.indices.map(root)
    groups = roots.numbered()
    self.recordings = recordings.indices.map { place in
      var recording = recordings[place]
      // Within a set by its first recording.
      let first = recordings.indices.first {
        roots[$0] == roots[place] && recordings[$0].dataset == recording.dataset
      }
      recording.session = recordings[first ?? place].name
      return recording
    }
    let sessions = Set(roots).count
    sentence =
      sessions == recordings.count
      ? nil
      : "\(counted(recordings.count, "recording")) of \(counted(sessions, "session")): those that overlap "
        + "in time and differ by an anchor, continue where another ends, or show the same walk are kept together"
  }

  /// Pairs of a set by clocks with names, or with distances that go on.
  private static func byNames(
    _ recordings: [Recording], _ walks: [Walk]
  ) -> [(one: Int, other: Int)] {
    var pairs: [(one: Int, other: Int)] = []
    for (_, own) in recordings.indices.grouped(by: {
      [recordings[$0].dataset, stem(recordings[$0].name)]
    }) {
      let sorted = own.sorted { (walks[$0].start, $0) < (walks[$1].start, $1) }
      for (place, one) in sorted.enumerated() {
        for other in sorted[(place + 1)...].prefix(while: { walks[$0].start <= walks[one].end }) {
          let length = [one, other].map { walks[$0].end - walks[$0].start }.min() ?? 0
          let overlap = min(walks[one].end, walks[other].end) - walks[other].start
          if length >= shortest, overlap >= leastOverlap * length { pairs.append((one, other)) }
        }
      }
    }
    for (_, own) in recordings.indices.grouped(by: { recordings[$0].dataset }) {
      let sorted = own.filter { walks[$0].times.count > 3 }
        .sorted { (walks[$0].start, $0) < (walks[$1].start, $1) }
      for one in sorted {
        let pause = min(longestPause, mostRows * max(walks[one].rows, 0.01))
        let first = sorted.partitioningIndex { walks[$0].start > walks[one].end }
        for other in sorted[first...].prefix(while: { walks[$0].start <= walks[one].end + pause })
        where walks[one].goesOn(in: walks[other], miss, missPerSecond) {
          pairs.append((one, other))
        }
      }
    }
    return pairs
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

extension Walk {
  /// Whether the distance goes on in a walk that begins where this one ends.
  fileprivate func goesOn(in other: Walk, _ miss: Double, _ missPerSecond: Double) -> Bool {
    let last = times.count - 1
    guard last >= 3, let next = other.truths.first else { return false }
    let gap = other.start - end
    let speed = (truths[last] - truths[last - 3]) / max(1e-6, times[last] - times[last - 3])
    return (truths[last] + speed * gap - next).magnitude <= miss + missPerSecond * gap
  }
}
