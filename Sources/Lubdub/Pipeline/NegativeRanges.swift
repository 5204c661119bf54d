/// A run of ranges that are farther below zero than noise reaches. A few such ranges are gross errors; many in a row show
/// that the bias is wrong.
struct NegativeRanges: Sendable {
  private var count = 0
  private var start = Seconds.zero
  private var sum = 0.0
  private var isReported = false

  /// The least count and duration of a run to report.
  private static let reportedCount = 12
  private static let reportedTime: Seconds = 1

  /// Returns the rejection of a sample; `nil` if its range isn't too far below zero.
  @inline(__always) mutating func check(
    _ sample: Sample, isUsed: Bool, _ ranging: FusionFilter.Parameters
  ) -> Reception? {
    guard sample.radio == .uwb, let range = sample.range else { return nil }
    guard !isUsed else {
      count = 0
      return nil
    }
    return refuse(ranging.range.bias.corrected(range), ranging.range.lowestReading, sample.time)
  }

  private mutating func refuse(_ reading: Meters, _ lowest: Meters, _ time: Seconds) -> Reception? {
    guard reading < lowest else {
      count = 0
      return nil
    }
    if count == 0 { (start, sum) = (time, 0) }
    count += 1
    sum += reading.value
    guard !isReported, count >= Self.reportedCount, time - start >= Self.reportedTime else {
      return .negativeRange(lasting: nil)
    }
    isReported = true
    return .negativeRange(lasting: Meters(-sum / Double(count)))
  }
}
