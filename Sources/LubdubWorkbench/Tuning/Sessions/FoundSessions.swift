/// Finds recordings that were made together. They share a walk or a room, so they are held out and drawn together.
///
/// If recordings name sessions, these are used. Otherwise, recordings belong to one session in three cases: recordings of a
/// data set overlap in time by half of the shorter recording, and their names differ only by the number of an anchor, a
/// sensor, or another end of the link; pieces of a split log continue in time and distance; or recordings of any data sets
/// show one walk, independent of clocks and cuts (`WalkComparison`).
package struct FoundSessions: Sendable {
  package let recordings: [Recording]
  /// The session of each recording, from 0.
  package let groups: [Int]
  /// A sentence about the found sessions; `nil` if no sessions were found.
  package let sentence: String?

  /// The smallest overlap of two recordings of one session, as a share of the shorter recording.
  private static let leastOverlap = 0.5
  /// The shortest recording whose start and end are significant, in s.
  private static let shortest = 5.0
  /// The longest pause between two pieces of a log, in s and in rows.
  private static let (longestPause, mostRows) = (1.0, 10.0)
  /// The largest error of the extrapolated distance, in m, and in m per second of the pause.
  private static let (miss, missPerSecond) = (0.03, 0.3)
  /// The words in names that precede the number of one end of a link.
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
      // Within a data set, the first recording names the session.
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

  /// The pairs of recordings in a data set with overlapping clocks and similar names, or with distances that continue.
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

  /// A name without the numbers of anchors and other ends of links.
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
  /// Whether the distance continues in a walk that starts at the end of this walk.
  fileprivate func goesOn(in other: Walk, _ miss: Double, _ missPerSecond: Double) -> Bool {
    let last = times.count - 1
    guard last >= 3, let next = other.truths.first else { return false }
    let gap = other.start - end
    let speed = (truths[last] - truths[last - 3]) / max(1e-6, times[last] - times[last - 3])
    return (truths[last] + speed * gap - next).magnitude <= miss + missPerSecond * gap
  }
}
