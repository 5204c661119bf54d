/// One pass over intervals without a gap, which finds faulty intervals and their kinds. The decisions follow Lipponen and
/// Tarvainen (2019), figure 1. One condition is Lubdub's own: a beat is inserted or removed only if the interval is nearer
/// to the median afterward.
struct FaultDetector {
  private let lengths: [Double]
  private let limits: FaultLimits
  /// The steps in units of their limits.
  private let steps: [Double]

  /// The slope and offset of the border of ectopic beats.
  private static let slope = 0.13
  private static let offset = 0.17
  /// The offset, in units of its limit, that is a fault without a large step.
  private static let farOffset = 3.0

  init(_ lengths: [Double], _ limits: FaultLimits) {
    self.lengths = lengths
    self.limits = limits
    steps = zip(limits.steps, limits.stepLimits).map { $0 / $1 }
  }

  func faults() -> [Int: FaultKind] {
    var faults: [Int: FaultKind] = [:]
    var index = 0
    while index < lengths.count {
      if let (place, kind) = fault(at: index) {
        faults[place] = kind
        if kind == .extra || kind == .missed { index = place }
        // An extra beat includes the next interval.
        if kind == .extra { index += 1 }
      }
      index += 1
    }
    return faults
  }

  /// A step in units of its limit; 0 beyond the ends.
  private func step(_ index: Int) -> Double { steps.indices.contains(index) ? steps[index] : 0 }

  private func isFar(_ index: Int) -> Bool {
    abs(limits.offsets[index] / limits.offsetLimits[index]) > Self.farOffset
  }

  private func fault(at index: Int) -> (place: Int, kind: FaultKind)? {
    guard abs(step(index)) > 1 || isFar(index) else { return nil }
    if isEctopic(index) { return (index, .ectopic) }
    if let kind = misplaced(index) { return (index, kind) }
    guard index + 2 < lengths.count, abs(step(index + 1)) < abs(step(index + 2)) else { return nil }
    return misplaced(index + 1).map { (index + 1, $0) }
  }

  private func isEctopic(_ index: Int) -> Bool {
    let here = step(index)
    let (before, after) = (step(index - 1), step(index + 1))
    if here > 1 { return max(before, after) < -Self.slope * here - Self.offset }
    if here < -1 { return min(before, after) > -Self.slope * here + Self.offset }
    return false
  }

  private func misplaced(_ index: Int) -> FaultKind? {
    let here = step(index)
    let (next, second) = (step(index + 1), step(index + 2))
    let isLong = here > 1 && min(next, second) < -1
    let isShort = here < -1 && max(next, second) > 1
    guard isLong || isShort || isFar(index) else { return nil }
    let median = limits.medians[index]
    let reach = min(limits.offsetLimits[index], abs(lengths[index] - median))
    if isShort, index + 1 < lengths.count, abs(lengths[index] + lengths[index + 1] - median) < reach
    {
      return .extra
    }
    if isLong, abs(lengths[index] / 2 - median) < reach { return .missed }
    return lengths[index] > median ? .long : .short
  }
}

/// The fault of an interval, as in J. A. Lipponen and M. P. Tarvainen, "A robust algorithm for heart rate variability time
/// series artefact correction using novel beat classification", J. Med. Eng. Technol. 43 (2019).
package enum FaultKind: String, Sendable, Hashable, CaseIterable {
  /// A beat was too early and the next beat too late, or the other way around.
  case ectopic
  case long
  case short
  /// A beat was missed, so the interval consists of two intervals.
  case missed
  /// A false beat was detected, so this interval and the next interval form one interval.
  case extra
}
