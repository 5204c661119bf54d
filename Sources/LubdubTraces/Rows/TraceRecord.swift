/// One accepted row of a trace: the sample of the devices, and other knowledge of the recording.
@frozen public struct TraceRecord: Sendable, Hashable {
  /// The sample of the devices.
  public var sample: Sample
  // Indices without the byte for a missing index, so that a record needs only 104 bytes.
  @usableFromInline var peerIndex: NameTable.Index
  @usableFromInline var recordingIndex: NameTable.Index
  /// The direction of the signal's arrival, if the log has it.
  public var angles: ArrivalAngles
  /// The line of the file, from 1; the record's number in a binary log.
  public var line: Int
  /// The true distance, if the recording has ground truth; finite and not negative.
  public var truth: Meters?

  @usableFromInline static let noIndex: NameTable.Index = -1

  /// The other end of the link, as an index into the reader's `peers`.
  @inlinable public var peer: NameTable.Index? {
    get { peerIndex < 0 ? nil : peerIndex }
    set { peerIndex = newValue ?? Self.noIndex }
  }

  /// The recording of the row, as an index into the reader's `recordings`, with `ReadOptions.recordingColumns`.
  @inlinable public var recording: NameTable.Index? {
    get { recordingIndex < 0 ? nil : recordingIndex }
    set { recordingIndex = newValue ?? Self.noIndex }
  }

  /// A record from its parts; `nil` means unknown.
  @inlinable public init(
    _ sample: Sample, truth: Meters? = nil, peer: NameTable.Index? = nil,
    recording: NameTable.Index? = nil, angles: ArrivalAngles = .unknown, line: Int = 0
  ) {
    self.sample = sample
    self.truth = truth
    self.angles = angles
    self.line = line
    peerIndex = peer ?? Self.noIndex
    recordingIndex = recording ?? Self.noIndex
  }
}

extension [TraceRecord] {
  func say(_ record: TraceRecord, before end: Int) -> Bool {
    var record = record
    for place in (Swift.max(0, end - 64)..<end).reversed() {
      guard self[place].sample.time == record.sample.time else { return false }
      record.line = self[place].line
      if self[place] == record { return true }
    }
    return false
  }
}
