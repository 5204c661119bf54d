internal import Evaluation
internal import TraceReading

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

  /// So many shards go to a worker, so that one that is slow can leave some to others.
  static let shardsPerWorker = 4
  /// The fewest rows of a unit, over all of its runs: what a unit costs beside its runs is less than they do.
  static let leastRows = 1 << 15
  /// The most rows of a unit: a worker that dies loses no more.
  static let mostRows = 1 << 23

  /// Shards of about the same number of rows.
  init(rows: [Int], workers: Int) {
    self.rows = rows
    self.workers = max(1, workers)
    let count = min(rows.count, self.workers * Self.shardsPerWorker)
    let total = rows.reduce(0) { $0 + $1 + 1 }
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

  /// Divides runs into units of about the same number of rows: some for each worker, and none too small to
  /// be worth sending.
  func units(of runs: [TuningWork.Run]) -> [Unit] {
    let total = runs.reduce(0) { $0 + rows[$1.recording] }
    let enough = min(
      max(total / (workers * Self.shardsPerWorker), Self.leastRows), Self.mostRows)
    let own = Dictionary(grouping: runs.indices) { runs[$0].recording }
    var units: [Unit] = []
    var filled = 0
    for (recording, list) in own.sorted(by: { $0.key < $1.key }) {
      let shard = places[recording].shard
      let length = rows[recording]
      // What one recording has too much of is cut where lanes are full.
      let lanes = enough / max(1, length) / Self.lanes
      let piece = max(1, lanes) * Self.lanes
      for start in stride(from: 0, to: list.count, by: piece) {
        let part = Array(list[start..<min(start + piece, list.count)])
        if units.last?.shard != shard || filled >= enough {
          units.append(Unit(shard: shard))
          filled = 0
        }
        units[units.count - 1].runs.append((recording, part))
        filled += part.count * length
      }
    }
    return units
  }

  /// Candidates that a worker may run side by side.
  private static let lanes = 16
}
