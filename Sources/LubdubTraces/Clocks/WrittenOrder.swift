struct WrittenOrder {
  private(set) var offsets: [Double]
  private(set) var jumps: [(jump: ClockMending.Jump, place: Int)] = []
  private(set) var isInOrder = true
  private var links: [Int: Link] = [:]
  private var fallen = 0
  /// Rows that fell back or came late, with the time of the last row in order as `reference`.
  private var strays: [(place: Int, link: Int, reference: Double)] = []

  private struct Link {
    var clock = ClockMending()
    var waiting: [Int] = []
    var offsets = [0.0]
  }

  /// Creates the written order of rows. If it is not known that rows are written in the order of time, a step back can also
  /// come from swapped blocks of rows, not only from a clock that was set.
  init(_ rows: [PlausibleRow], isKnown: Bool) {
    offsets = [Double](repeating: 0, count: rows.count)
    for (place, row) in rows.enumerated() {
      let record = row.record
      let key = LinkTimes.place(of: record.peer) << 32 | LinkTimes.place(of: record.recording)
      var link = links.removeValue(forKey: key) ?? Link()
      let verdict = link.clock.judge(record.sample.time.value)
      settle(verdict, &link, key)
      switch verdict.place {
      case .take: offsets[place] = link.clock.offset
      case .wait: link.waiting.append(place)
      case .late, .newestFirst: strays.append((place, key, link.clock.last))
      }
      links[key] = link
    }
    for key in Array(links.keys) {
      var link = links.removeValue(forKey: key) ?? Link()
      settle(link.clock.finish(), &link, key)
      links[key] = link
    }
    let isOfHours = { (jump: Double) in
      jump.magnitude > 3598 && (jump - (jump / 3600).rounded() * 3600).magnitude <= 2
    }
    isInOrder = 4 * fallen < rows.count
    guard isInOrder, isKnown || jumps.allSatisfy({ $0.jump.isTurn || isOfHours($0.jump.seconds) })
    else {
      (offsets, jumps) = ([Double](repeating: 0, count: rows.count), [])
      return
    }
    for stray in strays {
      let time = rows[stray.place].record.sample.time.value - stray.reference
      let found = links[stray.link]?.offsets.min { (time + $0).magnitude < (time + $1).magnitude }
      offsets[stray.place] = found ?? 0
    }
    jumps = jumps.inOrder { $0.place < $1.place }
  }

  private mutating func settle(_ verdict: ClockMending.Verdict, _ link: inout Link, _ key: Int) {
    guard let settled = verdict.settled else { return }
    if let jump = verdict.jump, let first = link.waiting.first {
      jumps.append((jump, first))
      link.offsets.append(link.clock.offset)
    }
    for (place, row) in link.waiting.enumerated() {
      if settled.contains(place) {
        offsets[row] = link.clock.offset
      } else {
        fallen += 1
        strays.append((row, key, link.clock.last))
      }
    }
    link.waiting = []
  }
}
