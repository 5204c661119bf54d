/// So many of something, for messages.
///
/// - Parameters:
///   - number: How many.
///   - one: What one of them is called, with its verb where a verb follows, such as `fix states`.
///   - many: What several are called; by default `one` with an s.
/// - Returns: The number with the fitting word, such as `1 event` and `2 events`.
package func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
  number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
}
