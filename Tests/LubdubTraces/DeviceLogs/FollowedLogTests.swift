import Foundation
import LubdubTraces
import TestSupport
import Testing

@Suite struct FollowedLogTests {
  private let options = ReadOptions(formats: .deviceLogs)

  @Test func `A new file of records starts with a header again`() throws {
    let folder = try TemporaryLog()
    let path = folder.path
    let header = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
    try writeFile(header + [0, 0, 0], to: path)
    var trace = try FollowedTrace(path: path, options: options)
    #expect(try trace.nextRanges() == [])
    #expect(trace.report.format == "btsnoop")
    try FileManager.default.removeItem(atPath: path)
    try writeFile(header, to: path)
    #expect(try trace.nextRanges() == [])
    #expect(trace.incidents == [.unfinished(line: 1), .restarted])
    #expect(try trace.nextRanges() == [])
    var records: [TraceRecord] = []
    try trace.stop(into: &records)
    #expect(trace.incidents == [])
    #expect(trace.report.rejected == 0)
  }

  @Test func `A log that starts with other text or stops early is recognized`() throws {
    let folder = try TemporaryLog()
    let chatter = Array(repeating: "booting …\n", count: 100).joined()
    try writeFile(Array((chatter + "espresense/").utf8), to: folder.path)
    var trace = try FollowedTrace(path: folder.path, options: options)
    #expect(try trace.nextRanges() == [])
    #expect(trace.report.format == "")
    var records: [TraceRecord] = []
    try trace.stop(into: &records)
    #expect(trace.report.format == "espresense")
    #expect(trace.incidents == [.unfinished(line: 101)])
  }

  @Test func `The two ends of a ceremony are one link`() throws {
    let text = ["host", "guest"].map { end in
      #"{"t_s": 1, "from": "\#(end)", "type": "distanceUpdate", "payload": "AADAPw=="}"#
        + "\n"
    }
    var options = options
    options.takesFirstPeer = true
    var parser = TraceParser(options: options)
    try parser.feed(Array(text.joined().utf8))
    try parser.finish()
    #expect(parser.report.peers.map(\.name) == ["host", "guest"])
    #expect(parser.report.accepted == 2)
  }
}
