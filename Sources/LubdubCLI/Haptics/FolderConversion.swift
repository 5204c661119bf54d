internal import Foundation

package struct FolderConversion: Sendable {
  package typealias Target = (
    name: String, fileExtension: String,
    encode: @Sendable (_ read: DecodedTimeline, _ file: String) throws -> EncodedTimeline
  )

  package struct Result {
    fileprivate(set) var converted = 0
    fileprivate(set) var failed = 0
    fileprivate(set) var partly = 0
    fileprivate(set) var skipped = 0
    package fileprivate(set) var loss = LossReport()
    package fileprivate(set) var notes: [String] = []

    package var isFailure: Bool { failed > 0 }

    package var summary: String {
      let part = partly == 0 ? "" : " (\(partly) in some formats only)"
      let others = skipped == 0 ? "" : ", \(skipped) skipped"
      return "\(converted) converted, \(failed) failed\(part)\(others)\n"
    }
  }

  private struct Outcome: Sendable {
    var isSkipped = false
    var loss = LossReport()
    var isWritten = false
    var faults: [String] = []
  }

  private let source: String
  private let output: String
  private let targets: [Target]
  private let isStrict: Bool
  private let readsAll: Bool
  private let decode: @Sendable (_ bytes: [UInt8], _ file: String) throws -> DecodedTimeline

  package init(
    source: String, output: String, targets: [Target], isStrict: Bool, readsAll: Bool,
    decode: @escaping @Sendable (_ bytes: [UInt8], _ file: String) throws -> DecodedTimeline
  ) {
    (self.source, self.output, self.targets) = (source, output, targets)
    (self.isStrict, self.readsAll, self.decode) = (isStrict, readsAll, decode)
  }

  package func run(jobs: Int) throws -> Result {
    try checkFolders()
    let files = try sources()
    var result = Result()
    for (file, outcome) in zip(files, Workers(jobs).map(files) { convert($0) }) {
      guard let outcome else { continue }
      guard !outcome.isSkipped else {
        result.skipped += 1
        result.notes.append("\(file): skipped, this is neither haptics nor sound")
        continue
      }
      result.loss.merge(outcome.loss)
      if outcome.faults.isEmpty {
        result.converted += 1
        let felt = outcome.loss.entries.count { $0.isFelt }
        if felt > 0 {
          let kinds = felt == 1 ? "one kind of loss" : "\(felt) kinds of loss"
          result.notes.append(
            "\(file): \(kinds) that you can feel; convert only this file to see more")
        }
      } else {
        result.failed += 1
        if outcome.isWritten { result.partly += 1 }
        result.notes += outcome.faults
      }
    }
    return result
  }

  private func sources() throws(FileError) -> [String] {
    let root = URL(filePath: source).standardizedFileURL
    let own = URL(filePath: output).standardizedFileURL.path
    guard
      let walk = FileManager.default.enumerator(
        at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    else {
      throw FileError(path: source, action: "cannot read", reason: "the folder cannot be listed")
    }
    let paths = walk.compactMap { $0 as? URL }.map(\.standardizedFileURL).filter {
      !$0.hasDirectoryPath && !$0.path.hasPrefix(own + "/")
    }
    return paths.map { String($0.path.dropFirst(root.path.count + 1)) }.sorted()
  }

  /// Rejects an output folder that is the source or contains it, because every source would then be an output of the tool.
  private func checkFolders() throws(FileError) {
    let (read, written) = (resolvedPath(source), resolvedPath(output))
    guard read == written || read.hasPrefix(written == "/" ? written : written + "/") else {
      return
    }
    throw FileError(
      path: output, action: "cannot write",
      reason: "this folder \(read == written ? "is" : "contains") the input; "
        + "name another folder, which may be inside \(source)")
  }

  private func convert(_ file: String) -> Outcome {
    var outcome = Outcome()
    // Links to folders are not followed.
    guard !isFolder(at: "\(source)/\(file)") else { return Outcome(isSkipped: true) }
    do {
      let bytes = try readFile(at: "\(source)/\(file)")
      guard readsAll || isHaptic(bytes, name: file) else { return Outcome(isSkipped: true) }
      write(try decode(bytes, file), of: file, into: &outcome)
    } catch {
      outcome.faults = ["\(error)"] + targets.compactMap { removeOld(of: file, as: $0) }
    }
    return outcome
  }

  private func write(_ decoded: DecodedTimeline, of file: String, into outcome: inout Outcome) {
    outcome.loss = decoded.loss
    var (refused, removed): ([String], [String]) = ([], [])
    for target in targets {
      do {
        let encoded = try target.encode(decoded, file)
        outcome.loss.tolerance = encoded.loss.tolerance
        outcome.loss.merge(encoded.loss)
        guard !isStrict || !outcome.loss.only(.read).isFelt && !encoded.loss.isFelt else {
          refused.append(target.name)
          removed += removeOld(of: file, as: target).map { [$0] } ?? []
          continue
        }
        for part in encoded.parts {
          let path = labelledPath(path(of: file, as: target), part.label)
          try makeFolder(at: folder(of: path))
          try writeFile(part.bytes, to: path)
        }
        outcome.isWritten = true
      } catch {
        let fault = "\(error)"
        outcome.faults.append(fault.hasPrefix(file) ? fault : "\(file): \(target.name): \(fault)")
        removed += removeOld(of: file, as: target).map { [$0] } ?? []
      }
    }
    if !refused.isEmpty {
      outcome.faults.append(
        "\(file): the conversion has losses that you can feel; not written as "
          + refused.joined(separator: ", "))
    }
    outcome.faults += removed
  }

  /// Removes the output of an earlier run if this run writes no output in its place, because the old output has other
  /// contents.
  private func removeOld(of file: String, as target: Target) -> String? {
    let path = path(of: file, as: target)
    guard FileIdentity(path: path) != nil else { return nil }
    do {
      try removeFile(at: path)
      return "\(file): \(path) of the last run was removed"
    } catch {
      return "\(file): \(path) of the last run was not removed: \(error.reason)"
    }
  }

  /// Whether a file is convertible, or should be by its extension. Complete JSON of an unknown format and XML with another
  /// root are not haptic files.
  private func isHaptic(_ bytes: [UInt8], name: String) -> Bool {
    let kind = FileKind.recognize(bytes, name: name)
    if let format = kind.format {
      var loss = LossReport()
      return format != .androidXML
        || !format.check(bytes, loss: &loss).contains { $0.code == "unknown-root" }
    }
    if kind == .wav || kind == .compressedSound { return true }
    let lowercased = name.lowercased()
    guard kind == .unknown,
      HapticFormat.allCases.contains(where: {
        lowercased.hasSuffix(".\($0.fileExtension)")
      })
    else { return false }
    return (try? JSONParser.parse(bytes)) == nil
  }

  /// The output path: `taps/heart.ahap` becomes `OUT/hjif/taps/heart.ahap.hjif`. The whole name stays, because two sources
  /// may differ only in their extensions.
  private func path(of file: String, as target: Target) -> String {
    "\(output)/\(target.name)/\(file).\(target.fileExtension)"
  }
}

/// The path for a part of a timeline: `beat.ahap` becomes `beat.transients.ahap`.
package func labelledPath(_ path: String, _ label: String?) -> String {
  guard let label else { return path }
  let folderEnd = path.lastIndex(of: "/") ?? path.startIndex
  guard let dot = path.lastIndex(of: "."), dot > folderEnd else { return "\(path).\(label)" }
  return "\(path[..<dot]).\(label)\(path[dot...])"
}
