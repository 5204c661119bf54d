/// How a trace is read.
public struct ReadOptions: Sendable, Hashable {
  /// The formats that are looked for.
  public var formats: TraceFormats
  /// The name of the format; `nil` finds it by the content.
  public var format: String?
  /// Whether the first rejected row ends the reading with an error.
  public var strict = false
  /// How far back in time a row may lie and be put in its place; `nil` or 0 for none. Rows come out that much later.
  public var reorderingWindow: Seconds?
  /// Whether all rows are sorted by time, held in memory. A trace that is newest first is sorted unasked.
  public var sorts = false
  /// Columns that may name the recording of a row, within which time goes forwards: the first one that a trace has.
  public var recordingColumns: [String] = []
  /// What columns that name recordings are usually called.
  public static let usualRecordingColumns = ["recording", "file_id"]

  /// The recording whose rows are taken, where a column names them; `nil` takes all.
  public var recording: String?
  /// Whether, where `recording` names none, only the first recording is taken.
  public var takesFirstRecording = false
  /// The link whose rows are taken; `nil` takes all.
  public var peer: String?
  /// Whether, where `peer` names none, only the link is taken that has a row first, for input that is read once.
  public var takesFirstPeer = false
  /// Whether each link may have a clock of its own, where rows of all are taken; a note says so where clocks differ.
  public var takesLinkClocks = false
  /// The time from one sample to the next in logs and rows that have no time; `nil` takes the format's own
  /// default, and rejects such rows of a trace. Zero is for rows that are stamped when they arrive.
  public var period: Seconds?

  /// The columns of a CSV that is not one of ours; `nil` for none. A file that has no such columns is read as without.
  public var columns: ColumnMapping?
  /// The form of the lines of a log that is no table; `nil` for none. Lines of another form are left out.
  public var pattern: LinePattern?
  /// Whether a trace of ours, which has no such columns, is refused: they were asked for, and do not stand in a settings file. The same holds for `pattern`.
  public var needsColumns = false
  /// What is done about stamps that leap, and about a clock that was set or turned over.
  public var clock = ClockMending.Policy.mend
  /// How far clocks of radios and links lie behind: their rows are moved later by as much, and all rows are then sorted by
  /// time, unless they come live. Of two that name a row, the first counts.
  public var lags: [Lag] = []
  /// Whether rows may go back in time by up to a second: for a live session, which has a window for them.
  package var takesAnyOrder = false
  /// What ranges of raw ultra-wideband logs with an impulse response are moved by; `nil` for nothing.
  public var nlosProfile: NLOSProfile?
  /// The zones by whose names a row `at edge near` says where the devices are; without any it is rejected.
  package var zones: ZoneDetector.Parameters?
  /// The unit of the log's angles, but for our own traces; `nil` takes the format's own, or leaves the angles out.
  public var angleUnit: AngleUnit?

  /// The attribute of a Bluetooth device that holds its ranging data; `nil` looks for one whose values fit.
  public var attributeHandle: UInt16?

  /// How the caller says each cure, such as `--rate sets it`.
  package var cures: [Cure: String] = [:]

  package func said(_ cure: Cure?, _ mark: String = ";") -> String {
    cure.flatMap { cures[$0] }.map { "\(mark) \($0)" } ?? ""
  }

  /// Whether every row is read by itself, as one of a strange form is. For tests: the rows are the same.
  package var readsSingly = false
  var readsEachRow: Bool { readsSingly || !lags.isEmpty }

  var takesAllPeers: Bool { peer == nil && !takesFirstPeer }
  var sortsRows: Bool { sorts || !lags.isEmpty && reorderingWindow == nil && !takesAnyOrder }
  var takesInOrder: Bool { reorderingWindow == nil && !takesAnyOrder && !sorts }

  /// Options with everything at its default; `.all` looks for device logs, too.
  public init(formats: TraceFormats = .tidy) { self.formats = formats }
}
