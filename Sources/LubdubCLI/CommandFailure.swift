#if Tool
import LubdubHaptics

/// Why a command could not be done: what, where and the rule, in one sentence.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Puts the name of the file before a format's error.
func naming<Result>(
  _ file: String, _ work: () throws(FormatError) -> Result
) throws(CommandFailure) -> Result {
  do throws(FormatError) {
    return try work()
  } catch {
    throw CommandFailure("\(file): \(error)")
  }
}
#endif
