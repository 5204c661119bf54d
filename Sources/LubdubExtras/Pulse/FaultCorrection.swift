/// A series of intervals after the detection and correction of its faults.
///
/// The method follows Lipponen and Tarvainen (2019), repeated until a pass finds no faults. Faults widen the limits around
/// them and hide other faults, so one pass leaves too large differences between neighbors. Three rules for later passes are
/// Lubdub's own: such a pass examines only intervals whose limit has fallen to two thirds of the first limit; it only
/// inserts, removes, or moves beats; and it examines no interval twice. Without these rules, the method would remove real
/// beats.
package struct FaultCorrection: Sendable, Hashable {
  /// The fault of each recorded interval; `nil` if there is no fault.
  package let labels: [FaultKind?]
  /// The intervals without faults, after beats were inserted, removed, and moved.
  package let corrected: RRSeries
  /// The index of the recorded interval for each corrected interval. An inserted beat gives two intervals with one index.
  package let sources: [Int]
  package let passes: Int

  /// The largest ratio of a later limit to the first limit at which an interval is examined again.
  private static let fall = 2.0 / 3
  /// The maximum number of passes. Each pass examines fewer intervals than the previous pass.
  private static let mostPasses = 20

  package init(_ series: RRSeries) {
    var labels = [FaultKind?](repeating: nil, count: series.intervals.count)
    var corrected = RRSeries()
    var sources: [Int] = []
    var passes = 0
    for run in series.runs {
      var work = RunCorrection(series.intervals[run].map { $0.length.value })
      while work.passes < Self.mostPasses, work.pass(fall: Self.fall) {}
      passes = max(passes, work.passes)
      for (index, kind) in work.labels { labels[run.lowerBound + index] = kind }
      for (index, length) in work.lengths.enumerated() {
        // The run begins at its recorded start, although interpolation may have moved the end of the previous run.
        let isFirst = index == 0 && run.lowerBound > 0
        let gap = isFirst ? series.intervals[run.lowerBound].start - corrected.end : nil
        corrected.append(Milliseconds(length), after: gap.map { max(.zero, $0) })
      }
      sources += work.sources.map { $0 + run.lowerBound }
    }
    (self.labels, self.corrected, self.sources, self.passes) = (labels, corrected, sources, passes)
  }

  package var faults: Int { labels.count { $0 != nil } }

  package func count(of kind: FaultKind) -> Int { labels.count { $0 == kind } }

  /// The share of faulty intervals, 0...1, and 0 without intervals.
  package var share: Double { labels.isEmpty ? 0 : Double(faults) / Double(labels.count) }
}

/// The correction of one stretch without a gap. All values are in milliseconds.
private struct RunCorrection {
  private(set) var lengths: [Double]
  private(set) var sources: [Int]
  private(set) var labels: [Int: FaultKind] = [:]
  private(set) var passes = 0
  private var firstLimits: [Double] = []

  init(_ lengths: [Double]) {
    self.lengths = lengths
    sources = Array(lengths.indices)
  }

  mutating func pass(fall: Double) -> Bool {
    let limits = FaultLimits(lengths)
    var faults = FaultDetector(lengths, limits).faults()
    if passes == 0 {
      firstLimits = limits.stepLimits
    } else {
      faults = faults.filter { index, kind in
        kind != .long && kind != .short && labels[sources[index]] == nil
          && limits.stepLimits[index] <= fall * firstLimits[sources[index]]
      }
    }
    guard !faults.isEmpty else { return false }
    for (index, kind) in faults { labels[sources[index]] = kind }
    correct(faults)
    passes += 1
    return true
  }

  private mutating func correct(_ faults: [Int: FaultKind]) {
    var (lengths, sources): ([Double], [Int]) = ([], [])
    var unsure: [Int] = []
    var index = 0
    while index < self.lengths.count {
      let (length, source) = (self.lengths[index], self.sources[index])
      switch faults[index] {
      case .missed:
        lengths += [length / 2, length / 2]
        sources += [source, source]
      case .extra where index + 1 < self.lengths.count:
        lengths.append(length + self.lengths[index + 1])
        sources.append(source)
        index += 1
      case let kind:
        if kind != nil { unsure.append(lengths.count) }
        lengths.append(length)
        sources.append(source)
      }
      index += 1
    }
    Self.interpolate(&lengths, at: unsure)
    self.lengths = lengths
    self.sources = sources
  }

  /// Replaces the numbers at some places by linear interpolation between the nearest other numbers. Without other numbers,
  /// nothing changes.
  private static func interpolate(_ values: inout [Double], at places: [Int]) {
    var start = 0
    while start < places.count {
      var end = start
      while end + 1 < places.count, places[end + 1] == places[end] + 1 { end += 1 }
      let (before, after) = (places[start] - 1, places[end] + 1)
      let left = before >= 0 ? values[before] : after < values.count ? values[after] : nil
      let right = after < values.count ? values[after] : left
      if let left, let right {
        for place in places[start...end] {
          let share = Double(place - before) / Double(after - before)
          values[place] = left + share * (right - left)
        }
      }
      start = end + 1
    }
  }
}
