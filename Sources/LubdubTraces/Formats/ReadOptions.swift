/// Options for reading a trace.
public struct ReadOptions: Sendable, Hashable {
  /// The formats to look for.
  public var formats: TraceFormats
  /// The name of the format; `nil` detects the format from the content.
  public var format: String?
  /// Whether the first rejected row ends the reading with an error.
  public var strict = false
  /// The maximum delay of a late row that is still sorted; `nil` or 0 for no sorting. Rows are returned with this delay.
  public var reorderingWindow: Seconds?
  /// Whether all rows are sorted by time, in memory. A trace with the newest rows first is sorted automatically.
  public var sorts = false
  /// Columns that may name the recording of a row, within which time goes forward: the first such column of a trace.
  public var recordingColumns: [String] = []
  /// The usual names of columns that name recordings.
  public static let usualRecordingColumns = ["recording", "file_id"]

  /// The recording whose rows are read, if a column names them; `nil` reads all.
  public var recording: String?
  /// Whether only the first recording is read if `recording` is `nil`.
  public var takesFirstRecording = false
  /// The link whose rows are read; `nil` reads all.
  public var peer: String?
  /// Whether only the link with the first row is read if `peer` is `nil`, for input that is read once.
  public var takesFirstPeer = false
  /// Whether each link may have its own clock, if rows of all links are read; a note reports different clocks.
  public var takesLinkClocks = false
  /// The time between samples in logs and rows without times; `nil` uses the format's own default, and rejects such rows of a
  /// trace. Use zero for rows that get their time on arrival.
  public var period: Seconds?

  /// The columns of a foreign CSV; `nil` if there are none. For a file without these columns, the option has no effect.
  public var columns: ColumnMapping?
  /// The form of the lines of a log that isn't a table; `nil` if there is none. Lines of another form are ignored.
  public var pattern: LinePattern?
  /// Whether a Lubdub trace without the columns of `columns` is rejected, because the user gave these columns on the command
  /// line instead of in a settings file. This rule also applies to `pattern`.
  public var needsColumns = false
  /// The treatment of timestamps that leap, and of a clock that was set or wrapped.
  public var clock = ClockMending.Policy.mend
  /// The lags of the clocks of radios and links: their rows are moved later by the lag, and all rows are then sorted by time,
  /// unless they are live. Of two lags that apply to a row, the first is used.
  public var lags: [Lag] = []
  /// Whether rows may go back in time by up to a second: for a live session, which sorts such rows in a window.
  package var takesAnyOrder = false
  /// The correction of ranges of raw ultra-wideband logs with an impulse response; `nil` if ranges are not corrected.
  public var nlosProfile: NLOSProfile?
  /// The zones that a row such as `at edge near` names; without zones, the row is rejected.
  package var zones: ZoneDetector.Parameters?
  /// The unit of the log's angles, except in Lubdub's own traces; `nil` uses the format's own unit, or omits the angles.
  public var angleUnit: AngleUnit?

  /// The attribute of a Bluetooth device that contains its ranging data; `nil` uses an attribute whose values fit.
  public var attributeHandle: UInt16?

  /// The caller's text for each cure, such as `--rate sets it`.
  package var cures: [Cure: String] = [:]

  package func said(_ cure: Cure?, _ mark: String = ";") -> String {
    cure.flatMap { cures[$0] }.map { "\(mark) \($0)" } ?? ""
  }

  /// Whether every row is read singly, like a row of an unusual form. For tests: the option does not change the rows.
  package var readsSingly = false
  var readsEachRow: Bool { readsSingly || !lags.isEmpty }

  var takesAllPeers: Bool { peer == nil && !takesFirstPeer }
  var sortsRows: Bool { sorts || !lags.isEmpty && reorderingWindow == nil && !takesAnyOrder }
  var takesInOrder: Bool { reorderingWindow == nil && !takesAnyOrder && !sorts }

  /// Options with their defaults; `.deviceLogs` also detects device logs.
  public init(formats: TraceFormats = .tidy) { self.formats = formats }
}
