import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Whether the person at the terminal has asked to stop.
enum Interruption {
  private static let isAsked = Atomic(false)

  /// From now on Ctrl-C asks, and a second one ends the process at once.
  static func listen() {
    signal(SIGINT) { _ in
      signal(SIGINT, SIG_DFL)
      Interruption.isAsked.store(true, ordering: .relaxed)
    }
  }

  /// Whether to stop.
  static var isWanted: Bool { isAsked.load(ordering: .relaxed) }
}
