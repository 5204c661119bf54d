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

  package init(_ records: [TraceRecord]) {
    var last: [(time: Double, range: Double?)?] = []
    var steps: [Double] = []
    var (fast, ways) = (0, 0)
    for record in records {
      let (time, range) = (record.sample.time.value, record.sample.range?.value)
      let link = LinkTimes.place(of: record.peer)
      while last.count <= link { last.append(nil) }
      if let before = last[link] {
        let step = time - before.time
        if step > 0 { steps.append(step) }
        if let range, let other = before.range {
          ways += 1
          let way = (range - other).magnitude
          if way > Self.noise, way > Self.fastest * step { fast += 1 }
        }
      }
      last[link] = (time, range ?? last[link]?.range)
    }
    steps = steps.inOrder()
    step = steps.isEmpty ? nil : steps[steps.count / 2]
    fastShare = ways > 0 ? Double(fast) / Double(ways) : 0
    self.length = (records.last?.sample.time.value ?? 0) - (records.first?.sample.time.value ?? 0)
  }
}
