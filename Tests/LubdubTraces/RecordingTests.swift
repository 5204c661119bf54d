import Lubdub
import Testing

import LubdubSupport

@testable import LubdubTraces

/// Several recordings in one file.
@Suite struct RecordingTests {
  static let csv =
    "t_s,range_m,recording\n" + (0..<9).map { "\($0),1,a\n" }.joined()
    + (0..<20).map { "\($0),5,b\n" }.joined()

  private func options(_ change: (inout ReadOptions) -> Void = { _ in }) -> ReadOptions {
    var options = ReadOptions()
    options.recordingColumns = ["recording", "file_id"]
    change(&options)
    return options
  }

  @Test func `All recordings, the first recording, or a recording by name can be read`() throws {
    let all = try read(Self.csv, options: options())
    #expect(all.records.count == 29)
    #expect(all.report.rejected == 0)
    #expect(all.report.carriesRecordings)
    #expect(all.report.recordings == ["a", "b"])
    let first = try read(Self.csv, options: options { $0.takesFirstRecording = true })
    #expect(first.records.count == 9)
    #expect(first.report.otherRecordings == 20)
    #expect(first.report.recordings == ["a", "b"])
    let second = try read(Self.csv, options: options { $0.recording = "b" })
    #expect(second.records.map(\.sample.range) == Array(repeating: 5, count: 20))
    let none = try read(Self.csv, options: options { $0.recording = "c" })
    #expect(none.records.isEmpty && none.report.otherRecordings == 29)
  }

  @Test func `A trace without a recording column is one recording`() throws {
    let rows = "t_s,range_m\n" + (0..<50).map { "\($0),1\n" }.joined()
    let (records, report) = try read(rows, options: options { $0.takesFirstRecording = true })
    #expect(records.count == 50)
    #expect(!report.carriesRecordings && report.recordings.isEmpty)
  }

  @Test(arguments: TraceWriter.Format.allCases)
  func `Names of recordings survive writing and reading`(format: TraceWriter.Format) throws {
    var parser = TraceParser(options: options())
    try parser.feed(Array(Self.csv.utf8))
    try parser.finish()
    var records: [TraceRecord] = []
    parser.take(into: &records)
    var writer = TraceWriter(format, hasRecordings: true)
    for record in records {
      writer.write(record, recording: record.recording.map { parser.recordings[$0] })
    }
    let again = try read(writer.bytes, options: options())
    #expect(again.report.rejected == 0)
    #expect(again.records.map(\.recording) == records.map(\.recording))
    #expect(again.records.map(\.sample) == records.map(\.sample))
  }
}
