// In embedded mode there are no files.
#if !hasFeature(Embedded)
  public import Files
  public import Haptics

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
