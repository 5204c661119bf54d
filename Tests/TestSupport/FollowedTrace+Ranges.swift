public import Lubdub
public import LubdubSupport
public import LubdubTraces

extension FollowedTrace {
  /// The ranges that have arrived since the last call.
  public mutating func nextRanges() throws(ReadError) -> [Meters] {
    var records: [TraceRecord] = []
    _ = try next(into: &records, timeout: 0.01)
    return records.compactMap(\.sample.range)
  }
}
