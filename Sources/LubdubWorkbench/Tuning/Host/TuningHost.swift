/// A program that scores units of work for a search. python/lubdub/_host.py defines its questions and answers.
public protocol TuningHost {
  /// Answers a question.
  ///
  /// - Returns: The answer; `nil` if the search should end.
  /// - Throws: `TuningHostError` if the host cannot answer.
  func ask(_ question: JSONValue) throws -> JSONValue?
}

/// A host's failure to answer.
public struct TuningHostError: Error, Sendable, CustomStringConvertible {
  /// The problem, and its fix if there is one.
  public let description: String

  /// Creates an error with a text.
  public init(_ description: String) { self.description = description }
}

extension TuningHost {
  func answer(_ question: JSONValue) throws -> JSONValue {
    guard let answer = try ask(question) else { throw TuningInterruption() }
    if let error = answer["error"]?.string { throw TuningHostError(error) }
    return answer
  }
}
