internal import RealModule

/// Finds pairs of walks that may be the same, from common turns or rows.
enum WalkPairs {
  /// The times of the same turns in two walks.
  struct Pair {
    let one: Int
    let other: Int
    let times: [(one: Double, other: Double)]
  }

  /// The patterns of four landmarks, with at most one landmark missing between them.
  private static let patterns = [[0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 3, 4], [0, 2, 3, 4]]
  /// The most marks with one key. A key with more marks belongs to a script or a rhythm, and is omitted.
  private static let mostOfOneKey = 40
  private static let leastVotes = 2.0
  /// The smallest share of the landmarks, for the walk with fewer landmarks.
  private static let leastShare = 0.08
  private static let mostCounted = 600
  /// The width of a cell of shifts, in s. Votes in one cell count as one shift.
  private static let cell = 4.0

  private struct Mark {
    let key: Int
    let walk: Int
    let time: Double
  }

  /// The keys of four landmarks from rounded intervals and levels. Two keys with shifted bins cover rounding.
  private static func marks(_ walks: [Walk]) -> [Mark] {
    var marks: [Mark] = []
    for (index, walk) in walks.enumerated() {
      for (layer, list) in walk.landmarks.enumerated() where list.count >= 5 {
        for pattern in patterns {
          for start in 0..<list.count - pattern[3] {
            let four = pattern.map { list[start + $0] }
            var parts = (0..<3).map {
              5 * Double.log(onePlus: (four[$0 + 1].time - four[$0].time) / Walk.layers[layer].gap)
            }
            parts += [10 * (four[1].level - four[0].level), 10 * (four[3].level - four[2].level)]
            let signs =
              (four[1].turn > four[0].turn ? 2 : 0) + (four[3].turn > four[2].turn ? 1 : 0)
            for (phase, shift) in [0, 0.5].enumerated() {
              var key = signs * 8 + layer * 2 + phase
              // Equal numbers must give equal keys.
              for part in parts {
                key = key &* 1_000_003 &+ Int((part + shift).rounded(.down)) &+ 7919
              }
              marks.append(Mark(key: key, walk: index, time: four[0].time))
            }
          }
        }
      }
    }
    return marks
  }

  /// Calls `body` with each pair of marks that have the same key and different walks.
  private static func meet(
    _ marks: [Mark], most: Int, _ body: (_ one: Mark, _ other: Mark) -> Void
  ) {
    let sorted = marks.sorted { ($0.key, $0.walk, $0.time) < ($1.key, $1.walk, $1.time) }
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].key == sorted[start].key { end += 1 }
      defer { start = end }
      guard end - start <= most else { continue }
      for one in start..<end {
        for other in one + 1..<max(end, one + 1) where sorted[other].walk != sorted[one].walk {
          body(sorted[one], sorted[other])
        }
      }
    }
  }

  private struct Hit {
    let pair: Int
    let one: Double
    let other: Double
  }

  /// Finds pairs by landmarks.
  static func byTurns(_ walks: [Walk]) -> [Pair] {
    let counts = walks.map { walk in walk.landmarks.reduce(0) { $0 + $1.count } }
    var hits: [Hit] = []
    meet(marks(walks), most: mostOfOneKey) { one, other in
      hits.append(
        Hit(pair: one.walk * walks.count + other.walk, one: one.time, other: other.time))
    }
    hits.sort { ($0.pair, $0.one, $0.other) < ($1.pair, $1.one, $1.other) }
    var pairs: [Pair] = []
    var start = 0
    while start < hits.count {
      let pair = hits[start].pair
      var end = start + 1
      while end < hits.count, hits[end].pair == pair { end += 1 }
      let own = hits[start..<end]
      start = end
      let (one, other) = (pair / walks.count, pair % walks.count)
      let share = leastShare * Double(min(counts[one], counts[other], mostCounted))
      let least = max(leastVotes, share)
      guard Double(own.count) >= least else { continue }
      var best: [(one: Double, other: Double)] = []
      for half in [0, 0.5] {
        let cells = Dictionary(grouping: own) { (($0.other - $0.one) / cell + half).rounded(.down) }
        for (_, votes) in cells.sorted(by: { $0.key < $1.key }) where Double(votes.count) >= least {
          let distinct = Set(votes.map { ($0.one * 10).rounded() }).count
          guard Double(distinct) >= least, distinct > best.count else { continue }
          best = []
          for vote in votes where best.last.map({ $0 != (vote.one, vote.other) }) ?? true {
            best.append((vote.one, vote.other))
          }
        }
      }
      guard !best.isEmpty, Double(best.count) >= share else { continue }
      pairs.append(Pair(one: one, other: other, times: best))
    }
    return pairs
  }

  /// The time between rows, in s, above which the small scale may be hidden.
  static let sparse = 0.35
  /// The fewest equal rows with different speeds. A line has one speed, and a constant has no speed.
  private static let leastRows = 8

  /// Finds pairs by equal rows: a value, a later value, and the time between them.
  static func byRows(_ walks: [Walk]) -> [(one: Int, other: Int)] {
    var marks: [Mark] = []
    var speeds: [Int: Double] = [:]
    for (index, walk) in walks.enumerated()
    where walk.values >= Walk.leastValues && walk.rows >= sparse / 2 {
      for lag in 1...3 {
        for row in 0..<max(0, walk.times.count - lag) {
          let time = walk.times[row + lag] - walk.times[row]
          let way = walk.truths[row + lag] - walk.truths[row]
          guard way.magnitude > 0.002, time < 6 else { continue }
          let (value, next) = (
            Int((walk.truths[row] * 1e4).rounded()), Int((walk.truths[row + lag] * 1e4).rounded())
          )
          let key = (value &* 1_000_003 &+ next) &* 1009 &+ Int((time * 100).rounded())
          marks.append(Mark(key: key, walk: index, time: walk.times[row]))
          speeds[key] = (way / time * 1000).rounded()
        }
      }
    }
    var votes: [[Int]: [Double: Double]] = [:]
    meet(marks, most: 8) { one, other in
      let shift = Int(((other.time - one.time) * 10).rounded())
      let time = (min(one.time, other.time) * 10).rounded()
      votes[[one.walk, other.walk, shift], default: [:]][time] = speeds[one.key]
    }
    return votes.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .filter { $0.value.count >= leastRows && Set($0.value.values).count >= leastRows }
      .map { ($0.key[0], $0.key[1]) }
  }
}
