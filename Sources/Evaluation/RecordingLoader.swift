internal import FileIO
internal import Foundation
internal import Ranging
public import Traces

/// Finds recordings with truth in files and folders.
public struct RecordingLoader: Sendable {
  /// Columns that name the recording of a row where one file holds several; the first that a file
  /// has is used.
  public var recordingColumns = ["recording", "file_id"]
  /// Whether recordings without any truth are left out.
  public var needsTruth = true
  /// Gives the session of a recording from its name; by default each is a session of its own.
  public var session: @Sendable (String) -> String = { $0 }

  /// A loader with the usual settings.
  public init() {}

  /// The recordings of one trace file.
  ///
  /// Rows without truth stay, because estimators may use them.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - dataset: The set that the recordings belong to.
  /// - Returns: The recordings in the order in which they begin, and what was rejected.
  /// - Throws: `TraceError` when the file is no trace.
  public func recordings(
    at path: String, dataset: String
  ) throws(TraceError) -> (recordings: [Recording], report: ReadReport) {
    var reader = try openReader(path)
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
    return (found, reader.report)
  }

  /// The recordings below files and folders; the folder that a file lies in names its set.
  ///
  /// - Throws: `TraceError` for the first file that is no trace.
  public func recordings(in paths: [String]) throws(TraceError) -> [Recording] {
    var found: [Recording] = []
    for (path, dataset) in Self.traces(in: paths) {
      found += try recordings(at: path, dataset: dataset).recordings
    }
    return found
  }

  private func openReader(_ path: String) throws(TraceError) -> TraceReader {
    var options = ReadOptions()
    options.recordingColumn = try recordingColumn(of: path)
    return try TraceReader(path: path, options: options)
  }

  /// The first of the columns that the header of a CSV file has.
  private func recordingColumn(of path: String) throws(TraceError) -> String? {
    var block = [UInt8](repeating: 0, count: 1 << 14)
    let count: Int
    do throws(FileError) {
      var file = try InputFile(path: path)
      count = try block.withUnsafeMutableBufferPointer { (bytes) throws(FileError) in
        try file.read(into: UnsafeMutableRawBufferPointer(bytes))
      }
    } catch {
      throw TraceError(error)
    }
    let lines = String(decoding: block[..<count], as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let header = lines.first(where: { !$0.hasPrefix("#") }) else { return nil }
    let names = Set(header.split(separator: ",").map(String.init))
    return recordingColumns.first { names.contains($0) }
  }

  private func name(of path: String, _ recording: String?) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.hasSuffix(".csv") ? String(file.dropLast(4)) : file
    return recording.map { "\(stem)/\($0)" } ?? stem
  }

  /// The traces below the given files and folders: files as they are given, in folders every file
  /// that ends in `.csv` or `.ndjson`.
  ///
  /// - Returns: Paths with the folder that each lies in, which names its set, in the order of paths.
  public static func traces(in paths: [String]) -> [(path: String, dataset: String)] {
    paths.flatMap { path -> [String] in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
      else { return [path] }
      let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      return found.filter { $0.hasSuffix(".csv") || $0.hasSuffix(".ndjson") }.sorted()
        .map { path + "/" + $0 }
    }.map { path in
      let folder = URL(filePath: path).deletingLastPathComponent().lastPathComponent
      return (path, folder)
    }
  }
}
