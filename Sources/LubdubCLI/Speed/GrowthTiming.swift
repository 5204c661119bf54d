#if Tool
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
import LubdubReports

extension Growth {
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
#endif
