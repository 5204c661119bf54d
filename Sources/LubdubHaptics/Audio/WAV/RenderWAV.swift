/// A summary of a rendering.
public struct RenderReport: Sendable, Hashable {
  /// Samples per channel.
  public let frames: Int
  /// The time from the start of the file to the start of the timeline; see `Renderer.startOffset`.
  public let startOffset: Seconds
}

/// Renders a document as the bytes of a WAV file. If the file has several channels and the document several places, each
/// channel plays its own place.
///
/// - Throws: `AudioError` for an option, a time, or a level out of its range, or for a file of more
///   than 1 GiB.
public func renderWAVBytes(
  _ document: TimelineDocument, _ options: RenderOptions = RenderOptions()
) throws(AudioError) -> [UInt8] {
  var pieces = try WAVPieces(document, options)
  let header = pieces.header
  guard header.fileBytes <= 1 << 30 else {
    throw AudioError(
      subject: "file", reason: "has \(header.fileBytes) bytes, expected at most 1 GiB in memory")
  }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(header.fileBytes)
  while let piece = pieces.next() { bytes += piece }
  return bytes
}

// Embedded mode has no files.
#if !hasFeature(Embedded)
/// Renders a document, like `renderWAVBytes`, into a WAV file, which is written completely or not at all; `-` is standard
/// output.
///
/// - Throws: `AudioError` for an option, a time, or a level out of its range; `FileError` when the
///   file cannot be written.
@discardableResult public func renderWAV(
  _ document: TimelineDocument, _ options: RenderOptions = RenderOptions(), to path: String
) throws -> RenderReport {
  var pieces = try WAVPieces(document, options)
  var file = try OutputFile(path: path)
  while let piece = pieces.next() { try piece.withUnsafeBytes { try file.write($0) } }
  try file.commit()
  return pieces.report
}
#endif
