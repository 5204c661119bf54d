/// Something that happened at a fence or a tripwire.
package struct FenceEvent: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case enter
    case leave
    case cross
  }

  package enum Reason: String, Sendable, Hashable {
    case sure
    /// Nothing was sure for so long that the likelier side was taken.
    case limit
    /// After a crossing the walker was clear of the wire.
    case clear
    /// After a crossing the walker did not come back for a while.
    case dwell
  }

  /// To which side a wire was crossed, looking along it from its first to its last place.
  package enum Direction: String, Sendable, Hashable {
    /// From right to left.
    case toLeft = "to-left"
    /// From left to right.
    case toRight = "to-right"
  }

  /// When it happened: at a fence, the first fix that said so; at a wire, when the path crossed it.
  package var time: Seconds
  /// When it was sure enough to be known.
  package var decided: Seconds
  package var kind: Kind
  package var id: String
  /// How sure it is: that the place is inside after entering, outside after leaving, on the new side
  /// after crossing.
  package var probability: Double
  package var direction: Direction?
  package var reason: Reason

  package init(
    time: Seconds, decided: Seconds, kind: Kind, id: String, probability: Double,
    direction: Direction? = nil, reason: Reason
  ) {
    (self.time, self.decided, self.kind, self.id) = (time, decided, kind, id)
    (self.probability, self.direction, self.reason) = (probability, direction, reason)
  }
}

/// When a fence counts as entered or left.
package struct FenceRule: Sendable, Hashable {
  /// Entered at this probability of being inside, or more.
  package var enter = 0.75
  /// Left at this probability or less.
  package var leave = 0.25
  /// So many fixes must say so ...
  package var fixes = 2
  /// ... the last of them so long after the first.
  package var spacing: Seconds = 5
  /// When no fix was sure for so long, the likelier side is taken; `nil` waits for ever.
  package var limit: Seconds? = 60
  /// How many times wider errors are than the fixes state.
  package var accuracyScale = 2.5
  /// Standard deviation of one axis where the fixes state none.
  package var usualDeviation: Meters = 4

  package init() {}

  /// The bare threshold: a fix is inside or outside, whatever its width.
  package static var bare: FenceRule {
    var rule = FenceRule()
    (rule.fixes, rule.spacing, rule.accuracyScale, rule.limit) = (1, .zero, 0, nil)
    return rule
  }

  func deviation(of fix: Fix) -> Meters {
    Meters((fix.deviation ?? usualDeviation).value * accuracyScale)
  }
}

/// A fix counts for leaving only if it lies outside by its own width: a wide one is no evidence of having left.
package struct FenceDetector: Sendable {
  package let fence: Fence
  package let rule: FenceRule
  /// Whether the receiver is inside; `nil` before that is decided.
  package private(set) var isInside: Bool?

  /// What counts as likelier where nothing is sure: more than a coin.
  private static let likely = 0.6

  private var side: Bool?
  private var since = Seconds.zero
  private var count = 0
  private var leaning: Seconds?

  package init(_ fence: Fence, rule: FenceRule = .init()) {
    (self.fence, self.rule) = (fence, rule)
  }

  /// Takes one fix: the event, if one is decided. The first side that is decided is no event.
  package mutating func update(_ fix: Fix) -> FenceEvent? {
    guard let found = fence.containment(of: fix.place, deviation: rule.deviation(of: fix)) else {
      return nil
    }
    let outside = max(found.probability, found.straightProbability)
    func side(_ enter: Double, _ leave: Double) -> Bool? {
      found.probability >= enter ? true : outside <= leave ? false : nil
    }
    let (says, likely) = (side(rule.enter, rule.leave), side(Self.likely, 1 - Self.likely))
    update(says, likely, at: fix.time)
    if let says, says != isInside, count >= rule.fixes, fix.time - since >= rule.spacing {
      return decide(says, .sure, found, fix.time, since)
    }
    if let limit = rule.limit, let leaning, let likely, fix.time - leaning >= limit {
      return decide(likely, .limit, found, fix.time, leaning)
    }
    return nil
  }

  private mutating func update(_ says: Bool?, _ likely: Bool?, at time: Seconds) {
    if let says {
      if says != side { (since, count) = (time, 0) }
      side = says
      count += 1
    } else if likely != side {
      (side, count) = (nil, 0)
    }
    if likely == nil || likely == isInside {
      leaning = nil
    } else if leaning == nil {
      leaning = time
    }
  }

  private mutating func decide(
    _ inside: Bool, _ reason: FenceEvent.Reason, _ found: Fence.Containment, _ time: Seconds,
    _ first: Seconds
  ) -> FenceEvent? {
    defer {
      isInside = inside
      leaning = nil
    }
    guard isInside != nil else { return nil }
    return FenceEvent(
      time: first, decided: time, kind: inside ? .enter : .leave, id: fence.id,
      probability: inside ? found.probability : 1 - found.probability, reason: reason)
  }
}
