/// Divides recordings into shards, which workers store, and work into units, which run the same candidates on recordings of
/// one shard.
struct Shards {
  let ranges: [Range<Int>]
  private let rows: [Int]
  private let workers: Int

  /// The number of units per worker. A slow worker can leave some of them to others.
  static let unitsPerWorker = 4
  /// The cost of a unit in addition to its runs, in rows that a worker processes in that time: about 2 ms of the scheduler,
  /// at 0.25 µs per row (tools/bench/experiments/cluster, tools/bench/experiments/hosts).
  static let rowsPerUnit = 1 << 13
  /// The most rows of a unit, except for its last recording. It limits the loss if a worker dies.
  static let mostRows = 1 << 23
  private static let lanes = 16

  init(rows: [Int], workers: Int) {
    (self.rows, self.workers) = (rows, workers)
    let total = rows.reduce(0) { $0 + $1 + 1 }
    // Even with one candidate, a unit must be worth its cost.
    let worthwhile = Int((Double(total) / Double(Self.rowsPerUnit)).squareRoot())
    let count = max(1, min(worthwhile, workers * Self.unitsPerWorker), total / Self.mostRows + 1)
    var ranges: [Range<Int>] = []
    var (start, sum) = (0, 0)
    for (index, own) in rows.enumerated() {
      sum += own + 1
      guard sum * count >= total * (ranges.count + 1) else { continue }
      ranges.append(start..<index + 1)
      start = index + 1
    }
    self.ranges = ranges
  }

  struct Run: Hashable {
    let recording: Int
    let candidate: Int
  }

  /// A shard, and the indices of the runs for each recording of the unit.
  struct Unit {
    let shard: Int
    let places: [[Int]]
  }

  /// Divides runs into units with about the same number of rows, several per worker, and only as many as are worth their
  /// cost. The scheduler processes one unit after the other, while workers process their units at the same time. So n units
  /// take n · cost + rows / n, with the minimum at equal terms.
  func units(of runs: [Run]) -> [Unit] {
    let total = runs.reduce(0) { $0 + rows[$1.recording] }
    let worthwhile = Int((Double(total) * Double(Self.rowsPerUnit)).squareRoot())
    let share = min(max(total / (workers * Self.unitsPerWorker), worthwhile), Self.mostRows)
    let own = Dictionary(grouping: runs.indices) { runs[$0].recording }
    return ranges.enumerated().flatMap { shard, range in
      Dictionary(grouping: range.filter { own[$0] != nil }) { recording in
        own[recording, default: []].map { runs[$0].candidate }
      }
      .values.sorted { $0[0] < $1[0] }
      .flatMap { recordings in
        parts(of: recordings.map { ($0, own[$0, default: []]) }, share: share)
          .map { Unit(shard: shard, places: $0) }
      }
    }
  }

  /// Divides recordings with the same candidates into parts with about the same number of rows.
  private func parts(of runs: [(recording: Int, places: [Int])], share: Int) -> [[[Int]]] {
    let candidates = runs[0].places.count
    let total = runs.reduce(0) { $0 + rows[$1.recording] } * candidates
    let count = max(1, (total + share / 2) / max(1, share))
    let even = max(1, (total + count - 1) / count)
    // If a part has room for several groups of lanes, its candidates fill whole groups.
    let fitting = max(1, even / max(1, runs.map { rows[$0.recording] }.max() ?? 0))
    let width = fitting < Self.lanes ? fitting : fitting / Self.lanes * Self.lanes
    return stride(from: 0, to: candidates, by: width).flatMap { start in
      var parts: [[[Int]]] = []
      var filled = even
      for (recording, places) in runs {
        if filled >= even {
          parts.append([])
          filled = 0
        }
        let own = Array(places[start...].prefix(width))
        parts[parts.count - 1].append(own)
        filled += own.count * rows[recording]
      }
      return parts
    }
  }
}
