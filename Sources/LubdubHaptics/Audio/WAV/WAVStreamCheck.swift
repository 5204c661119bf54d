/// Checks a WAV file that is too long for memory for faults, block by block.
///
/// For each rule and channel, only the first stretch that breaks the rule is reported.
public struct WAVStreamCheck {
  private let head: [UInt8]
  private var rest: [UInt8] = []
  /// The remaining bytes of the data chunk; other chunks may follow it.
  private var left: Int
  private var byteCount: Int
  private var frameCount = 0
  private var last: [Double] = []
  private var found: [Finding] = []

  /// Starts a check with the beginning of a file, which must contain the header and the first samples.
  ///
  /// - Throws: `AudioError` when this is not a WAV file, or its beginning contains no samples.
  public init(start: [UInt8]) throws(AudioError) {
    let file = try WAVFile(start)
    guard let data = try WAVLayout(start).data else {
      throw AudioError(subject: "WAV", reason: "has no data chunk at its beginning")
    }
    head = Array(start[..<data.range.lowerBound])
    left = Int(clamping: data.claimed)
    byteCount = start.count
    last = [Double](repeating: 0, count: file.channelCount)
    try look(start[data.range.lowerBound...])
  }

  /// Adds the next bytes of the file.
  ///
  /// - Throws: `AudioError`, but never for a header that `init` has read.
  public mutating func feed(_ bytes: [UInt8]) throws(AudioError) {
    byteCount += bytes.count
    try look(bytes[...])
  }

  private mutating func look(_ bytes: ArraySlice<UInt8>) throws(AudioError) {
    rest += bytes.prefix(left)
    left -= min(left, bytes.count)
    let file = try WAVFile(head + rest)
    guard file.frameCount > 0 else { return }
    for channel in 0..<file.channelCount {
      let samples = file.samples(channel: channel)
      let findings = sampleFindings(
        samples, file, channel, first: frameCount, before: last[channel], after: nil)
      for finding in findings where isNew(finding) { found.append(finding) }
      last[channel] = samples.last ?? 0
    }
    frameCount += file.frameCount
    rest.removeFirst(file.frameCount * file.channelCount * file.bitsPerSample / 8)
  }

  private func isNew(_ finding: Finding) -> Bool {
    let channel = finding.place?.prefix { $0 != "," }
    return found.allSatisfy { $0.code != finding.code || $0.place?.prefix { $0 != "," } != channel }
  }

  /// All findings, after the end of the file.
  ///
  /// - Throws: `AudioError`, but never for a header that `init` has read.
  public func findings() throws(AudioError) -> [Finding] {
    headerFindings(try WAVLayout(head, fileBytes: byteCount), fileBytes: byteCount) + found
  }
}
