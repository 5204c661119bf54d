/// A log of ceremony messages, one JSON object per line: `{"t_s": 1.5, "from": "host", "type": …, "payload": …}`. The sender is
/// the link's name, so that the distances of both ends can be kept apart.
struct CeremonyTrace: LineFormat {
  static let name = "ceremony"
  static let summary = "messages of the two-phone ceremony, one JSON object per line"

  static let hasOneLink = true

  var lines = LineSplitter()
  private static let types = [
    "sessionInfo", "distanceUpdate", "readyToSend", "ringSent", "ringReceived", "ceremonyComplete",
    "standing", "token",
  ]

  init(options: ReadOptions) {}

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains { line in
      guard line.first == UInt8(ascii: "{"), line.contains("\"type\""),
        let type = JSONText.parse(line)?["type"]?.string
      else { return false }
      return types.contains(type)
    }
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    guard let value = JSONText.parse(line.bytes) else {
      return try sink.reject(.notJSON, line: line.number, Excerpt.quote(line.bytes))
    }
    guard let time = (value["t_s"] ?? value["time"])?.decimal else {
      return try sink.reject(.missingTime, line: line.number, "t_s is missing or not a number")
    }
    let message: CeremonyMessage
    do throws(CeremonyMessage.Fault) {
      message = try CeremonyMessage.decode(value)
    } catch {
      return try sink.reject(error.reason, line: line.number, error.description)
    }
    if case .sessionInfo(let info) = message { sink.report.ceremony = info.json }
    guard let sample = message.sample(at: Seconds(time)) else { return sink.ignore() }
    try sink.accept(sample, peer: value["from"]?.string, line: line.number)
  }
}
