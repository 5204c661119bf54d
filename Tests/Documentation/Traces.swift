import LubdubSupport
import LubdubTraces

func copy(of path: String) throws -> [UInt8] {
  var reader = try TraceReader(path: path, options: ReadOptions(formats: .deviceLogs))
  var (block, rows): ([TraceRecord], [TraceRecord]) = ([], [])
  while try reader.nextBlock(into: &block) { rows += block }
  print(reader.report.rejectionLines)
  return TraceWriter.encode(rows)
}
