import CanonicalJSON
import FileIO
import Foundation
import HapticFormats
import Reports
import Sessions
import Tuning

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
    fileprivate(set) var passedOver: [String] = []
    fileprivate(set) var loss = LossReport()
    fileprivate let isStrict: Bool

    /// Whether the exit status must tell of a fault.
    var isFailure: Bool { failed > 0 || isStrict && loss.isFelt }
    var lossJSON: [UInt8] { JSONWriter.encode(loss.json) }
    var summary: String {
      let others = passedOver.isEmpty ? "" : ", \(passedOver.count) passed over"
      return "\(converted) converted, \(unchanged) unchanged, \(failed) failed\(others)\n"
    }
  }

  /// One file's entry in the manifest.
  private typealias Entry = [String: JSONValue]
  private struct Outcome: Sendable {
    enum Fate: Sendable {
      case converted
      case unchanged
      case failed(String)
      /// Neither haptics nor sound, by content and by name.
      case passedOver
    }
    var entry: [String: JSONValue]
    var loss = LossReport()
    var fate = Fate.converted
  }

  private var manifestPath: String { "\(output)/manifest.json" }

  /// - Throws: `FileError` or `CommandFailure` when the folder or the manifest cannot be read or written.
  func run(jobs: Int) throws -> Result {
    let files = try sources()
    let known = manifest()
    let settings = settings
    let outcomes = Workers(jobs).map(files) { file in
      convert(file, known: known[file], settings)
    }
    var result = Result(isStrict: options.strict)
    var entries: [JSONValue] = []
    for (file, outcome) in zip(files, outcomes) {
      guard let outcome else { continue }
      switch outcome.fate {
      case .failed(let fault):
        result.failed += 1
        Console.note(fault)
      case .unchanged: result.unchanged += 1
      case .passedOver:
        result.passedOver.append(file)
        Console.note("\(file): passed over, this is neither haptics nor sound")
        continue
      case .converted:
        result.converted += 1
        if outcome.loss.isFelt {
          let count = outcome.loss.entries.count { $0.isFelt }
          Console.note("\(file): \(count) kinds of loss that can be felt, see \(manifestPath)")
        }
      }
      result.loss.merge(outcome.loss)
      entries.append(.object(outcome.entry))
    }
    let manifest: JSONValue = [
      "format": "lubdub-conversions", "version": 1, "generator": SessionDocument.generator,
      "settings": .string(settings), "files": .array(entries),
      "passed_over": .array(result.passedOver.map { .string($0) }),
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

  /// The entries of the last run by their sources, if it had the same settings.
  private func manifest() -> [String: JSONValue] {
    guard let bytes = try? readFile(at: manifestPath), let root = try? JSONParser.parse(bytes),
      root["settings"]?.string == settings
    else { return [:] }
    let files = root["files"]?.array ?? []
    return Dictionary(
      files.compactMap { file in file["source"]?.string.map { ($0, file) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Everything that the result depends on beside the files.
  private var settings: String {
    "\(targets.map(\.name)) \(from?.rawValue ?? "") \(listening.mode) \(listening.mostBeats) "
      + "\(options.fingerprint) \(Version.current)"
  }

  private func convert(_ file: String, known: JSONValue?, _ settings: String) -> Outcome {
    var outcome = Outcome(entry: ["source": .string(file)])
    do {
      guard !isFolder("\(source)/\(file)") else {
        outcome.fate = .passedOver
        return outcome
      }
      let bytes = try readFile(at: "\(source)/\(file)")
      let digest = JSONValue.string(Digest.text(of: bytes))
      outcome.entry["digest"] = digest
      if let known, known["digest"] == digest, known["error"] == nil, isComplete(known) {
        outcome.entry = known.object ?? [:]
        outcome.fate = .unchanged
        return outcome
      }
      guard from != nil || isHaptic(bytes, name: file) else {
        outcome.fate = .passedOver
        return outcome
      }
      let decoded = try listening.decode(bytes, from: from, name: file)
      var written: [JSONValue] = []
      for target in targets {
        let encoded = try options.encode(decoded, as: target, source: file)
        outcome.loss.merge(encoded.loss)
        let paths = encoded.parts.map { part in
          FormatOutputOptions.path(path(of: file, as: target), label: part.label)
        }
        let refused = options.strict && encoded.loss.isFelt
        if !refused {
          for (path, part) in zip(paths, encoded.parts) {
            try Self.makeFolder(of: "\(output)/\(path)")
            try writeFile(part.bytes, to: "\(output)/\(path)")
          }
        }
        written.append([
          "format": .string(target.name), "losses": encoded.loss.json,
          "files": .array(refused ? [] : paths.map { .string($0) }),
        ])
        if refused {
          outcome.fate = .failed("\(file): \(target.name) loses something; not written")
        }
      }
      outcome.entry["targets"] = .array(written)
    } catch {
      outcome.fate = .failed("\(error)")
    }
    if case .failed(let fault) = outcome.fate { outcome.entry["error"] = .string(fault) }
    return outcome
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
    let paths = (known["targets"]?.array ?? []).flatMap { $0["files"]?.array ?? [] }
    return !paths.isEmpty
      && paths.allSatisfy { path in
        FileManager.default.fileExists(atPath: "\(output)/\(path.string ?? "")")
      }
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

/// What tells a changed file from an unchanged one: FNV-1a with 64 bits, and the length.
enum Digest {
  static func text(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return "fnv1a64:" + String(repeating: "0", count: 16 - digits.count) + digits
      + "-\(bytes.count)"
  }
}
