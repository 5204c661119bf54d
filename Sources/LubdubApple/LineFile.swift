#if canImport(CoreHaptics) || canImport(NearbyInteraction)
import Foundation

/// A file that grows by lines.
final class LineFile {
  /// The number of lines that could not be written, for example because the disk is full.
  private(set) var lost = 0
  private let file: FileHandle

  /// Creates an empty file; existing contents are overwritten.
  init(writingTo url: URL) throws {
    try Data().write(to: url)
    file = try FileHandle(forWritingTo: url)
  }

  deinit { try? file.close() }

  func write(_ line: some Sequence<UInt8>) {
    do { try file.write(contentsOf: Data(line)) } catch { lost += 1 }
  }
}
#endif
