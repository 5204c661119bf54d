import Synchronization

/// A request to end, which work checks between two steps: SIGINT from Ctrl-C, SIGTERM, or SIGHUP of a closing terminal.
enum Interruption {
  private static let received = Atomic<Int32>(0)

  static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

  /// The exit status of interrupted work: 128 plus the number of the signal, as in shells, so 130 after Ctrl-C. Work without
  /// its own end, such as a live session, is complete when the user ends it.
  static var status: Int32 {
    let number = received.load(ordering: .relaxed)
    return 128 + (number == 0 ? SIGINT : number)
  }

  static func watch() {
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let former = signal(number) { Interruption.request($0) }
      // The program nohup starts another program with SIGHUP ignored, to keep it running.
      if number == SIGHUP, unsafeBitCast(former, to: Int.self) == Self.ignored {
        signal(number, SIG_IGN)
      }
      sigaddset(&wanted, number)
    }
    // A parent may have started the tool with blocked signals.
    sigprocmask(SIG_UNBLOCK, &wanted, nil)
  }

  /// The address that represents `SIG_IGN`.
  private static let ignored = unsafeBitCast(SIG_IGN, to: Int.self)

  static func request(_ number: Int32 = SIGINT) { received.store(number, ordering: .relaxed) }

  static func wait() { while !isRequested { usleep(100_000) } }
}

extension LiveHost {
  package static var console: LiveHost {
    Interruption.watch()
    return LiveHost(note: { Console.note($0) }, isStopped: { Interruption.isRequested })
  }
}
