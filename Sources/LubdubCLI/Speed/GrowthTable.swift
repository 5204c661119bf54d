#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The measured growth of one series.
struct Growth {
  /// What grew.
  let name: String
  /// Sizes with the time of the work, in s.
  let points: [(size: Int, seconds: Double)]

  /// The slope of the line through the logarithms of the larger half of the points: 1 is a cost in
  /// proportion, -1 one that is shared out; `nil` for fewer than two points.
  var slope: Double? {
    let tail = points.suffix(max(2, points.count / 2))
    guard tail.count > 1 else { return nil }
    let x = tail.map { log(Double($0.size)) }
    let y = tail.map { log($0.seconds) }
    let (meanX, meanY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
    let products = zip(x, y).map { ($0 - meanX) * ($1 - meanY) }
    let squares = x.map { ($0 - meanX) * ($0 - meanX) }
    return products.reduce(0, +) / squares.reduce(0, +)
  }

  /// Times a series: every size as often as fits into a twentieth of a second, at least three times
  /// unless that takes long; the least time counts. It is the processor's, so that others on the
  /// machine do not count, but for work that is shared out.
  static func measure(_ series: GrowthSuite.Series) throws -> Growth {
    var points: [(size: Int, seconds: Double)] = []
    for size in series.sizes {
      var best = Double.infinity
      var spent = 0.0
      var runs = 0
      while runs == 0 || (spent < 0.05 || runs < 3) && spent < 5 {
        let clock = series.isShared ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID
        let start = now(clock)
        guard try series.work(size).isFinite else { break }
        let seconds = now(clock) - start
        best = min(best, seconds)
        spent += seconds
        runs += 1
      }
      points.append((size, best))
    }
    return Growth(name: series.name, points: points)
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
