#if canImport(CoreHaptics) || canImport(NearbyInteraction)
import Foundation

/// A file that grows by lines.
final class LineFile {
  /// Lines that could not be written, as where the disk is full.
  private(set) var lost = 0
  private let file: FileHandle

  /// An empty file; what was in it is overwritten.
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
