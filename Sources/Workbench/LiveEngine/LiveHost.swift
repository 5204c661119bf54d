/// What a live run needs of the program around it.
package struct LiveHost: Sendable {
  /// Shows a note to the person who runs it.
  package let note: @Sendable (String) -> Void
  /// Whether the person has asked to end.
  package let isStopped: @Sendable () -> Bool

  /// A host from its parts.
  package init(
    note: @escaping @Sendable (String) -> Void, isStopped: @escaping @Sendable () -> Bool
  ) {
    self.note = note
    self.isStopped = isStopped
  }
}
