import Lubdub
import LubdubHaptics
import LubdubSupport

/// The haptic formats that are read, as targets of their own.
let decoderTargets = HapticFormat.allCases.map { "decode-" + $0.rawValue }

/// A file is refused or read; what was read is finite, and where the format can hold it, writing it
/// and reading it again gives the same bytes.
func fuzzDecoder(_ target: String, _ bytes: [UInt8]) {
  guard let format = HapticFormat(rawValue: String(target.dropFirst("decode-".count))) else {
    return
  }
  var loss = LossReport()
  for finding in (FileKind.recognize(bytes).check(bytes, loss: &loss) ?? [])
    + format.check(bytes, loss: &loss)
  {
    // What a check prints is one line.
    precondition(finding.description.visible.unicodeScalars.allSatisfy { !$0.isHidden })
  }
  guard let document = try? format.decode(bytes) else { return }
  precondition(document.timeline.duration.isFinite)
  for event in document.timeline.events {
    precondition(event.time.isFinite && event.duration.isFinite)
    // Formats in hertz keep any frequency.
    precondition((0...1).contains(event.intensity) && event.sharpness.isFinite)
  }
  guard document.timeline.duration.value < 1000, document.timeline.events.count < 1000,
    let written = try? format.encode(document).bytes
  else { return }
  guard let again = try? format.decode(written) else {
    preconditionFailure("what was written cannot be read")
  }
  guard let twice = try? format.encode(again).bytes else {
    preconditionFailure("what was read from our own file cannot be written")
  }
  precondition(written == twice, "writing again gives other bytes")
}
