/// A program beside the search that answers its questions: it scores units of work.
/// python/lubdub/_host.py has the questions and answers.
public protocol TuningHost {
  /// The answer to a question.
  ///
  /// - Returns: `nil` where the search is asked to end meanwhile.
  /// - Throws: `TuningHostError` when there is none.
  func ask(_ question: JSONValue) throws -> JSONValue?
}

/// A host's failure to answer.
public struct TuningHostError: Error, Sendable, CustomStringConvertible {
  /// The problem, and its fix where there is one.
  public let description: String

  /// An error from its text.
  public init(_ description: String) { self.description = description }
}

extension TuningHost {
  func answer(_ question: JSONValue) throws -> JSONValue {
    guard let answer = try ask(question) else { throw TuningInterruption() }
    if let error = answer["error"]?.string { throw TuningHostError(error) }
    return answer
  }
}
