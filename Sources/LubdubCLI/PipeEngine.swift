import CanonicalJSON
import FileIO
import Foundation
import Sessions
import Synchronization
import Tuning

/// Makes the runs of a search by a program that answers on a pipe, such as the bridge to Dask.
final class PipeEngine: TuningEngine {
  private let process: Process
  private let name: String
  private let input: FileHandle
  private let output: FileHandle
  /// What has been read of a line that has not ended.
  private let rest = Mutex(Data())
  private let number = Atomic(0)

  /// Starts the program and hands it the recordings.
  ///
  /// - Throws: `TuningEngineError` when it does not start or does not agree.
  init(_ command: [String], task: TuningTask) throws(TuningEngineError) {
    name = command.joined(separator: " ")
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let (to, from) = (Pipe(), Pipe())
    process.standardInput = to
    process.standardOutput = from
    input = to.fileHandleForWriting
    output = from.fileHandleForReading
    signal(SIGPIPE, SIG_IGN)
    do {
      try process.run()
    } catch {
      throw TuningEngineError("\(name): \(error.localizedDescription)")
    }
    try send(UnitLines.hello(task, version: Version.current))
    for index in task.recordings.indices { try send(UnitLines.recording(index, of: task)) }
    let answer = try receive()
    if let error = answer["error"]?.string { throw TuningEngineError(error) }
    Console.note("\(answer["ready"]?.number.map { "\(Int($0))" } ?? "?") workers make the runs")
  }

  deinit {
    try? input.close()
    process.waitUntilExit()
  }

  func scores(of runs: [TuningRun], isCancelled: () -> Bool) throws -> [Score?]? {
    var scores = [Score?](repeating: nil, count: runs.count)
    var open: [Int: [Int]] = [:]
    // Runs over one recording go together, so that a worker needs few of them.
    let order = runs.indices.sorted { (runs[$0].recording, $0) < (runs[$1].recording, $1) }
    for start in stride(from: 0, to: order.count, by: UnitLines.unitSize) {
      let places = Array(order[start..<min(start + UnitLines.unitSize, order.count)])
      let unit = number.wrappingAdd(1, ordering: .relaxed).newValue
      guard let line = UnitLines.unit(unit, places.map { runs[$0] }) else {
        throw TuningEngineError(
          "a calibration is outside of the range of its setting, and cannot be sent; tune without --dask"
        )
      }
      try send(line)
      open[unit] = places
    }
    while !open.isEmpty {
      if isCancelled() { return nil }
      let answer = try receive()
      guard let unit = answer["unit"]?.number.flatMap({ Int(exactly: $0) }) else {
        throw TuningEngineError("\(name): \(answer["error"]?.string ?? "an answer without a unit")")
      }
      if let error = answer["error"]?.string {
        throw TuningEngineError("\(name): unit \(unit): \(error)")
      }
      // An answer to a unit of a search that was cancelled is nobody's.
      guard let places = open.removeValue(forKey: unit) else { continue }
      guard let found = UnitLines.scores(answer), found.count == places.count else {
        throw TuningEngineError("\(name): the answer to unit \(unit) has no scores")
      }
      for (place, score) in zip(places, found) { scores[place] = score }
    }
    return scores
  }

  private func send(_ line: JSONValue) throws(TuningEngineError) {
    do {
      try input.write(contentsOf: Data(JSONWriter.encode(line, lineLength: nil)))
    } catch {
      throw ended
    }
  }

  private func receive() throws(TuningEngineError) -> JSONValue {
    let line = rest.withLock { (rest: inout Data) -> Data? in
      while true {
        if let end = rest.firstIndex(of: 0x0A) {
          defer { rest.removeSubrange(...end) }
          return rest[..<end]
        }
        let more = output.availableData
        if more.isEmpty { return nil }
        rest.append(more)
      }
    }
    guard let line else { throw ended }
    do {
      return try JSONParser.parse(Array(line))
    } catch {
      throw TuningEngineError("\(name): an answer is no JSON: \(error.description)")
    }
  }

  private var ended: TuningEngineError {
    TuningEngineError(
      "\(name) has ended; with --study, what is done is kept, and --resume goes on")
  }
}
