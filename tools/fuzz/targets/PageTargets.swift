import Lubdub
import LubdubHaptics
import LubdubSupport
import LubdubTraces
import Yams

/// Requests to a studio, settings in YAML, and sounds. The first two are compiled into the fuzzer from their sources, with
/// what is internal.
let otherTargets = ["studio", "yaml", "wav"]

func fuzzOther(_ target: String, _ bytes: [UInt8]) {
  switch target {
  case "studio": fuzzRequest(bytes)
  case "yaml": fuzzSettings(bytes)
  default: fuzzSound(bytes)
  }
}

/// A request is refused, or waits for more, or has the token. The token is put in for `$`.
private func fuzzRequest(_ bytes: [UInt8]) {
  let token = Array("abcdefghijklmnopQRSTUVWX01234567".utf8)
  let site = StudioSite(
    token: String(decoding: token, as: UTF8.self), page: Array("<page>".utf8),
    settings: Array("{}".utf8), code: nil, isLocal: bytes.count.isMultiple(of: 2), run: "1a2b")
  let request = bytes.flatMap { $0 == UInt8(ascii: "$") ? token : [$0] }
  guard let answer = site.answer(to: request) else { return }
  precondition(answer.bytes.starts(with: "HTTP/1.1 ".utf8))
  let isGiven = answer.reader != nil || answer.bytes.starts(with: "HTTP/1.1 200".utf8)
  precondition(!isGiven || bytes.contains(UInt8(ascii: "$")))
  precondition(answer.reader?.rows ?? 0 >= 0)
}

/// A text is refused or read; what was read is written and read again as the same, and no text of it becomes a setting.
private func fuzzSettings(_ bytes: [UInt8]) {
  // Yams takes the mark at the start of a word for that of a file.
  guard let text = String(utf8: bytes), text.unicodeScalars.first != "\u{FEFF}" else { return }
  let written = ConfigurationWriter.write(
    links: [(name: text, text: "uwb.gate: 3\n")], heading: [text])
  let read = try? ConfigurationReader.document(written, source: "fuzz").entries
  precondition(read?.map(\.key) == ["links.\(text).uwb.gate"], "a name or a heading shows")
  guard let document = try? ConfigurationReader.document(text, source: "fuzz") else { return }
  guard let configuration = try? document.configuration() else { return }
  let again = try? ConfigurationReader.document(
    ConfigurationWriter.write(configuration), source: "fuzz"
  ).configuration()
  precondition(again == configuration, "writing changes the settings")
}

/// A sound is refused or read; what is felt in it is finite.
private func fuzzSound(_ bytes: [UInt8]) {
  _ = checkWAV(bytes)
  guard let sound = try? WAVFile(bytes) else { return }
  guard let timeline = try? SoundToHaptics().timeline(of: sound) else { return }
  precondition(timeline.duration.isFinite)
  precondition(timeline.events.allSatisfy { $0.time.isFinite && (0...1).contains($0.intensity) })
}
