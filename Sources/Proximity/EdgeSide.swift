/// On which side of an edge the distance counts, and the evidence that it has changed sides.
struct EdgeSide: Sendable, Hashable {
  /// Whether it counts as inside.
  var isInside: Bool
  /// Since when every reading has been beyond the edge, however uncertain.
  private(set) var crossed = Clock()
  /// Since when every reading has been beyond the edge for certain.
  private var certain = Clock()
  /// Since when every reading has been deep inside.
  private var deep = Clock()
  /// The strongest evidence since the crossing, in deviations.
  private(set) var evidence = 0.0
  /// Whether the reason for holding the change back has been told.
  var isHeldBack = false

  /// Starts on a side, without evidence for the other.
  init(isInside: Bool) {
    self.isInside = isInside
  }

  /// Forgets the evidence.
  mutating func forget() {
    self = EdgeSide(isInside: isInside)
  }

  /// Takes one reading's view. A reading on the side that counts must be told by `forget`.
  mutating func take(_ view: EdgeView, at time: Double, isIndependent: Bool) {
    let inward = !isInside
    crossed.count(at: time, isIndependent: isIndependent)
    evidence = max(evidence, view.evidence(inward: inward))
    if view.isCertain(inward: inward) {
      certain.count(at: time, isIndependent: isIndependent)
    } else {
      certain = Clock()
    }
    if inward, view.isDeep {
      deep.count(at: time, isIndependent: isIndependent)
    } else {
      deep = Clock()
    }
  }

  /// Whether the evidence suffices, and which part of it; with the time it had been there.
  func verdict(_ rule: EdgeRule, at time: Double) -> (ZoneChange.Reason, waited: Double)? {
    if certain.has(lasted: rule.dwell, samples: rule.minimumSamples, at: time) {
      return (isInside ? .left : .entered, time - certain.start)
    }
    if deep.has(lasted: rule.reach, samples: max(3, rule.minimumSamples), at: time) {
      return (.reached, time - deep.start)
    }
    if crossed.has(lasted: rule.settle, samples: rule.minimumSamples, at: time) {
      return (.settled, time - crossed.start)
    }
    return nil
  }

  /// Whether nothing but the number of independent readings is missing.
  func lacksSamples(_ rule: EdgeRule, at time: Double) -> Bool {
    certain.has(lasted: rule.dwell, samples: 0, at: time)
      && !certain.has(lasted: rule.dwell, samples: rule.minimumSamples, at: time)
  }
}

/// For how long, and on how many independent readings, something has held without a break.
struct Clock: Sendable, Hashable {
  /// Times read from traces are rounded; a duration counts as passed when a microsecond is missing.
  static let tolerance = 1e-6

  private(set) var isRunning = false
  /// When it began; meaningless while not running.
  private(set) var start = 0.0
  private var samples = 0

  /// One more reading on which it holds.
  mutating func count(at time: Double, isIndependent: Bool) {
    if !isRunning {
      isRunning = true
      start = time
    }
    if isIndependent { samples += 1 }
  }

  /// Whether it has held this long and this often.
  func has(lasted duration: Double, samples needed: Int, at time: Double) -> Bool {
    isRunning && samples >= needed && time - start >= duration - Self.tolerance
  }
}
