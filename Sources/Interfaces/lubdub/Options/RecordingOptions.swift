import ArgumentParser
import Evaluation
import Traces

extension LogOptions {
  /// What finds the recordings of logs that are read in this way.
  ///
  /// - Parameters:
  ///   - configurations: Settings files, which may name the columns of the traces.
  ///   - pattern: A regular expression that names the session in the name of a recording: its first
  ///     group, or else all of it. Without it each recording is a session of its own.
  /// - Returns: The loader.
  /// - Throws: `ValidationError` when the pattern is no regular expression.
  func loader(
    _ configurations: [String] = [], sessions pattern: String? = nil
  ) throws -> RecordingLoader {
    var loader = RecordingLoader()
    loader.options = try readOptions(configurations)
    loader.takesAllPeers = allPeers
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
