import Foundation
import Lubdub
import LubdubSupport
import LubdubWorkbench
import Testing

import LubdubTraces

@testable import LubdubWorkbench

/// Recordings that have no truth of their own.
@Suite struct RecordingSourceTests {
  @Test("While devices touch, the smoothed truth is 0, and contact counts as correct")
  func touch() throws {
    // Covered antennas: the ranges of 8 to 12 s, in touch, read 0.4 m.
    let samples = (0..<200).map { index -> String in
      let time = Double(index) / 10
      let range = (80..<120).contains(index) ? 0.4 : max(0.3, abs(10 - time) / 4)
      return "\(time),\(range),"
    }
    let events = [80: "8,,touched", 120: "12,,released"]
    let rows = samples.enumerated().flatMap { [events[$0], $1].compactMap(\.self) }
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try ("t_s,range_m,event\n" + rows.joined(separator: "\n") + "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)

    let source = try RecordingSource([path])
    let recording = try #require(source.recordings.first)
    #expect(source.smoothed.count == 1)
    for record in recording.records where record.sample.event == nil {
      let isTouching = (8..<12).contains(record.sample.time.value)
      #expect((record.truth == .zero) == isTouching, "\(record.sample.time)")
    }
    let configuration = Preset.default.configuration
    let score = try Trial(recording, edges: configuration.zones.edges).score(configuration)
    #expect(score.contacts == 1)
    #expect(score.contactsWithin[4] == 1)
    #expect(score.edges[0].falseChanges == 0)
  }

  @Test func `Broken files in a folder are reported, and a requested broken file is rejected`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let broken = folder.appending(path: "broken.csv")
    try Data("no trace\n".utf8).write(to: broken)
    try Data("t_s,range_m,truth_m\n0,1,1\n1,2,2\n".utf8)
      .write(to: folder.appending(path: "walk.csv"))

    let source = try RecordingSource([folder.path])
    #expect(source.recordings.map(\.name) == ["walk"])
    #expect(source.skipped.map(\.path) == [broken.path])
    #expect(source.skipped.first?.reason.isEmpty == false)
    #expect(throws: ReadError.self) { try RecordingSource([folder.path, broken.path]) }
  }
}
