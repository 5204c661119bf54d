internal import Lubdub

/// Whether a range is new, for each lane: a filter that refuses a reading does not remember it.
///
/// Lanes that remember the same share one detector.
struct RepeatLanes {
  private var shared = RepeatDetector()
  private var own = [RepeatDetector](repeating: RepeatDetector(), count: Lanes.scalarCount)
  private var isShared = LaneMask(repeating: true)

  /// Takes a reading, in m and s, that some lanes have used.
  ///
  /// - Returns: The lanes for which it is new, of those that have used it.
  @inline(__always)
  mutating func take(_ range: Double, at time: Double, usedBy isUsed: LaneMask) -> LaneMask {
    let before = shared
    let isNew = shared.isIndependent(Meters(range), at: Seconds(time))
    guard !all(isShared .& isUsed) else { return LaneMask(repeating: isNew) }
    return takeApart(range, at: time, usedBy: isUsed, isNew: isNew, before: before)
  }

  @inline(never)
  private mutating func takeApart(
    _ range: Double, at time: Double, usedBy isUsed: LaneMask, isNew: Bool,
    before: RepeatDetector
  ) -> LaneMask {
    var answer = LaneMask(repeating: isNew)
    for lane in 0..<Lanes.scalarCount where !(isShared[lane] && isUsed[lane]) {
      if isShared[lane] { own[lane] = before }
      if isUsed[lane] {
        answer[lane] = own[lane].isIndependent(Meters(range), at: Seconds(time))
      }
      isShared[lane] = own[lane] == shared
    }
    return answer
  }
}
