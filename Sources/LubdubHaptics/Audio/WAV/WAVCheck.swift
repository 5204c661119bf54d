import RealModule

/// Checks a WAV file for faults: sizes, padding, and the `fact` chunk; samples that clip, are not numbers, or jump so that they
/// click.
public func checkWAV(_ bytes: [UInt8]) -> [Finding] {
  do throws(AudioError) {
    let layout = try WAVLayout(bytes)
    var findings = headerFindings(layout, fileBytes: bytes.count)
    let file = try WAVFile(bytes)
    for channel in 0..<file.channelCount {
      findings += sampleFindings(file.samples(channel: channel), file, channel)
    }
    return findings
  } catch {
    return [
      Finding(
        .error, code: "wav-format", at: "header", error.description,
        cure: "write RIFF/WAVE with 16, 24, or 32-bit integers or 32-bit floats")
    ]
  }
}

func headerFindings(_ layout: WAVLayout, fileBytes: Int) -> [Finding] {
  var findings: [Finding] = []
  let error = { (rule: String, place: String, message: String, cure: String) in
    findings.append(Finding(.error, code: rule, at: place, message, cure: cure))
  }
  if layout.claimedSize != UInt64(fileBytes - 8) {
    error(
      "wav-riff-size", "header",
      "the header says \(layout.claimedSize) bytes follow, but \(fileBytes - 8) do",
      "write the file's length less 8, or RF64 above 4 GiB")
  }
  if layout.lacksPadding {
    error(
      "wav-padding", "last chunk", "its length is odd and no padding byte follows",
      "append one zero byte")
  }
  guard let format = layout.format, let data = layout.data else { return findings }
  if data.claimed != UInt64(data.range.count) {
    error(
      "wav-data-size", "data",
      "the chunk says \(data.claimed) bytes, but \(data.range.count) are there",
      "write the number of bytes of the samples")
  }
  if format.blockBytes > 0, data.range.count % format.blockBytes != 0 {
    error(
      "wav-data-size", "data",
      "\(data.range.count) bytes are not a whole number of \(format.blockBytes)-byte frames",
      "write whole frames")
  }
  if format.bytesPerSecond != format.sampleRate * format.blockBytes {
    error(
      "wav-byte-rate", "fmt",
      "the byte rate is \(format.bytesPerSecond), not the sample rate times the frame's bytes",
      "write \(format.sampleRate * format.blockBytes)")
  }
  if format.code == 3, format.blockBytes > 0 {
    let frames = UInt64(data.range.count / format.blockBytes)
    if layout.factCount != min(frames, UInt64(UInt32.max)) {
      let found = layout.factCount.map { "says \($0) samples" } ?? "is missing"
      error(
        "wav-fact", "fact", "the chunk \(found); floats need it",
        "write \(frames), the samples per channel")
    }
  }
  return findings + rateFindings(format)
}

private func rateFindings(_ format: WAVLayout.Format) -> [Finding] {
  let rate = format.sampleRate
  var findings: [Finding] = []
  func warn(_ rule: String, _ message: String) {
    findings.append(Finding(.warning, code: rule, at: "fmt", message, cure: "render at 48000 Hz"))
  }
  if format.channelCount == 4, rate != 48_000 {
    warn("wav-controller-rate", "four channels at \(rate) Hz; controllers play 48000 Hz")
  }
  if !(8_000...192_000).contains(rate) {
    warn("wav-sample-rate", "the sample rate is \(rate) Hz, outside 8000...192000")
  }
  return findings
}

func sampleFindings(
  _ samples: [Double], _ file: WAVFile, _ channel: Int, first: Int = 0, before: Double = 0,
  after: Double? = 0
) -> [Finding] {
  var findings: [Finding] = []
  func report(
    _ rule: String, _ severity: Finding.Severity, _ index: Int, _ what: String, cure: String
  ) {
    let place = "channel \(channel + 1), sample \(first + index)"
    findings.append(Finding(severity, code: rule, at: place, what, cure: cure))
  }
  if let index = samples.firstIndex(where: { !$0.isFinite }) {
    report(
      "wav-not-a-number", .error, index, "the sample is \(samples[index])",
      cure: "write finite samples")
    return findings
  }
  let clipped = clippedSamples(samples, isFloat: file.isFloat)
  if let index = clipped.first {
    report(
      "wav-clipping", .error, index,
      "\(counted(clipped.count, "sample reaches or passes", "samples reach or pass")) full scale",
      cure: "lower the gain so that the true peak stays below 0 dBFS")
  }
  // The largest step of a full-scale sine of 1 kHz, a frequency above the range of skin.
  let steepest = 2 * Double.sin(min(.pi * 1_000 / Double(file.sampleRate), .pi / 2))
  let course = [before] + samples + (after.map { [$0] } ?? [])
  let steps = course.indices.dropLast().filter { abs(course[$0 + 1] - course[$0]) > steepest }
  if let index = steps.first {
    report(
      "wav-step", .warning, index,
      "\(counted(steps.count, "step")) between samples, steeper than a full-scale sine of 1 kHz",
      cure: "ramp starts and stops over some milliseconds")
  }
  return findings
}

/// Floats beyond full scale; runs of at least two integers at full scale, since a single integer may be a peak that just
/// fits.
private func clippedSamples(_ samples: [Double], isFloat: Bool) -> [Int] {
  if isFloat { return samples.indices.filter { abs(samples[$0]) > 1 } }
  return samples.indices.filter { index in
    guard abs(samples[index]) >= 1 else { return false }
    let left = index > 0 && abs(samples[index - 1]) >= 1
    let right = index + 1 < samples.count && abs(samples[index + 1]) >= 1
    return left || right
  }
}
