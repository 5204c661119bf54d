import Foundation

/// A program that answers the questions of a search, one line of JSON per question. It starts with the first question.
final class PipeHost: TuningHost {
  private let name: String
  private let process = Process()
  private let questions = Pipe()
  private let answers = Pipe()

  init(_ command: [String]) {
    name = command.joined(separator: " ")
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = questions
    process.standardOutput = answers
  }

  deinit {
    try? questions.fileHandleForWriting.close()
    if process.processIdentifier != 0 { process.waitUntilExit() }
  }

  func ask(_ question: JSONValue) throws -> JSONValue? {
    do {
      if process.processIdentifier == 0 { try process.run() }
      let line = JSONWriter.encode(question, lineLength: nil)
      try questions.fileHandleForWriting.write(contentsOf: line)
    } catch {
      throw ended
    }
    var answer = Data()
    while answer.last != UInt8(ascii: "\n") {
      if Interruption.isRequested { return nil }
      let input = answers.fileHandleForReading
      var waiting = pollfd(fd: input.fileDescriptor, events: Int16(POLLIN), revents: 0)
      // A signal also ends the wait.
      guard poll(&waiting, 1, 200) > 0 else { continue }
      let more = input.availableData
      guard !more.isEmpty else { throw ended }
      answer += more
    }
    do {
      return try JSONParser.parse(Array(answer))
    } catch {
      throw TuningHostError("\(name): an answer is not JSON: \(error.description)")
    }
  }

  private var ended: TuningHostError {
    TuningHostError(
      "\(name) has ended; it needs the Python packages lubdub-ranging and distributed")
  }
}
