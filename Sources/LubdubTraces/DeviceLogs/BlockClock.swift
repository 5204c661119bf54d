/// The time of logs without a clock: a counter of blocks, which restarts with each session, times the length of a block.
struct BlockClock {
  /// The length of a block in nanoseconds.
  var period: Int64
  private var last: Int64?
  private(set) var time: Int64 = 0

  init(period: Int64) { self.period = period }

  mutating func advance(to block: Int64) -> Int64? {
    guard let last else {
      last = block
      return time
    }
    let blocks = block > last ? block - last : 1
    let (step, overflow) = blocks.multipliedReportingOverflow(by: period)
    let (sum, carry) = time.addingReportingOverflow(step)
    guard !overflow, !carry else { return nil }
    self.last = block
    time = sum
    return time
  }

  static func warning(_ period: Int64, _ unit: String) -> String {
    "the log has no clock: time is the \(unit) times \(Double(period) / 1e9) s, and all times depend on that"
  }
}

extension ReadOptions {
  func nanosecondPeriod(default standard: Int64) -> Int64 {
    guard let seconds = period?.value, seconds.isFinite, seconds > 0, seconds < 1e6 else {
      return standard
    }
    return max(1, Int64((seconds * 1e9).rounded()))
  }
}
