public import Lubdub
#if !hasFeature(Embedded)
internal import LubdubGround
#endif

/// What was rendered.
public struct RenderReport: Sendable, Hashable {
  /// Samples per channel.
  public let frames: Int
  /// Bytes of the file.
  public let fileBytes: Int
  /// Whether the file has 64-bit sizes (RF64).
  public let isRF64: Bool
  /// The amplitude of a pattern's full intensity in the drive.
  public let gain: Double
  /// By how much the file starts before the timeline; see `Renderer.startOffset`.
  public let startOffset: Seconds
}

/// Renders a timeline as the bytes of a WAV file.
///
/// - Throws: `AudioError` for an option, a time or a level out of its range, or for a file of more
///   than 1 GiB.
public func renderWAVBytes(
  _ timeline: Timeline, _ options: RenderOptions = RenderOptions()
) throws(AudioError) -> [UInt8] {
  let renderer = try Renderer(timeline, options)
  let header = try renderer.header(options)
  guard header.fileBytes <= 1 << 30 else {
    throw AudioError(
      subject: "file", reason: "has \(header.fileBytes) bytes, expected at most 1 GiB in memory")
  }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(header.fileBytes)
  renderer.write(header, options) { bytes.append(contentsOf: $0) }
  return bytes
}

extension Renderer {
  func header(_ options: RenderOptions) throws(AudioError) -> WAVHeader {
    try WAVHeader(
      sampleRate: options.sampleRate, format: options.format, layout: options.layout,
      frames: frameCount)
  }

  func report(_ header: WAVHeader) -> RenderReport {
    RenderReport(
      frames: header.frames, fileBytes: header.fileBytes, isRF64: header.isRF64, gain: gain,
      startOffset: startOffset)
  }

  consuming func write<Failure: Error>(
    _ header: WAVHeader, _ options: RenderOptions,
    to output: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var pieces = WAVPieces(self, header, options)
    while let piece = pieces.next() {
      try piece.withUnsafeBufferPointer { bytes throws(Failure) in
        try output(UnsafeRawBufferPointer(bytes))
      }
    }
  }
}

// In embedded mode there are no files.
#if !hasFeature(Embedded)
/// Renders a timeline into a WAV file, which appears whole or not at all; `-` is standard output.
///
/// - Throws: `AudioError` for an option, a time or a level out of its range; `FileError` when the
///   file cannot be written.
@discardableResult
public func renderWAV(
  _ timeline: Timeline, _ options: RenderOptions = RenderOptions(), to path: String
) throws -> RenderReport {
  let renderer = try Renderer(timeline, options)
  let header = try renderer.header(options)
  var file = try OutputFile(path: path)
  let report = renderer.report(header)
  try renderer.write(header, options) { bytes in try file.write(bytes) }
  try file.commit()
  return report
}
#endif
