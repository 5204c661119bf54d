import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

@Suite struct FollowedTraceTests {
  @Test func `Rows arrive as they are written, across truncation and rotation`() throws {
    let folder = try TemporaryLog()
    let path = folder.path
    try writeFile(Array("t_s,range_m\n0,1\n1,2\n2,".utf8), to: path)
    var trace = try FollowedTrace(path: path)
    #expect(try trace.nextRanges() == [1, 2])
    #expect(try trace.nextRanges() == [])
    try append("3\n", to: path)
    #expect(try trace.nextRanges() == [3])
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try writeFile(Array("t_s,range_m\n3,4\n".utf8), to: path)
    #expect(try trace.nextRanges() == [])
    #expect(try trace.nextRanges() == [4])
    #expect(trace.report.accepted == 4)
    #expect(trace.report.rejected == 0)
  }

  @Test(arguments: [true, false])
  func `A line cut by rotation or truncation is not a row`(isRotated: Bool) throws {
    let folder = try TemporaryLog()
    let path = folder.path
    try writeFile(Array("t_s,range_m\n0,1\n1,2\n2,3.".utf8), to: path)
    var trace = try FollowedTrace(path: path)
    #expect(try trace.nextRanges() == [1, 2])
    if isRotated {
      try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
      try writeFile(Array("t_s,range_m\n3,4\n4,x\n".utf8), to: path)
    } else {
      let handle = try #require(FileHandle(forWritingAtPath: path))
      defer { try? handle.close() }
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data("3,4\n4,x\n".utf8))
    }
    #expect(try trace.nextRanges() == [])
    #expect(trace.incidents == [.unfinished(line: 4), .restarted])
    var records: [TraceRecord] = []
    _ = try trace.next(into: &records, timeout: 0.01)
    #expect(trace.incidents == [])
    let lines = isRotated ? [2, 3] : [1, 2]
    #expect(records.map(\.line) == [lines[0]], "lines are counted from 1 again")
    #expect(trace.report.rejections[.notANumber]?.lines == [lines[1]])
    #expect(trace.report.accepted == 3)
    #expect(trace.report.rejected == 1)
  }

  @Test func `Stopping delivers the held rows and drops an unfinished line`() throws {
    let folder = try TemporaryLog()
    try writeFile(Array("t_s,range_m\n1,2\n0,1\n2,0.".utf8), to: folder.path)
    var options = ReadOptions()
    options.reorderingWindow = 5
    var trace = try FollowedTrace(path: folder.path, options: options)
    #expect(try trace.nextRanges() == [])
    var records: [TraceRecord] = []
    try trace.stop(into: &records)
    #expect(records.compactMap(\.sample.range) == [1, 2])
    #expect(trace.incidents == [.unfinished(line: 4)])
    #expect(try !trace.next(into: &records, timeout: 0) && records.isEmpty)
  }

  @Test(arguments: ["\n", "\r\n"])
  func `Text that is not a trace is rejected after 128 lines`(lineEnd: String) throws {
    let folder = try TemporaryLog()
    let lines = Array(repeating: "foo,bar" + lineEnd, count: 127).joined()
    try writeFile(Array(lines.utf8), to: folder.path)
    var trace = try FollowedTrace(path: folder.path)
    #expect(try trace.nextRanges() == [])
    #expect(trace.linesWithoutFormat == 127)
    try append("foo,bar" + lineEnd, to: folder.path)
    let error = #expect(throws: ReadError.self) { _ = try trace.nextRanges() }
    #expect(error?.kind == .unrecognised)
  }

  @Test("The first of several links is used, with unnamed rows until a second link appears")
  func firstLink() throws {
    let text = "t_s,range_m,peer\n0,1,\n1,2,A\n2,3,\n3,4,B\n4,5,\n5,6,A\n"
    var options = ReadOptions()
    options.takesFirstPeer = true
    let log = try ReadLog(text, options: options)
    #expect(log.records.compactMap(\.sample.range) == [1, 2, 3, 6])
    #expect(log.report.peers.map(\.rows) == [2, 1])
    #expect(log.report.otherPeers == 2)
  }

  @Test func `A missing file is rejected`() {
    #expect(throws: ReadError.self) { _ = try FollowedTrace(path: "/no/such/file").report }
  }

  private func append(_ text: String, to path: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    defer { try? handle.close() }
    _ = try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
  }
}
