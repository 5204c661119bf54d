import Foundation
import TestSupport
import Testing

@testable import LubdubHaptics

/// Files of others: valid files are read and converted, and invalid files are rejected by the right rule.
@Suite(.recordings("haptics"))
struct SampleFileTests {
  static let files = Recordings.files(in: "haptics", endings: ["ahap", "haptic", "xml"])

  /// The rule that each invalid file breaks.
  static let invalid: [String: String] = [
    "amp_256.xml": "amplitude-range", "amp_neg.xml": "amplitude-range",
    "basic_not_ending_zero__xsd_cannot_see.xml": "envelope-end",
    "basic_sharp_neg.xml": "sharpness-range", "delaytype_bad.xml": "delay-type",
    "dur_neg.xml": "duration-range", "empty.xml": "empty-effect",
    "empty_waveform__xsd_cannot_see.xml": "empty-waveform",
    "entry_after_repeat.xml": "repeating-last", "env_zero_dur.xml": "duration-range",
    "env_zero_freq.xml": "frequency-range", "mixed.xml": "mixed-families",
    "repeat_empty.xml": "repeating-empty", "two_repeating.xml": "repeating-twice",
    "zero_total__xsd_cannot_see.xml": "zero-total",
    "validation_v1_amplitude.haptic": "amplitude-range",
    "validation_v1_emphasis_amplitude.haptic": "emphasis-below-envelope",
    "validation_v1_emphasis_amplitude_range.haptic": "emphasis-range",
    "validation_v1_emphasis_frequency_range.haptic": "emphasis-range",
    "validation_v1_sequence.haptic": "time-order", "invalid_fields_v1.haptic": "missing-signals",
    "invalid_version_v1.haptic": "unknown-version",
    "one_amp_bp.haptic": "too-few-amplitude-points",
    "one_amp_bp_multiple_freq_bps.haptic": "too-few-amplitude-points",
    "truncate_before_1_bp.haptic": "too-few-amplitude-points",
    "invalid_single_amplitude_breakpoint.haptic": "too-few-amplitude-points",
    "invalid_empty_amplitude_envelope.haptic": "too-few-amplitude-points",
    "invalid_zero_duration.haptic": "zero-duration",
  ]

  /// The rule that reports a trap in a file that is playable.
  static let traps: [String: String] = [
    "ahap/lofelt/17_points.ahap": "doubled-curve-times",
    "ahap/lofelt/studio_export.ahap": "doubled-curve-times",
    "ahap/lofelt/valid_v1.ahap": "doubled-curve-times",
    "ahap/lofelt/ahap_from_valid_v1.ahap": "doubled-curve-times",
    "ahap/meta-haptics-sdk/valid_v1.ahap": "doubled-curve-times",
    "ahap/meta-haptics-sdk/17_points.ahap": "curve-over-16-points",
    "ahap/ahappy/Success1.ahap": "value-clamped",
    "dot-haptic/lofelt/2_points.haptic": "frequency-after-end",
    "dot-haptic/lofelt/v1-120.haptic": "frequency-after-end",
    "dot-haptic/lofelt/Stroke_1.haptic": "frequency-after-end",
    "dot-haptic/meta-haptics-sdk/invalid_freq_bp_outside_amp_env.haptic": "frequency-after-end",
  ]

  @Test(arguments: files)
  func `Each file is recognized and then read or rejected`(_ file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    let kind = FileKind.recognize(bytes)
    let expected: [String: HapticFormat] = ["ahap": .ahap, "haptic": .haptic, "xml": .androidXML]
    #expect(kind.format == expected[file.pathExtension])
    let format = try #require(kind.format)
    if let rule = Self.invalid[file.lastPathComponent] {
      let findings = format.check(bytes)
      #expect(findings.contains { $0.code == rule && $0.severity == .error })
      #expect(throws: FormatError.self) { try format.decode(bytes) }
      return
    }
    let document = try format.decode(bytes)
    #expect(document.timeline.duration >= .zero)
    for target in HapticFormat.allCases {
      let encoded = try target.encode(document)
      #expect(!encoded.bytes.isEmpty)
      guard encoded.parts[0].isReadable else { continue }
      let back = try target.decode(encoded.bytes)
      let isSame = try target.encode(back).bytes == encoded.bytes
      #expect(isSame, "\(target.rawValue) written again differs")
    }
  }

  @Test func `Every invalid file exists`() {
    let names = Set(Self.files.map(\.lastPathComponent))
    #expect(Set(Self.invalid.keys).subtracting(names).isEmpty)
  }

  @Test(arguments: traps.sorted { $0.key < $1.key })
  func `Known mistakes are reported`(path: String, rule: String) throws {
    let folder = try #require(Recordings.folder("haptics"))
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
    let findings = try #require(FileKind.recognize(bytes).check(bytes))
    #expect(findings.contains { $0.code == rule })
  }

  @Test func `The long clip agrees as .haptic and as the vendor's AHAP`() throws {
    let folder = try #require(Recordings.folder("haptics"))
    func timeline(_ path: String) throws -> Timeline {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
      return try #require(FileKind.recognize(bytes).format).decode(bytes).timeline
    }
    let vendor = PlainCourse(try timeline("ahap/meta-haptics-sdk/long_clip.ahap"))
    let own = PlainCourse(try timeline("dot-haptic/meta-haptics-sdk/long_clip.haptic"))
    // The vendor plays the envelope 0.8 times as strong at its one emphasis, 5 s, and so changes both
    // ramps there, from 0 to 10 s.
    #expect(abs(vendor.felt(5).intensity - 0.8 * own.felt(5).intensity) < 1e-6)
    // Between points the vendor's intensity is straight; the file's amplitude is, so that they agree
    // at the clip's own points only.
    let file = folder.appending(path: "dot-haptic/meta-haptics-sdk/long_clip.haptic")
    let envelopes =
      try JSONParser.parse(Data(contentsOf: file))["signals"]?["continuous"]?["envelopes"]
    let points = (envelopes?["amplitude"]?.array ?? []).compactMap { $0["time"]?.number }.filter {
      $0 > 10 && $0 < 70
    }
    #expect(!points.isEmpty)
    for time in points {
      let (one, other) = (vendor.felt(time), own.felt(time))
      #expect(abs(one.intensity - other.intensity) < 1e-6, "at \(time) s")
      #expect(abs(one.sharpness - other.sharpness) < 1e-6, "at \(time) s")
    }
  }
}
