extension ReadError {
  /// Whether only this file is at fault, so that other files can still be read.
  fileprivate var isOfOneFile: Bool {
    switch kind {
    case .unreadable, .empty, .unrecognised, .damagedCompression, .tooMuch: true
    case .unknownFormat, .rejected: false
    }
  }
}

/// Finds recordings with truth in files and folders.
public struct RecordingLoader: Sendable {
  /// The options for reading. If one file contains several recordings, the columns `recording` or `file_id` separate them.
  public var options: ReadOptions
  /// Whether recordings without any truth are omitted. Stated distances count as truth.
  public var needsTruth = true
  /// The most rows to keep per recording, in stretches spread over the whole recording; `nil` for all rows.
  public var mostRows: Int?
  /// Whether each link of a log becomes a recording of its own. Otherwise, only the busiest link is read.
  public var takesAllPeers = false
  package var workers = Workers(1)
  /// Returns the session of a recording from its name. By default, each recording is a session of its own.
  public var session: @Sendable (String) -> String = { $0 }

  /// Creates a loader with the usual settings.
  public init() {
    options = ReadOptions(formats: .deviceLogs)
    options.recordingColumns = ReadOptions.usualRecordingColumns
  }

  /// The contents of one file.
  public struct File: Sendable {
    /// The recordings in the order of their starts.
    public var recordings: [Recording]
    /// The report on the rows.
    public var report: ReadReport
    /// Notes for the user on the link in use and on rejected input.
    public var notes: [String]
  }

  /// Reads the recordings of one trace or log.
  ///
  /// Rows without truth stay, because estimators may use them. If a log contains several links, the link that the options
  /// name is read, or otherwise the busiest link.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - dataset: The data set of the recordings.
  /// - Returns: The recordings and the report on the rows.
  /// - Throws: `ReadError` if the file is not a trace.
  public func recordings(at path: String, dataset: String) throws(ReadError) -> File {
    var options = options
    options.takesLinkClocks = takesAllPeers
    var reader = try TraceReader(
      path: path, options: options, followsBusiestLink: !takesAllPeers)
    var lists: [RowReservoir] = []
    var names: [(whole: String, link: String?)] = []
    repeat {
      (lists, names) = ([], [])
      try read(&reader, path, into: &lists, &names)
    } while try reader.startsOverWithBusiestLink()
    let found = zip(names, lists).map { name, list in
      var recording = Recording(
        dataset: dataset, name: name.whole, session: session(name.whole), records: list.rows)
      recording.link = name.link
      return needsTruth ? recording.withStatedTruth : recording
    }.filter { recording in
      !needsTruth || recording.records.contains { $0.truth != nil }
    }
    let report = reader.report
    var notes = reader.link.sentence.map { [$0 + options.said(.link, ",")] } ?? []
    if let missing = reader.options.missing(in: report) { notes.append(missing) }
    notes += report.findings.filter { $0.severity != .error }.map { "\($0)" }
    for (name, list) in zip(names, lists) where list.rows.count < list.count {
      notes.append(
        "\(name.whole) has \(list.count) rows; \(list.rows.count) of them are used, in stretches from all parts"
      )
    }
    return File(recordings: found, report: report, notes: notes.map { "\(path): \($0)" })
  }

  private func read(
    _ reader: inout TraceReader, _ path: String, into lists: inout [RowReservoir],
    _ names: inout [(whole: String, link: String?)]
  ) throws(ReadError) {
    var last: (key: Place, place: Int)?
    var places: [Place: Int] = [:]
    var block: [TraceRecord] = []
    while try reader.nextBlock(into: &block) {
      try reader.requireRoom(mostRows == nil ? reader.report.accepted : 0)
      for record in block {
        let peer = takesAllPeers ? record.peer : nil
        let key = Place(recording: record.recording, peer: peer)
        if let last, last.key == key {
          lists[last.place].append(record)
          continue
        }
        if places[key] == nil {
          places[key] = lists.count
          lists.append(RowReservoir(limit: mostRows))
          let parts = [
            record.recording.map { reader.recordings[$0] }, peer.map { reader.peers[$0] },
          ]
          let whole = ([Self.name(of: path)] + parts.compactMap(\.self)).joined(separator: "/")
          names.append((whole, parts[1]))
        }
        guard let place = places[key] else { continue }
        last = (key, place)
        lists[place].append(record)
      }
    }
  }

  /// The contents of files and folders.
  public struct Files: Sendable {
    package var files: [(path: String, file: File)] = []
    /// The unreadable files, links to missing files, and traces without a usable row, with the reasons.
    package var broken: [(path: String, reason: String)] = []
    package var folderNotes: [String]

    package var reports: [(path: String, report: ReadReport)] { files.map { ($0, $1.report) } }

    /// The findings about all files, errors first, as the tool prints them.
    package var findings: [String] { RecordingLoader.errors(of: reports) + notes }

    /// The recordings of all files.
    public var recordings: [Recording] { files.flatMap(\.file.recordings) }

    /// Notes for the user on folders, files, and omitted files.
    public var notes: [String] {
      folderNotes + files.flatMap(\.file.notes)
        + broken.map { "\($0.path) is left out: \($0.reason)" } + (brokenNote.map { [$0] } ?? [])
    }

    package var brokenNote: String? {
      let count = files.count + broken.count
      return broken.isEmpty ? nil : "\(broken.count) of \(counted(count, "file")) could not be read"
    }
  }

  /// Reads the traces in files and folders. The folder of a file names its data set.
  ///
  /// - Throws: `ReadError` if a file in `paths` is not a trace, or if the options are at fault.
  public func files(in paths: [String]) throws(ReadError) -> Files {
    let (traces, notes) = Self.traces(in: paths)
    var all = Files(folderNotes: notes)
    let read = workers.map(traces) { path, dataset in
      Result { () throws(ReadError) in try recordings(at: path, dataset: dataset) }
    }
    for (path, result) in zip(traces.map(\.path), read) {
      do throws(ReadError) {
        guard let file = try result?.get() else { continue }
        if file.report.accepted > 0 || paths.contains(path) {
          all.files.append((path, file))
        } else {
          let reasons = file.report.rejectionLines.joined(separator: "; ")
          let isEmpty = file.report.rejected == 0
          all.broken.append((path, isEmpty ? "it has no rows" : "no row could be used: \(reasons)"))
        }
      } catch {
        guard error.isOfOneFile, !paths.contains(path) else { throw error }
        all.broken.append((path, error.message))
      }
    }
    return all
  }

  static func errors(of reports: [(path: String, report: ReadReport)]) -> [String] {
    reports.flatMap { path, report in
      report.findings.filter { $0.severity == .error }.map { "\(path): \($0)" }
    }
  }

  private struct Place: Hashable {
    let recording: NameTable.Index?
    let peer: NameTable.Index?
  }

  /// The name of the recording in a file: the file name without folders or extension.
  package static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let ending = endings.first { file.hasSuffix($0) } ?? ""
    return String(file.dropLast(ending.count))
  }

  private static let endings = [
    ".csv", ".ndjson", ".jsonl", ".csv.gz", ".ndjson.gz", ".jsonl.gz",
  ]

  /// The given files, and the files in folders with the extension of a trace, each with the folder that names the data set.
  package static func traces(
    in paths: [String]
  ) -> (traces: [(path: String, dataset: String)], notes: [String]) {
    var found: [String] = []
    var notes: [String] = []
    for path in paths {
      guard let files = regularFiles(below: path) else {
        found.append(path)
        continue
      }
      found += files.filter(isTraceName).map { path + "/" + $0 }
      let others = files.filter { !isTraceName($0) && !$0.hasPrefix(".") && !$0.contains("/.") }
      guard let first = others.first else { continue }
      let what = others.count == 1 ? first : "\(first) and \(others.count - 1) more"
      notes.append(
        "\(path): skipped because of the name: \(what); in folders, traces end in .csv, .ndjson, "
          + "or .jsonl (also .gz); name other logs one by one")
    }
    return (found.map { ($0, folderName(of: $0)) }, notes)
  }

  private static func isTraceName(_ name: String) -> Bool {
    endings.contains { name.hasSuffix($0) }
  }
}

/// All rows, or as many evenly spaced stretches of them as the limit allows.
struct RowReservoir {
  private(set) var rows: [TraceRecord] = []
  private(set) var count = 0
  private let limit: Int?
  /// The reservoir keeps one of every `step` stretches.
  private var step = 1

  /// The number of consecutive rows in a stretch. Filters and fades need consecutive rows.
  private static let stretch = 1024

  init(limit: Int?) {
    self.limit = limit.map { max(2, $0 / Self.stretch) * Self.stretch }
  }

  mutating func append(_ row: TraceRecord) {
    defer { count += 1 }
    guard let limit else { return rows.append(row) }
    guard count / Self.stretch % step == 0 else { return }
    rows.append(row)
    guard rows.count == limit else { return }
    // Every second stretch is removed.
    rows = rows.indices.filter { $0 / Self.stretch % 2 == 0 }.map { rows[$0] }
    step *= 2
  }
}
