#if Tool
import Foundation
import LubdubBench
import LubdubGround
import LubdubHaptics
import LubdubReports
import LubdubSessions

/// Converts every haptic file of a folder to several formats, and keeps a manifest of what was done.
struct FolderConversion {
  let source: String
  let output: String
  let targets: [ExportTarget]
  let from: HapticFormat?
  let listening: ListeningOptions
  let options: FormatOutputOptions

  /// What became of the folder.
  struct Result {
    fileprivate(set) var converted = 0
    fileprivate(set) var unchanged = 0
    fileprivate(set) var failed = 0
    /// Those of the failed ones that were written in some of the formats.
    fileprivate(set) var partly = 0
    fileprivate(set) var skipped: [String] = []
    fileprivate(set) var loss = LossReport()
    fileprivate let isStrict: Bool

    /// Whether the exit status must report a fault.
    var isFailure: Bool { failed > 0 || isStrict && loss.isFelt }
    var lossJSON: [UInt8] { JSONWriter.encode(loss.json) }
    var summary: String {
      let part = partly == 0 ? "" : " (\(partly) in some formats only)"
      let others = skipped.isEmpty ? "" : ", \(skipped.count) skipped"
      return "\(converted) converted, \(unchanged) unchanged, \(failed) failed\(part)\(others)\n"
    }
  }

  /// What became of one file.
  private struct Outcome: Sendable {
    enum Fate: Sendable {
      case converted
      case unchanged
      /// One fault or more, each a sentence.
      case failed([String])
      /// Neither haptics nor sound, by content and by name.
      case skipped
    }
    /// The file's entry in the manifest.
    var entry: [String: JSONValue]
    /// What was lost in reading, once, and in writing each format.
    var loss = LossReport()
    var fate = Fate.converted
  }

  private var manifestPath: String { "\(output)/manifest.json" }

  /// - Throws: `FileError` or `CommandFailure` when the folder or the manifest cannot be read or written.
  func run(jobs: Int) throws -> Result {
    try checkFolders()
    let files = try sources()
    let settings = settings
    let last = ConversionManifest(path: manifestPath)
    let outcomes = Workers(jobs).map(files) { file in
      var outcome = convert(
        file, known: last.settings == settings ? last.entries[file] : nil)
      removeOld(of: file, in: last.entries[file], from: &outcome)
      return outcome
    }
    var result = Result(isStrict: options.strict)
    var entries: [JSONValue] = []
    for (file, outcome) in zip(files, outcomes) {
      guard let outcome else { continue }
      switch outcome.fate {
      case .failed(let faults):
        result.failed += 1
        if !ConversionManifest.paths(in: .object(outcome.entry)).isEmpty { result.partly += 1 }
        for fault in faults { Console.note(fault) }
      case .unchanged: result.unchanged += 1
      case .skipped:
        result.skipped.append(file)
        Console.note("\(file): skipped, this is neither haptics nor sound")
        continue
      case .converted:
        result.converted += 1
        if outcome.loss.isFelt {
          let count = outcome.loss.entries.count { $0.isFelt }
          let kinds = count == 1 ? "one kind of loss" : "\(count) kinds of loss"
          Console.note("\(file): \(kinds) that can be felt, see \(manifestPath)")
        }
      }
      result.loss.merge(outcome.loss)
      entries.append(.object(outcome.entry))
    }
    noteSameNames(entries.compactMap { $0["source"]?.string })
    let manifest: JSONValue = [
      "format": "lubdub-conversions", "version": 1, "generator": SessionDocument.generator,
      "settings": .string(settings), "files": .array(entries),
      "passed_over": .array(result.skipped.map { .string($0) }),
    ]
    try Self.makeFolder(of: manifestPath)
    try writeFile(JSONWriter.encode(manifest), to: manifestPath)
    return result
  }

  /// All files below the folder, by their paths in it; hidden ones and our own output are left out.
  private func sources() throws -> [String] {
    let root = URL(filePath: source).standardizedFileURL
    let own = URL(filePath: output).standardizedFileURL.path
    guard
      let walk = FileManager.default.enumerator(
        at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    else { throw CommandFailure("\(source): the folder cannot be read") }
    let paths = walk.compactMap { $0 as? URL }.map(\.standardizedFileURL).filter {
      !$0.hasDirectoryPath && !$0.path.hasPrefix(own + "/")
    }
    return paths.map { String($0.path.dropFirst(root.path.count + 1)) }.sorted()
  }

  /// - Throws: `CommandFailure` when the output folder is the source or holds it: then every source would
  ///   be taken for an output of ours.
  private func checkFolders() throws {
    let (read, written) = (resolvedPath(source), resolvedPath(output))
    guard read == written || read.hasPrefix(written == "/" ? written : written + "/") else {
      return
    }
    throw CommandFailure(
      "\(output): this folder \(read == written ? "is" : "holds") what is read; "
        + "name another folder with -o, it may lie inside \(source)")
  }

  /// Reports which snippets declare the same type: an app cannot compile both.
  private func noteSameNames(_ files: [String]) {
    guard targets.contains(where: { if case .snippet = $0 { true } else { false } }) else { return }
    let types = Dictionary(grouping: files) { Snippet.typeName(snippetName(of: $0)) ?? "" }
    for (type, files) in types.sorted(by: { $0.key < $1.key }) where files.count > 1 && type != "" {
      Console.note("\(files.joined(separator: ", ")): the type of each is named \(type)")
    }
  }

  /// Everything that the result depends on beside the files.
  private var settings: String {
    "\(targets.map(\.name)) \(from?.rawValue ?? "") \(listening.fingerprint) "
      + "\(options.fingerprint) \(Version.current)"
  }

  private func convert(_ file: String, known: JSONValue?) -> Outcome {
    var outcome = Outcome(entry: ["source": .string(file)])
    do {
      guard !isFolder("\(source)/\(file)") else {
        outcome.fate = .skipped
        return outcome
      }
      let bytes = try readFile(at: "\(source)/\(file)")
      let digest = JSONValue.string(Digest.text(of: bytes))
      outcome.entry["digest"] = digest
      if let known, known["digest"] == digest, known["error"] == nil, isComplete(known),
        let loss = ConversionManifest.loss(in: known)
      {
        return Outcome(entry: known.object ?? [:], loss: loss, fate: .unchanged)
      }
      guard from != nil || isHaptic(bytes, name: file) else {
        outcome.fate = .skipped
        return outcome
      }
      write(try listening.decode(bytes, from: from, name: file), of: file, into: &outcome)
    } catch {
      outcome.fate = .failed(["\(error)"])
    }
    if case .failed(let faults) = outcome.fate {
      outcome.entry["error"] = .string(faults.joined(separator: "; "))
    }
    return outcome
  }

  /// Writes every format; a fault of one does not keep the others from being written.
  private func write(_ decoded: DecodedTimeline, of file: String, into outcome: inout Outcome) {
    outcome.loss = decoded.loss
    var (written, faults, refused): ([JSONValue], [String], [String]) = ([], [], [])
    for target in targets {
      do {
        let encoded = try options(for: target, file).encode(decoded, as: target, source: file)
        outcome.loss.merge(encoded.loss)
        var loss = decoded.loss
        loss.merge(encoded.loss)
        var paths: [String] = []
        if options.strict, loss.isFelt {
          refused.append(target.name)
        } else {
          paths = encoded.parts.map {
            FormatOutputOptions.path(path(of: file, as: target), label: $0.label)
          }
          for (path, part) in zip(paths, encoded.parts) {
            try Self.makeFolder(of: "\(output)/\(path)")
            try writeFile(part.bytes, to: "\(output)/\(path)")
          }
        }
        written.append([
          "format": .string(target.name), "losses": loss.json,
          "files": .array(paths.map { .string($0) }),
        ])
      } catch {
        let fault = "\(error)"
        faults.append(fault.hasPrefix(file) ? fault : "\(file): \(target.name): \(fault)")
      }
    }
    if !refused.isEmpty {
      faults.append(
        "\(file): something that can be felt would be lost; not written as "
          + refused.joined(separator: ", "))
    }
    outcome.entry["targets"] = .array(written)
    if !faults.isEmpty { outcome.fate = .failed(faults) }
  }

  /// The options for one target: the type of a snippet is named after its file, for an app compiles all
  /// of them together.
  private func options(for target: ExportTarget, _ file: String) -> FormatOutputOptions {
    guard case .snippet = target else { return options }
    var options = options
    options.name = snippetName(of: file)
    return options
  }

  private func snippetName(of file: String) -> String {
    [options.name, file].compactMap { $0 }.joined(separator: " ")
  }

  /// Removes what the last run wrote of a file in the formats of this run, and this run did not: it is of
  /// another content.
  private func removeOld(of file: String, in entry: JSONValue?, from outcome: inout Outcome) {
    guard let entry, case .failed(var faults) = outcome.fate else { return }
    let kept = ConversionManifest.paths(in: .object(outcome.entry))
    let old = ConversionManifest.paths(in: entry).filter { path in
      targets.contains { isOutput(path, of: file, as: $0) } && !kept.contains(path)
    }
    for path in old.map({ "\(output)/\($0)" }) where FileManager.default.fileExists(atPath: path) {
      do {
        try FileManager.default.removeItem(atPath: path)
        faults.append("\(file): \(path) of the last run was removed")
      } catch {
        faults.append("\(file): \(path) of the last run is still there: \(error)")
      }
    }
    outcome.fate = .failed(faults)
  }

  /// Whether a path of a manifest is one that we write: a manifest may come from anywhere.
  private func isOutput(_ path: String, of file: String, as target: ExportTarget) -> Bool {
    let start = "\(target.name)/\(file)."
    return path.hasPrefix(start) && !path.dropFirst(start.count).contains("/")
  }

  /// Whether a path is a link to a folder: such links are not followed.
  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Whether a file is, or by its ending ought to be, something that can be converted. JSON that is whole and
  /// of no known format is something else.
  private func isHaptic(_ bytes: [UInt8], name: String) -> Bool {
    let kind = FileKind.recognize(bytes, name: name)
    if kind.format != nil || kind == .wav || kind == .compressedSound { return true }
    guard kind == .unknown, case .format = ExportTarget(ending: name) else { return false }
    return (try? JSONParser.parse(bytes)) == nil
  }

  private func isComplete(_ known: JSONValue) -> Bool {
    let paths = ConversionManifest.paths(in: known)
    return !paths.isEmpty
      && paths.allSatisfy { FileManager.default.fileExists(atPath: "\(output)/\($0)") }
  }

  /// `taps/heart.ahap` becomes `hjif/taps/heart.ahap.hjif`: the whole name stays, for two sources may
  /// differ in their endings only.
  private func path(of file: String, as target: ExportTarget) -> String {
    "\(target.name)/\(file).\(target.fileExtension)"
  }

  private static func makeFolder(of path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
}
#endif
