public import Ceremony
public import Haptics
public import Link
public import Proximity

/// Who reads what a pipeline decides. Every method may be left out.
///
/// All times are those of the timeline: seconds since the first observation.
public protocol PipelineOutput {
  /// Whether `considered` is to be called; it costs a little.
  var wantsConsiderations: Bool { get }

  /// An observation was folded in.
  ///
  /// - Parameters:
  ///   - estimate: The posterior after it; `nil` before there is any.
  ///   - zone: The zone after it, counted from the nearest; `nil` for none.
  ///   - observation: The observation, on the trace's own clock.
  mutating func estimated(_ estimate: DistanceEstimate?, zone: Int?, from observation: Observation)

  /// The zone, or what is known about it, has changed.
  mutating func changed(_ change: ZoneChange)

  /// A change of zone was considered: taken, or not and why.
  mutating func considered(_ consideration: ZoneConsideration)

  /// The ceremony asks for something, or has moved on.
  mutating func acted(_ action: CeremonyAction)

  /// A beat was decided.
  mutating func beat(_ beat: Beat)

  /// Something is to be felt: an event of a beat, of a cue, or a sustained contact.
  mutating func played(_ event: HapticEvent)
}

extension PipelineOutput {
  /// No.
  public var wantsConsiderations: Bool { false }
  /// Leaves it unread.
  public mutating func estimated(
    _ estimate: DistanceEstimate?, zone: Int?, from observation: Observation
  ) {}
  /// Leaves it unread.
  public mutating func changed(_ change: ZoneChange) {}
  /// Leaves it unread.
  public mutating func considered(_ consideration: ZoneConsideration) {}
  /// Leaves it unread.
  public mutating func acted(_ action: CeremonyAction) {}
  /// Leaves it unread.
  public mutating func beat(_ beat: Beat) {}
  /// Leaves it unread.
  public mutating func played(_ event: HapticEvent) {}
}
