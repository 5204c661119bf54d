internal import RealModule

/// Compares two recordings for the same walk: their truths agree up to a clock and a small offset, and the agreement is more
/// than a common trend.
struct WalkComparison {
  private let one: Walk
  private let other: Walk
  /// The clock: a time t of `one` is the time rate · t + shift of `other`.
  private var rate = 1.0
  private var shift: Double
  private let middle: Double

  /// The length of a block of evidence and the least evidence, both in s.
  private static let (block, leastEvidence) = (3.0, 15.0)
  private static let (leastOverlap, leastShare) = (10.0, 0.3)
  /// The largest offset of the truths, and the largest deviation beyond rounding, both in m.
  private static let (mostOffset, tolerance) = (0.25, 0.003)
  private static let (leastZ, leastCorrelation) = (6.0, 0.5)
  /// The largest relative difference between the clocks.
  private static let mostRate = 0.05
  /// The most grid points to compare: five minutes.
  private static let mostPoints = 3000

  init(_ one: Walk, _ other: Walk, _ times: [(one: Double, other: Double)]) {
    (self.one, self.other) = (one, other)
    middle = Statistics.median(times.map(\.one)) ?? 0
    shift = Statistics.median(times.map { $0.other - $0.one }) ?? 0
    let kept = stride(from: 0, to: times.count, by: (times.count + 199) / 200).map { times[$0] }
    let ends = kept.map(\.one)
    guard kept.count >= 5, (ends.max() ?? 0) - (ends.min() ?? 0) > 10 else { return }
    // The Theil-Sen estimator is the median slope.
    let slopes = kept.indices.flatMap { a in
      kept.indices.dropFirst(a + 1).compactMap { b -> Double? in
        let time = kept[b].one - kept[a].one
        return time.magnitude > 4 ? (kept[b].other - kept[a].other) / time : nil
      }
    }
    guard slopes.count > 3, let slope = Statistics.median(slopes) else { return }
    rate = min(max(slope, 1 - Self.mostRate), 1 + Self.mostRate)
    let own = rate
    shift = Statistics.median(kept.map { $0.other - own * $0.one }) ?? shift
  }

  /// Whether the levels at common landmarks agree. This check is fast.
  static func isWorth(_ one: Walk, _ other: Walk, _ times: [(one: Double, other: Double)]) -> Bool {
    var apart: [Double] = []
    for place in stride(from: 0, to: times.count, by: max(1, times.count / 20)) {
      for offset in [-0.6, 0, 0.6] {
        guard let a = one.level(at: times[place].one + offset),
          let b = other.level(at: times[place].other + offset)
        else { continue }
        apart.append(a - b)
      }
    }
    guard apart.count >= 3, let middle = Statistics.median(apart) else { return true }
    return middle.magnitude <= mostOffset + 0.1
      && Statistics.robustDeviation(apart, around: middle) <= 1.4826 * 0.05
  }

  /// Whether both recordings show one walk at the fine scale. If rows are sparse, twice that scale counts, too.
  var isSame: Bool {
    if isSame(1) { return true }
    return max(one.rows, other.rows) > WalkPairs.sparse && isSame(2)
  }

  private func isSame(_ scale: Int) -> Bool {
    var copy = self
    return copy.align(scale).map { copy.agrees($0, scale) } ?? false
  }

  /// The values of both walks at times of `one` that both walks cover.
  private struct Overlap {
    var times: [Double] = []
    var levels: [(one: Double, other: Double)] = []
    var rests: [(one: Double, other: Double)] = []
    var slopes: [Double] = []
  }

  private func overlap(_ times: ArraySlice<Double>, _ scale: Int) -> Overlap {
    let (own, others) = (one.course(scale), other.course(scale))
    let inside = Walk.local * Double(scale)
    var found = Overlap()
    var hints = (0, 0)
    for time in times {
      guard let a = one.place(at: time, inside: inside, hint: &hints.0),
        let b = other.place(at: rate * time + shift, inside: inside, hint: &hints.1)
      else { continue }
      let (first, second) = (own[a.piece], others[b.piece])
      let level = Walk.value(second.smooth, at: b.at)
      found.times.append(time)
      found.levels.append((Walk.value(first.smooth, at: a.at), level))
      found.rests.append((Walk.value(first.rest, at: a.at), Walk.value(second.rest, at: b.at)))
      found.slopes.append((Walk.value(second.smooth, at: b.at + 1) - level) / Walk.step)
    }
    return found
  }

  /// The times of five minutes around the common turns.
  private var window: ArraySlice<Double> {
    let times = one.grid
    guard times.count > Self.mostPoints else { return times[...] }
    let place = times.partitioningIndex { $0 >= middle }
    let low = min(max(0, place - Self.mostPoints / 2), times.count - Self.mostPoints)
    return times[low..<low + Self.mostPoints]
  }

  /// Refines the clock by robust Gauss-Newton steps; `nil` if the walks differ too much.
  private mutating func align(_ scale: Int) -> Overlap? {
    let times = window
    guard let first = times.first, let last = times.last else { return nil }
    for turn in 0..<6 {
      let both = overlap(times, scale)
      guard Double(both.times.count) * Walk.step >= 0.8 * Self.leastOverlap else { return nil }
      let apart = both.levels.map { $0.one - $0.other }
      let middle = Self.middle(apart)
      let spread = Self.middle(apart.map { ($0 - middle).magnitude })
      guard spread <= [0.3, 0.05, 0.012][min(turn, 2)] else { return nil }
      let center = Statistics.mean(both.times) ?? 0
      var sums = [[Double]](repeating: [0, 0, 0], count: 3)
      var right = [0.0, 0.0, 0.0]
      for (place, gap) in apart.enumerated() {
        let slope = both.slopes[place]
        let row = [1, slope, slope * (both.times[place] - center)]
        let far = (gap - middle) / (1.5 * spread + 1e-4)
        let weight = 1 / (1 + far * far)
        for a in 0..<3 {
          right[a] += weight * row[a] * gap
          for b in 0..<3 { sums[a][b] += weight * row[a] * row[b] }
        }
      }
      for (axis, ridge) in [1e-9, 1e-6, 1e-3].enumerated() { sums[axis][axis] += ridge }
      guard let step = Self.solve(sums, right) else { return nil }
      let faster = min(max(step[2], -0.02), 0.02)
      let later = min(max(step[1], -1), 1)
      rate += faster
      shift += later - faster * center
      guard (rate - 1).magnitude <= Self.mostRate else { return nil }
      if faster.magnitude * (last - first) < 1e-3, later.magnitude < 1e-3 { break }
    }
    return overlap(times, scale)
  }

  /// Solves three linear equations by elimination; `nil` if there is no solution.
  private static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
    var rows = zip(matrix, right).map { $0 + [$1] }
    for axis in 0..<3 {
      guard let pivot = (axis..<3).max(by: { rows[$0][axis].magnitude < rows[$1][axis].magnitude }),
        rows[pivot][axis].magnitude > 1e-30
      else { return nil }
      rows.swapAt(axis, pivot)
      for row in 0..<3 where row != axis {
        let factor = rows[row][axis] / rows[axis][axis]
        for column in axis..<4 { rows[row][column] -= factor * rows[axis][column] }
      }
    }
    let found = (0..<3).map { rows[$0][3] / rows[$0][$0] }
    return found.allSatisfy(\.isFinite) ? found : nil
  }

  private func agrees(_ both: Overlap, _ scale: Int) -> Bool {
    let (count, width) = (both.times.count, Self.block * Double(scale))
    let length = Double(count) * Walk.step
    let span = min(
      (one.times.last ?? 0) - (one.times.first ?? 0),
      ((other.times.last ?? 0) - (other.times.first ?? 0)) / rate,
      Double(Self.mostPoints) * Walk.step)
    let needed = max(width, Self.leastOverlap, Self.leastShare * span)
    guard length >= needed - 2 * Walk.local * Double(scale) - 0.5, length >= width else {
      return false
    }
    let apart = both.levels.map { $0.one - $0.other }
    guard let offset = Statistics.median(apart), offset.magnitude <= Self.mostOffset else {
      return false
    }
    // The worst 2% are omitted.
    let squares = apart.map { ($0 - offset) * ($0 - offset) }.sorted()
    let kept = squares.prefix(max(1, count * 98 / 100))
    let error = (kept.reduce(0, +) / Double(kept.count)).squareRoot()
    let rounding = ((one.grain * one.grain + other.grain * other.grain) / 12).squareRoot()
    let sparse = max(one.rows, other.rows * rate)
    let (a, b) = (both.rests.map(\.one), both.rests.map(\.other))
    // The error of linear interpolation between sparse rows is at most the size of the residual.
    let sizes = [a, b].map { rest in Self.middle(rest.map { $0 * $0 }) }
    let blur =
      0.25 * min(1, sparse / (Walk.fine * Double(scale))) * (sizes[0] + sizes[1]).squareRoot()
    guard error <= Self.tolerance + rounding + blur else { return false }
    let fraction = min(1, max(sparse, Walk.step) / (Walk.fine * Double(scale)))
    let floor = max(0.0003, 0.35 * max(one.grain, other.grain) * (fraction / 12).squareRoot())
    let blocks = Int(width / Walk.step + 0.5)
    let rich = (0..<count / blocks).count { block in
      [a, b].allSatisfy { rest in
        let part = rest[block * blocks..<(block + 1) * blocks]
        return part.reduce(0) { $0 + $1 * $1 } / Double(blocks) > 2.25 * floor * floor
      }
    }
    guard Double(rich) * width >= Self.leastEvidence else { return false }
    let share = Double(rich) / Double(count / blocks)
    return Self.isSame(
      Self.normalized(a, floor, width), Self.normalized(b, floor, width), share: share,
      lags: Int(4 * Double(scale) / Walk.step + 0.5))
  }

  /// The values divided by their local size, so that no turn or stop dominates, and with a mean of 0.
  private static func normalized(_ rest: [Double], _ floor: Double, _ width: Double) -> [Double] {
    let size = Walk.box(rest.map { $0 * $0 }, width)
    let found = zip(rest, size).map { $0 / (max(0, $1) + floor * floor).squareRoot() }
    let mean = Statistics.mean(found) ?? 0
    return found.map { $0 - mean }
  }

  /// Whether the correlation shows one walk. For different walks, the correlation is normally distributed with Bartlett's
  /// effective number ("On the theoretical specification of sampling properties of autocorrelated time series", 1946).
  private static func isSame(_ a: [Double], _ b: [Double], share: Double, lags: Int) -> Bool {
    let count = Double(a.count)
    func product(_ x: [Double], _ y: [Double], _ lag: Int = 0) -> Double {
      var sum = 0.0
      for place in 0..<x.count - lag { sum += x[place + lag] * y[place] }
      return sum / Double(x.count - lag)
    }
    let (own, others) = (product(a, a), product(b, b))
    guard own > 1e-9, others > 1e-9 else { return false }
    let r = product(a, b) / (own * others).squareRoot()
    guard r >= leastCorrelation else { return false }
    var sum = 0.0
    for lag in 1..<max(2, min(a.count - 1, lags)) {
      sum += product(a, a, lag) / own * product(b, b, lag) / others
    }
    let effective = count / max(1, 1 + 2 * sum) * share
    let bounded = min(r, 0.999999)
    let z = 0.5 * Double.log((1 + bounded) / (1 - bounded)) * max(0, effective - 3).squareRoot()
    return z >= leastZ
  }

  /// The middle element in order, by Hoare's selection; 0 for an empty list.
  private static func middle(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    var list = values
    let wanted = list.count / 2
    var (low, high) = (0, list.count - 1)
    while low < high {
      let pivot = list[(low + high) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while list[left] < pivot { left += 1 }
        while list[right] > pivot { right -= 1 }
        if left <= right {
          list.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if wanted <= right {
        high = right
      } else if wanted >= left {
        low = left
      } else {
        return list[wanted]
      }
    }
    return list[wanted]
  }
}
