/// Recordings in shards, which workers hold, and work in units: recordings of one shard by the same candidates.
struct Shards {
  /// The recordings of each shard, counted from 0.
  let ranges: [Range<Int>]
  /// The rows of each recording.
  private let rows: [Int]
  private let workers: Int

  /// So many units go to a worker, so that one that is slow can leave some to others.
  static let unitsPerWorker = 4
  /// What a unit costs beside its runs, in rows that a worker runs meanwhile: some 2 ms of a scheduler at a
  /// quarter of a microsecond a row (tools/bench/experiments/cluster, tools/bench/experiments/hosts).
  static let rowsPerUnit = 1 << 13
  /// The most rows of a unit that has more than one run: a worker that dies loses no more.
  static let mostRows = 1 << 23
  /// Candidates that a worker may run side by side.
  private static let lanes = 16

  /// Shards of about the same number of rows.
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

  /// A run of a candidate over a recording, both counted from 0.
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
      .sorted { $0.value[0] < $1.value[0] }
      .flatMap { candidates, recordings in
        let fitting = max(1, share / recordings.reduce(1) { $0 + rows[$1] })
        // Where lanes can be full, they are.
        let width = fitting < Self.lanes ? fitting : fitting / Self.lanes * Self.lanes
        return stride(from: 0, to: candidates.count, by: width).map { start in
          Unit(
            shard: shard,
            places: recordings.map { Array(own[$0, default: []][start...].prefix(width)) })
        }
      }
    }
  }
}
