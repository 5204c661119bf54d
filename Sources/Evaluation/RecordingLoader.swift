internal import FileIO
internal import Foundation
internal import Ranging
public import Traces

/// Finds recordings with truth in files and folders.
public struct RecordingLoader: Sendable {
  /// How the traces are read. Where one file holds several recordings, the columns `recording` or
  /// `file_id` tell them apart.
  public var options: ReadOptions
  /// Whether recordings without any truth are left out.
  public var needsTruth = true
  /// Gives the session of a recording from its name; by default each is a session of its own.
  public var session: @Sendable (String) -> String = { $0 }

  /// A loader with the usual settings.
  public init() {
    options = ReadOptions()
    options.recordingColumns = ["recording", "file_id"]
  }

  /// What was found in one file.
  public struct File: Sendable {
    /// The recordings in the order in which they begin.
    public var recordings: [Recording]
    /// What became of the rows.
    public var report: ReadReport
    /// What a user should know: which link was taken, what was rejected.
    public var notes: [String]
  }

  /// The recordings of one trace or log.
  ///
  /// Rows without truth stay, because estimators may use them. Of a log that holds several links, the
  /// one that the options name is taken, or else the busiest.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - dataset: The set that the recordings belong to.
  /// - Returns: The recordings and what became of the rows.
  /// - Throws: `TraceError` when the file is no trace.
  public func recordings(at path: String, dataset: String) throws(TraceError) -> File {
    var options = options
    let link = try LinkChoice.busiest(in: path, options: options)
    options.peer = options.peer ?? link.peer
    options.takesFirstPeer = path == "-" || !isRegularFile(at: path)
    var reader = try TraceReader(path: path, options: options)
    var lists: [[TraceRecord]] = []
    var names: [String] = []
    var places: [NameTable.Index: Int] = [:]
    var block: [TraceRecord] = []
    while try reader.nextBlock(into: &block) {
      for record in block {
        let key = record.recording ?? -1
        if places[key] == nil {
          places[key] = lists.count
          lists.append([])
          names.append(name(of: path, record.recording.map { reader.recordings[$0] }))
        }
        if let place = places[key] { lists[place].append(record) }
      }
    }
    let found = zip(names, lists).filter { _, list in
      !needsTruth || list.contains { $0.truth != nil }
    }.map { name, list in
      Recording(dataset: dataset, name: name, session: session(name), records: list)
    }
    let report = reader.report
    var notes = link.sentence.map { ["\($0), --peer chooses another"] } ?? []
    if let peer = self.options.peer, !report.peers.contains(where: { $0.name == peer }) {
      let names = report.peersByRows.prefix(8).map { "\($0.name) (\($0.rows))" }
      notes.append("no link \"\(peer)\"; links: \(names.joined(separator: ", "))")
    }
    notes += report.rejectionLines + report.warnings
    return File(recordings: found, report: report, notes: notes.map { "\(path): \($0)" })
  }

  /// The recordings below files and folders; the folder that a file lies in names its set.
  ///
  /// - Returns: The recordings in the order of paths, and what a user should know of each file.
  /// - Throws: `TraceError` for the first file that is no trace.
  public func recordings(
    in paths: [String]
  ) throws(TraceError) -> (recordings: [Recording], notes: [String]) {
    var found: (recordings: [Recording], notes: [String]) = ([], Self.passedOver(in: paths))
    for (path, dataset) in Self.traces(in: paths) {
      let file = try recordings(at: path, dataset: dataset)
      found.recordings += file.recordings
      found.notes += file.notes
    }
    return found
  }

  private func name(of path: String, _ recording: String?) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let ending = Self.endings.first { file.hasSuffix($0) } ?? ""
    let stem = String(file.dropLast(ending.count))
    return recording.map { "\(stem)/\($0)" } ?? stem
  }

  private static let endings = [
    ".csv", ".ndjson", ".jsonl", ".csv.gz", ".ndjson.gz", ".jsonl.gz",
  ]

  /// The files in folders that are not taken for traces, because of their names.
  ///
  /// - Returns: One note for each folder that has such files.
  public static func passedOver(in paths: [String]) -> [String] {
    paths.compactMap { path in
      let others = files(below: path)?.filter { name in
        !endings.contains { name.hasSuffix($0) } && !name.contains("/.") && !name.hasPrefix(".")
      }
      guard let others, let first = others.first else { return nil }
      let what = others.count == 1 ? first : "\(first) and \(others.count - 1) more"
      return "\(path): passed over because of the name: \(what); in folders traces end in "
        + ".csv, .ndjson or .jsonl (also .gz), other logs are named one by one"
    }
  }

  /// The files below a folder, ordered by path; `nil` for what is no folder.
  private static func files(below path: String) -> [String]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return nil }
    let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return found.filter { isRegularFile(at: path + "/" + $0) }.sorted()
  }

  /// The traces below the given files and folders: files as they are given, in folders every file
  /// that ends in `.csv`, `.ndjson` or `.jsonl`, also compressed with gzip.
  ///
  /// - Returns: Paths with the folder that each lies in, which names its set, in the order of paths.
  public static func traces(in paths: [String]) -> [(path: String, dataset: String)] {
    paths.flatMap { path -> [String] in
      guard let files = files(below: path) else { return [path] }
      return files.filter { name in endings.contains { name.hasSuffix($0) } }
        .map { path + "/" + $0 }
    }.map { path in
      let folder = URL(filePath: path).deletingLastPathComponent().lastPathComponent
      return (path, folder)
    }
  }
}
