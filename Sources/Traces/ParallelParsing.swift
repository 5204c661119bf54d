import Dispatch
import Quantities
import Ranging

/// A second thread that reads the second half of a block while the first half is read.
///
/// The second half is read as if it stood alone. Its result counts only if it is what reading in
/// sequence gives: the lines before it were counted right and its first row does not go back in time.
/// Otherwise it is read again in sequence, so that the number of threads never shows.
final class ParsingWorker {
  private let queue = DispatchQueue(label: "lubdub.parsing")
  private let group = DispatchGroup()

  /// Runs two tasks at the same time and waits for both.
  func run(_ other: @escaping @Sendable () -> Void, beside task: () -> Void) {
    queue.async(group: group, execute: other)
    task()
    group.wait()
  }
}

/// What reading the second half gave; touched by one thread at a time.
private final class SecondHalf: @unchecked Sendable {
  var format: CSVTrace
  var sink: TraceSink
  var failure: TraceError?
  let bytes: UnsafeRawBufferPointer
  let before: UnsafeRawBufferPointer
  private let linesBefore: Int
  /// The number of lines in front of the half, if all of them end with LF.
  var lineCount = 0

  init(
    _ format: CSVTrace, _ sink: TraceSink, before: UnsafeRawBufferPointer,
    bytes: UnsafeRawBufferPointer
  ) {
    self.format = format
    self.sink = sink
    self.before = before
    self.bytes = bytes
    linesBefore = format.lineCount
  }

  func read() {
    lineCount = linesBefore + before.count { $0 == 0x0A }
    format.restart(afterLines: lineCount)
    do throws(TraceError) {
      try format.feed(bytes, into: &sink)
    } catch {
      failure = error
    }
  }
}

extension TraceParser {
  /// Reads the next bytes on two threads where that is possible.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes.
  ///   - worker: The second thread.
  ///   - second: Is emptied and then holds the rows that follow those which `take` gives.
  /// - Throws: `TraceError` as `feed` does.
  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, with worker: ParsingWorker,
    into second: inout [TraceRecord]
  ) throws(TraceError) {
    second.removeAll(keepingCapacity: true)
    guard var first = format as? CSVTrace, first.isAtPlainRow, !sink.options.strict,
      let middle = bytes[..<(bytes.count / 2)].lastIndex(of: 0x0A).map({ $0 + 1 })
    else { return try feed(bytes) }
    let before = UnsafeRawBufferPointer(rebasing: bytes[..<middle])
    let after = UnsafeRawBufferPointer(rebasing: bytes[middle...])
    var own = TraceSink(path: sink.path, options: sink.options)
    swap(&own.records, &second)
    let half = SecondHalf(first, own, before: before, bytes: after)
    own = TraceSink(path: sink.path, options: sink.options)
    var failure: TraceError?
    worker.run(
      { half.read() },
      beside: {
        do throws(TraceError) {
          try first.feed(before, into: &sink)
        } catch {
          failure = error
        }
      })
    if let failure { throw failure }
    guard half.failure == nil, first.lineCount == half.lineCount, first.isAtPlainRow,
      sink.absorb(half.sink)
    else {
      format = first
      try feed(after)
      return
    }
    format = half.format
    swap(&second, &half.sink.records)
  }
}

extension TraceSink {
  /// Takes over the account of the sink of the bytes that follow.
  ///
  /// - Returns: `false`, with nothing changed, when its first row goes back in time.
  mutating func absorb(_ next: TraceSink) -> Bool {
    if let first = next.records.first {
      guard first.observation.time.value >= orders[0].lastTime else { return false }
      orders[0].lastTime = next.orders[0].lastTime
    }
    report.absorb(next.report)
    return true
  }
}

extension ReadReport {
  /// Adds the report of the bytes that follow.
  mutating func absorb(_ next: ReadReport) {
    accepted += next.accepted
    ignored += next.ignored
    for (reason, new) in next.rejections {
      guard var known = rejections[reason] else {
        rejections[reason] = new
        continue
      }
      known.count += new.count
      known.lines += new.lines.prefix(max(0, Rejection.lineLimit - known.lines.count))
      rejections[reason] = known
    }
    for warning in next.warnings where !warnings.contains(warning) { warnings.append(warning) }
  }
}
