import Foundation
import LubdubHaptics
import TestSupport
import Testing

/// Other programs can read the written files.
@Suite struct ForeignReaderTests {
  private func withFile(_ options: RenderOptions, _ body: (String, Int) throws -> Void) throws {
    let path = scratchFile("variant.wav")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let report = try renderWAV(WAVTests.timeline(options.sampleRate), options, to: path)
    #expect(report.frames == WAVTests.oddFrames(options.sampleRate))
    try body(path, report.frames)
  }

  @Test(
    "The rate, depth, channels, and length of every variant are read by soxi",
    .programs("soxi", of: "sox"), arguments: WAVTests.foreignVariants)
  func sox(_ options: RenderOptions) throws {
    try withFile(options) { path, frames in
      let text = try Installed.run("soxi", [path]).output
      let fields = Set(text.split(separator: "\n").map(String.init))
      let kind = options.format.isFloat ? "Floating Point" : "Signed Integer"
      #expect(fields.contains("Channels       : \(options.layout.count)"), "\(text)")
      #expect(fields.contains("Sample Rate    : \(options.sampleRate)"))
      #expect(fields.contains("Sample Encoding: \(options.format.bytes * 8)-bit \(kind) PCM"))
      #expect(text.contains("= \(frames) samples"))
    }
  }

  @Test(
    .programs("ffprobe", of: "ffmpeg"),
    arguments: WAVTests.foreignVariants)
  func `Codec, rate, channels, and length are read by ffprobe`(_ options: RenderOptions) throws {
    try withFile(options) { path, frames in
      let entries = "stream=codec_name,sample_rate,channels,duration_ts"
      let text = try Installed.run(
        "ffprobe",
        ["-v", "warning", "-show_entries", entries, "-of", "default=noprint_wrappers=1", path]
      ).output
      let lines = Set(text.split(separator: "\n").map(String.init))
      let codec =
        switch options.format {
        case .pcm16: "pcm_s16le"
        case .pcm24: "pcm_s24le"
        case .pcm32: "pcm_s32le"
        case .float32: "pcm_f32le"
        }
      let expected: Set = [
        "codec_name=\(codec)", "sample_rate=\(options.sampleRate)",
        "channels=\(options.layout.count)", "duration_ts=\(frames)",
      ]
      #expect(lines == expected)
    }
  }

  @Test(
    "Every variant is read by libsndfile with its rate, channels, and length, without errors",
    .programs("sndfile-info", of: "sndfile-programs"),
    arguments: WAVTests.foreignVariants)
  func sndfile(_ options: RenderOptions) throws {
    try withFile(options) { path, frames in
      let text = try Installed.run("sndfile-info", [path]).output
      let lines = text.split(separator: "\n").map { line in
        line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      }
      #expect(lines.contains("Sample Rate : \(options.sampleRate)"), "\(text)")
      #expect(lines.contains("Frames : \(frames)"))
      #expect(lines.contains("Channels : \(options.layout.count)"))
      // libsndfile wants even data even where, as here, the padding byte follows, and a loudspeaker for each channel,
      // which a place of a device does not have.
      var accepted = ["'data' chunk should be an even number of bytes in length."]
      if options.layout == .places { accepted.append("Channel Mask  : 0x0 (should not be zero)") }
      let rest = accepted.reduce(text) { $0.replacingOccurrences(of: $1, with: "") }
      #expect(!rest.contains("should") && !rest.contains("rror"), "\(text)")
    }
  }

  @Test(.programs("sndfile-info", "ffprobe", of: "sndfile-programs, ffmpeg"))
  func `Sizes of 64 bits are read by libsndfile and ffprobe`() throws {
    let path = scratchFile("rf64.wav")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let header = try WAVHeader(
      sampleRate: 48_000, format: .pcm24, channelCount: 4, speakers: 0x33, frames: 777,
      forcesRF64: true)
    let bytes = header.bytes + [UInt8](repeating: 0, count: header.dataBytes)
    #expect(bytes.count == header.fileBytes)
    try Data(bytes).write(to: URL(filePath: path))
    let text = try Installed.run("sndfile-info", [path]).output
    #expect(text.contains("RF64") && text.contains("Frames      : 777"), "\(text)")
    let probe = try Installed.run(
      "ffprobe",
      ["-v", "warning", "-show_entries", "stream=duration_ts", "-of", "csv=p=0", path]
    ).output
    #expect(probe.hasPrefix("777"), "\(probe)")
    #expect(checkWAV(bytes).isEmpty)
    #expect(bytes.starts(with: Array("RF64".utf8)))
  }

  @Test(.programs("ffprobe", of: "ffmpeg"))
  func `A sparse file of more than 4 GiB is read to its end`() throws {
    let path = scratchFile("large.wav")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let frames = 1_200_000_000
    let header = try WAVHeader(
      sampleRate: 48_000, format: .float32, channelCount: 1, speakers: 4, frames: frames)
    try Data(header.bytes).write(to: URL(filePath: path))
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: UInt64(header.fileBytes))
    try handle.close()
    let text = try Installed.run(
      "ffprobe", ["-v", "error", "-show_entries", "stream=duration_ts", "-of", "csv=p=0", path]
    ).output
    #expect(text.hasPrefix("\(frames)"), "\(text)")
  }
}
