#if !hasFeature(Embedded)
  public import Files
#endif
public import Haptics
public import Quantities

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
  var renderer = try Renderer(timeline, options)
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

  /// Bytes that are collected before they are passed on, and samples that are rendered at once.
  private static var bufferBytes: Int { 1 << 18 }
  private static var blockFrames: Int { 4096 }

  /// Gives header, samples and padding to `output`, in pieces.
  mutating func write<Failure: Error>(
    _ header: WAVHeader, _ options: RenderOptions,
    to output: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    func put(_ bytes: [UInt8], _ count: Int) throws(Failure) {
      try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
        try output(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
      }
    }
    try put(header.bytes, header.bytes.count)
    var encoder = SampleEncoder(options.format, options.layout, dither: options.dither)
    let frameBytes = encoder.frameBytes
    let capacity = Self.bufferBytes / frameBytes * frameBytes
    var samples = [Float](repeating: 0, count: Self.blockFrames)
    var bytes = [UInt8](repeating: 0, count: capacity)
    var used = 0
    var silence = 0
    while remaining > 0 || silence > 0 {
      if silence == 0 { silence = skipSilence() }
      let free = (capacity - used) / frameBytes
      let size: Int
      if silence > 0 {
        size = min(silence, free)
        silence -= size
        _ = bytes.withUnsafeMutableBytes { buffer in
          UnsafeMutableRawBufferPointer(rebasing: buffer[used..<used + size * frameBytes])
            .initializeMemory(as: UInt8.self, repeating: 0)
        }
      } else {
        size = render(&samples, &encoder, atMost: free, into: &bytes, at: used)
      }
      used += size * frameBytes
      guard used == capacity || (remaining == 0 && silence == 0) else { continue }
      try put(bytes, used)
      used = 0
    }
    if header.padding == 1 { try put([0], 1) }
  }

  private mutating func render(
    _ samples: inout [Float], _ encoder: inout SampleEncoder, atMost limit: Int,
    into bytes: inout [UInt8], at offset: Int
  ) -> Int {
    let count = samples.withUnsafeMutableBufferPointer { block in
      render(into: UnsafeMutableBufferPointer(rebasing: block[..<min(limit, block.count)]))
    }
    samples.withUnsafeBufferPointer { block in
      bytes.withUnsafeMutableBytes { buffer in
        encoder.encode(
          UnsafeBufferPointer(rebasing: block[..<count]),
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]))
      }
    }
    return count
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
    var renderer = try Renderer(timeline, options)
    let header = try renderer.header(options)
    var file = try OutputFile(path: path)
    try renderer.write(header, options) { bytes in try file.write(bytes) }
    try file.commit()
    return renderer.report(header)
  }

  /// Renders a timeline as a WAV file into an output that the caller commits.
  ///
  /// - Throws: `AudioError` for an option, a time or a level out of its range; `FileError` when the
  ///   file cannot be written.
  @discardableResult
  public func renderWAV(
    _ timeline: Timeline, _ options: RenderOptions = RenderOptions(), to file: inout OutputFile
  ) throws -> RenderReport {
    var renderer = try Renderer(timeline, options)
    let header = try renderer.header(options)
    try renderer.write(header, options) { bytes in try file.write(bytes) }
    return renderer.report(header)
  }
#endif
