#if Tool
import ArgumentParser
import LubdubGround

/// Why a command could not be done: what, where and the rule, in one sentence.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description.visible
  }
}

func naming<Result, Fault: Error>(
  _ file: String, _ work: () throws(Fault) -> Result
) throws(CommandFailure) -> Result {
  do {
    return try work()
  } catch {
    throw CommandFailure("\(file): \(error)")
  }
}

func expect(_ holds: Bool, _ rule: @autoclosure () -> String) throws(ValidationError) {
  if !holds { throw ValidationError(rule()) }
}
#endif
