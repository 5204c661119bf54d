import Foundation
import TestSupport
import Testing

/// A log of the messages that two phones exchange, each with the distance that the sender measured.
@Suite struct CeremonyMessageLogTests {
  private let tool = Tool()

  /// The true distance at a time: from 3 m to contact in 40 s, then at rest.
  private static func truth(at time: Double) -> Double { max(0.1, 3 - 0.07 * time) }

  /// Both phones measure five times per second, with errors of their own of 10 cm.
  private static func log(seed: UInt64) throws -> String {
    var random = SeededGenerator(seed: seed)
    var lines: [(time: Double, text: String)] = []
    func add(_ message: CeremonyMessage, _ sender: String, _ time: Double) throws {
      var members = try message.encode().object ?? [:]
      members["t_s"] = .number(time)
      members["from"] = .string(sender)
      var writer = JSONWriter(lineLength: nil)
      writer.write(.object(members))
      lines.append((time, String(decoding: writer.bytes, as: UTF8.self)))
    }
    let info = CeremonyMessage.SessionInfo(
      hostNickname: "Ada", guestNickname: "Charles", ring: .haloLuxury, message: "For ever ♥")
    try add(.sessionInfo(info), "host", 0)
    for tick in 1...300 {
      for (sender, delay) in [("host", 0.0), ("guest", 0.1)] {
        let time = Double(tick) / 5 + delay
        let noise = (0..<12).reduce(-6.0) { sum, _ in sum + random.unit() }
        try add(.distanceUpdate(Meters(max(0, truth(at: time) + 0.1 * noise))), sender, time)
      }
    }
    try add(.readyToSend, "host", 45)
    try add(.ringSent, "host", 46)
    try add(.ringReceived, "guest", 47)
    try add(.ceremonyComplete, "host", 50)
    let sorted = lines.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    return sorted.map(\.element.text).joined(separator: "\n") + "\n"
  }

  private static func error(of estimates: String) throws -> Double {
    var squares = 0.0
    var count = 0
    for line in estimates.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard let time = Double(cells[0]), let distance = Double(cells[1]), time > 5 else { continue }
      squares += (distance - truth(at: time)) * (distance - truth(at: time))
      count += 1
    }
    try #require(count > 250)
    return (squares / Double(count)).squareRoot()
  }

  @Test func `Ceremony messages run like any trace, and broken messages are counted`() throws {
    var log = try Self.log(seed: 1)
    log +=
      "{\"t_s\": 61, \"from\": \"host\", \"type\": \"distanceUpdate\", \"payload\": \"AAA=\"}\n"
    log += "{\"t_s\": 62, \"from\": \"host\", \"type\": \"distanceUpdate\", \"payload\": \"!\"}\n"
    try tool.write(log, to: "messages.ndjson")
    try tool.succeed("run", "messages.ndjson", "-o", "timeline.json")
    let timeline = try JSONParser.parse(tool.data(of: "timeline.json"))
    #expect(timeline["phases"]?.array?.last?["to"]?.string == "complete")
    #expect(timeline["input"]?["format"]?.string == "ceremony")
    let rejected = try #require(timeline["input"]?["rejected"]?.array)
    #expect(rejected.map { $0["count"]?.number } == [1, 1], "each fault has its reason")
    let cues = timeline["cues"]?.array?.compactMap { $0["name"]?.string }
    #expect(cues == ["ringSent", "ringAttached"])
  }

  @Test func `Names, ring, and message come from the log unless options override them`() throws {
    try tool.write(Self.log(seed: 1), to: "messages.ndjson")
    try tool.succeed("run", "messages.ndjson", "-o", "timeline.json")
    let timeline = try JSONParser.parse(tool.data(of: "timeline.json"))
    #expect(
      timeline["input"]?["ceremony"] == [
        "hostNickname": "Ada", "guestNickname": "Charles", "ring": "haloLuxury",
        "message": "For ever ♥",
      ])
    func keepsake(_ words: String...) throws -> String {
      try tool.succeed(
        ["keepsake", "messages.ndjson", "-o", "ours.svg"] + words)
      return try tool.text(of: "ours.svg")
    }
    let own = try keepsake()
    #expect(own.contains("Ada &amp; Charles") && own.contains("For ever ♥"))
    #expect(own.components(separatedBy: "<circle").count > 12, "the halo of the ring")
    let given = try keepsake("--names", "A. & C.")
    #expect(given.contains("A. &amp; C.") && !given.contains("Charles"))
    #expect(given.contains("For ever ♥"))
  }

  @Test func `The fused distance of both ends is closer to the truth than either end`() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      try tool.write(Self.log(seed: seed), to: "messages.ndjson")
      let both = try Self.error(of: tool("estimate", "messages.ndjson").text)
      for end in ["host", "guest"] {
        let alone = try Self.error(of: tool("estimate", "messages.ndjson", "--peer", end).text)
        #expect(both < 0.98 * alone, "seed \(seed): \(both) m of both, \(alone) m of the \(end)")
      }
    }
  }
}
