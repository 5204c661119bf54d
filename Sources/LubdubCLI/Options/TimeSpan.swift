/// A time span in seconds, such as `12:20`.
struct TimeSpan: ExpressibleByArgument, CustomStringConvertible {
  let range: ClosedRange<Seconds>

  let description: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let from = Double(parts[0]), let to = Double(parts[1]),
      from.isFinite, to.isFinite, from < to
    else { return nil }
    description = argument
    range = Seconds(from)...Seconds(to)
  }
}
