public import Quantities
public import Ranging

/// One accepted row of a trace: what the devices saw, and what the recording knows beside it.
@frozen
public struct TraceRecord: Sendable, Hashable {
  /// What the devices saw.
  public var observation: Observation
  /// The true distance, where the recording has ground truth; finite and not negative.
  public var truth: Meters?
  /// The other end of the link, as an index into the reader's `peers`.
  public var peer: NameTable.Index?
  /// The recording that the row belongs to, as an index into the reader's `recordings`; only with
  /// `ReadOptions.recordingColumn`.
  public var recording: NameTable.Index?
  /// The line of the file, from 1; the record's number in a binary log.
  public var line: Int

  /// A record from its parts; `nil` means not known.
  @inlinable
  public init(
    _ observation: Observation, truth: Meters? = nil, peer: NameTable.Index? = nil,
    recording: NameTable.Index? = nil, line: Int = 0
  ) {
    self.observation = observation
    self.truth = truth
    self.peer = peer
    self.recording = recording
    self.line = line
  }
}
