import FileIO
import Foundation
import Quantities
import Ranging
import Testing

@testable import Traces

@Suite struct FollowedTraceTests {
  @Test("Rows come as they are written, across truncation and rotation")
  func follow() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "log.csv").path
    try writeFile(Array("t_s,range_m\n0,1\n1,2\n2,".utf8), to: path)
    var trace = try FollowedTrace(path: path)
    #expect(try next(&trace) == [1, 2])
    #expect(try next(&trace) == [])
    try append("3\n", to: path)
    #expect(try next(&trace) == [3])
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try writeFile(Array("t_s,range_m\n3,4\n".utf8), to: path)
    #expect(try next(&trace) == [])
    #expect(try next(&trace) == [4])
    #expect(trace.report.accepted == 4)
    #expect(trace.report.rejected == 0)
  }

  @Test("A file that is missing is refused")
  func missing() {
    #expect(throws: TraceError.self) { _ = try FollowedTrace(path: "/no/such/file").report }
  }

  private func next(_ trace: inout FollowedTrace) throws(TraceError) -> [Meters] {
    var records: [TraceRecord] = []
    _ = try trace.next(into: &records, timeout: 0.01)
    return records.compactMap(\.observation.range)
  }

  private func append(_ text: String, to path: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    defer { try? handle.close() }
    _ = try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
  }
}
