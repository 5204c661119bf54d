internal import LubdubTraces

/// Recordings in shards, which an engine's workers hold, and work in units over one shard each.
struct Shards {
  /// A recording's place: its shard, and the place inside it.
  struct Place: Hashable {
    let shard: Int
    let index: Int
  }

  /// The recordings of each shard, counted from 0.
  let shards: [Range<Int>]
  /// The place of each recording.
  let places: [Place]
  /// The rows of each recording.
  private let rows: [Int]
  private let workers: Int

  /// So many units go to a worker, so that one that is slow can leave some to others.
  static let unitsPerWorker = 4
  /// What a unit costs beside its runs, in rows that a worker runs meanwhile: some 2 ms of a scheduler at a
  /// quarter of a microsecond a row (tools/bench/experiments/cluster, tools/bench/experiments/hosts).
  static let rowsPerUnit = 1 << 13
  /// The most rows of a unit: a worker that dies loses no more.
  static let mostRows = 1 << 23

  /// Shards of about the same number of rows.
  init(rows: [Int], workers: Int) {
    self.rows = rows
    self.workers = max(1, workers)
    let total = rows.reduce(0) { $0 + $1 + 1 }
    // A unit has one shard alone, and with one candidate has to be worth sending all the same.
    let worthwhile = Int((Double(total) / Double(Self.rowsPerUnit)).squareRoot())
    let wanted = min(max(worthwhile, total / Self.mostRows), self.workers * Self.unitsPerWorker)
    let count = min(rows.count, max(1, wanted))
    var shards: [Range<Int>] = []
    var start = 0
    var sum = 0
    for (index, own) in rows.enumerated() {
      sum += own + 1
      let isFull = sum * count >= total * (shards.count + 1)
      if isFull || index == rows.count - 1 {
        shards.append(start..<index + 1)
        start = index + 1
      }
    }
    self.shards = shards
    places = shards.enumerated().flatMap { shard, range in
      range.indices.map { Place(shard: shard, index: $0 - range.lowerBound) }
    }
  }

  /// A unit: runs over recordings of one shard.
  struct Unit {
    let shard: Int
    /// Recordings, each with the places of its runs in the list of all.
    var runs: [(recording: Int, places: [Int])] = []
  }

  /// Divides runs into units of about the same number of rows: some for each worker, and no more than are
  /// worth sending. The scheduler works on one unit after the other, and workers on theirs at the same time, so
  /// that n units take n · cost + rows / n, which is least where both are equal.
  func units(of runs: [TuningWork.Run]) -> [Unit] {
    let total = runs.reduce(0) { $0 + rows[$1.recording] }
    let worthwhile = Int((Double(total) * Double(Self.rowsPerUnit)).squareRoot())
    let enough = min(max(total / (workers * Self.unitsPerWorker), worthwhile), Self.mostRows)
    let own = Dictionary(grouping: runs.indices) { runs[$0].recording }
    let ofShards = Dictionary(grouping: own.keys.sorted()) { places[$0].shard }
    return ofShards.sorted { $0.key < $1.key }.flatMap { shard, recordings in
      units(of: recordings.map { ($0, own[$0] ?? []) }, shard, enough: enough)
    }
  }

  /// Divides the runs of a shard into units that are about equally long.
  private func units(
    of runs: [(recording: Int, places: [Int])], _ shard: Int, enough: Int
  ) -> [Unit] {
    let total = runs.reduce(0) { $0 + rows[$1.recording] * $1.places.count }
    let count = max(1, (total + enough / 2) / max(1, enough))
    let share = (total + count - 1) / count
    var units: [Unit] = []
    var filled = share
    for (recording, list) in runs {
      let length = rows[recording]
      // What one recording has too much of is cut where lanes are full.
      let piece = max(1, share / max(1, length) / Self.lanes) * Self.lanes
      for start in stride(from: 0, to: list.count, by: piece) {
        if filled >= share {
          units.append(Unit(shard: shard))
          filled = 0
        }
        let part = Array(list[start..<min(start + piece, list.count)])
        units[units.count - 1].runs.append((recording, part))
        filled += part.count * length
      }
    }
    return units
  }

  /// Candidates that a worker may run side by side.
  private static let lanes = 16
}
