/// The reason why a command failed: a sentence with the fault, its place, and the rule.
package struct CommandFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description.visible }
}

/// The title of a file for readers: its name without folders.
package func title(of path: String) -> String {
  path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
}

package func naming<Result, Fault: Error>(
  _ file: String, _ work: () throws(Fault) -> Result
) throws(CommandFailure) -> Result {
  do {
    return try work()
  } catch {
    throw CommandFailure("\(file): \(error)")
  }
}

package func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws(CommandFailure) {
  if !holds { throw CommandFailure(rule()) }
}

package func expect(_ holds: Bool, _ rule: @autoclosure () -> String) throws(ValidationError) {
  if !holds { throw ValidationError(rule()) }
}

package func refusing<Result, Fault: Error>(
  _ start: String, _ work: () throws(Fault) -> Result
) throws(ValidationError) -> Result {
  do {
    return try work()
  } catch {
    throw ValidationError("\(start)\(error)")
  }
}

/// Checks an option against its rule. A message is `--step is 0.5, expected at least 1 second`.
package func expect(
  _ option: String, _ value: Double?, _ rule: @autoclosure () -> String, _ holds: (Double) -> Bool
) throws(ValidationError) {
  guard let value, !value.isFinite || !holds(value) else { return }
  throw ValidationError("\(option) is \(value), expected \(rule())")
}
