package struct LinkPace: Sendable {
  /// Faster than this, no person moves: in m/s.
  package static let fastest = 15.0
  /// Steps of ranges below this are noise, in m.
  package static let noise = 0.5
  /// Rows that come more often, in s, are stamped in another unit.
  package static let shortest = 1e-3

  /// The median time between two rows of a link that are not of one time, in s; `nil` where there are none.
  package let step: Double?
  /// From the first row to the last, in s.
  package let length: Double
  package let fastShare: Double

  /// The mean step between levels of one link, in dB, and between its ranges, in m; 0 where there are none.
  let (levelStep, rangeStep): (Double, Double)

  package init(_ records: [TraceRecord]) {
    var last: [(time: Double, range: Double?, level: Double?)?] = []
    var levels = (sum: 0.0, count: 0)
    var steps: [Double] = []
    var (fast, ways, length) = (0, 0, 0.0)
    for record in records {
      let (time, range) = (record.sample.time.value, record.sample.range?.value)
      let (link, level) = (LinkTimes.place(of: record.peer), record.sample.rssi?.value)
      while last.count <= link { last.append(nil) }
      if let before = last[link] {
        let step = time - before.time
        if step > 0 { steps.append(step) }
        if let level, let other = before.level {
          levels = (levels.sum + (level - other).magnitude, levels.count + 1)
        }
        if let range, let other = before.range {
          ways += 1
          let way = (range - other).magnitude
          length += way
          if way > Self.noise, way > Self.fastest * step { fast += 1 }
        }
      }
      last[link] = (time, range ?? last[link]?.range, level ?? last[link]?.level)
    }
    levelStep = levels.count > 0 ? levels.sum / Double(levels.count) : 0
    rangeStep = ways > 0 ? length / Double(ways) : 0
    steps = steps.inOrder()
    step = steps.isEmpty ? nil : steps[steps.count / 2]
    fastShare = ways > 0 ? Double(fast) / Double(ways) : 0
    self.length = (records.last?.sample.time.value ?? 0) - (records.first?.sample.time.value ?? 0)
  }

  /// Ranges that change by metres are stamped in another unit where none changes as fast as this, in m/s.
  package static let creeping = 0.1

  package static func creeps(_ ranges: [Double], step: Double) -> Bool {
    guard ranges.count >= 100 else { return false }
    let smooth = ranges.indices.dropFirst(2).map { Array(ranges[$0 - 2...$0]).inOrder()[1] }
    let sorted = smooth.inOrder()
    return sorted[sorted.count * 19 / 20] - sorted[sorted.count / 20] >= 2
      && zip(smooth, smooth.dropFirst()).allSatisfy { ($1 - $0).magnitude < creeping * step }
  }
}
