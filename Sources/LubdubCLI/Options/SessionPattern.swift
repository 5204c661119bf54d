import ArgumentParser
import Evaluation

/// How sessions are told from the names of recordings.
enum SessionPattern {
  /// A loader that takes the first group of the pattern, or the whole match, for the session.
  ///
  /// - Throws: `ValidationError` when the pattern is no regular expression.
  static func loader(_ pattern: String?) throws -> RecordingLoader {
    var loader = RecordingLoader()
    guard let pattern else { return loader }
    guard (try? Regex(pattern)) != nil else {
      throw ValidationError("--sessions is \"\(pattern)\", expected a regular expression")
    }
    loader.session = { name in
      guard let match = try? Regex(pattern).firstMatch(in: name) else { return name }
      let part = match.output.count > 1 ? match.output[1].substring : match.output[0].substring
      return part.map(String.init) ?? name
    }
    return loader
  }
}
