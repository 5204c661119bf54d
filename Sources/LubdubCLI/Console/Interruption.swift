import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A request to end (SIGINT from Ctrl-C, or SIGTERM), noticed between two pieces of work.
enum Interruption {
  private static let flag = Atomic(false)

  /// Whether the user has asked to end.
  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// From now on, asks the work to end instead of ending the process.
  static func watch() {
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in Interruption.request() }
      sigaddset(&wanted, number)
    }
    // A parent may have started the tool with these signals blocked.
    sigprocmask(SIG_UNBLOCK, &wanted, nil)
  }

  /// Asks the work to end.
  static func request() {
    flag.store(true, ordering: .relaxed)
  }

  /// Blocks the calling thread until the user asks to end.
  static func wait() {
    while !isRequested { usleep(100_000) }
  }
}
