/// Recordings in shards, which workers hold, and work in units: recordings of one shard by the same candidates.
struct Shards {
  let ranges: [Range<Int>]
  private let rows: [Int]
  private let workers: Int

  /// So many units go to a worker, so that one that is slow can leave some to others.
  static let unitsPerWorker = 4
  /// The cost of a unit beside its runs, in rows that a worker runs meanwhile: some 2 ms of a scheduler at a quarter of a
  /// microsecond per row (tools/bench/experiments/cluster, tools/bench/experiments/hosts).
  static let rowsPerUnit = 1 << 13
  /// The most rows of a unit, but for its last recording: a worker that dies loses no more.
  static let mostRows = 1 << 23
  private static let lanes = 16

  init(rows: [Int], workers: Int) {
    (self.rows, self.workers) = (rows, workers)
    let total = rows.reduce(0) { $0 + $1 + 1 }
    // With one candidate a unit has to be worth sending all the same.
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

  /// A shard, and for each of some of its recordings the places of its runs in the list of all.
  struct Unit {
    let shard: Int
    let places: [[Int]]
  }

  /// Divides runs into units of about the same number of rows: some for each worker, and no more than are
  /// worth sending. The scheduler works on one unit after the other, and workers on theirs at the same time, so
  /// that n units take n · cost + rows / n, which is least where both are equal.
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

  /// Divides recordings with the same candidates into parts of about the same number of rows.
  private func parts(of runs: [(recording: Int, places: [Int])], share: Int) -> [[[Int]]] {
    let candidates = runs[0].places.count
    let total = runs.reduce(0) { $0 + rows[$1.recording] } * candidates
    let count = max(1, (total + share / 2) / max(1, share))
    let even = max(1, (total + count - 1) / count)
    // What one recording has too much of is cut where lanes are full.
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
