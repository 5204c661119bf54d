/// The cure that the user can apply; the caller supplies the name of the option: see `ReadOptions.cures`.
package enum Cure: Sendable, Hashable {
  case rate
  case angleUnit
  case decimalMark
  case decimalCommas
  case thousands
  case dates
  case columns
  case pattern
  case table
  case link
  case noLink
  case recording
  case format
  case clock
  case order
  case lag
}
