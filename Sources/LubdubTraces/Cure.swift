/// What the reader of a message can change to be rid of it. The message has the fact and the rule; what the option for the
/// cure is called only the caller knows: see `ReadOptions.cures`.
package enum Cure: Sendable, Hashable {
  /// How many rows a second there are.
  case rate
  case angleUnit
  case decimalMark
  /// Decimals have the comma that separates fields.
  case decimalCommas
  case dates
  /// What columns are called.
  case columns
  case link
  /// A log names no links.
  case noLink
  case recording
  case format
  /// What is done about stamps that leap.
  case clock
  /// Rows are put in order within a window.
  case order
}
