internal import Foundation

struct StudioLoop: Sendable {
  private let site: StudioSite
  private let mailbox: RowMailbox
  private let listener: Int32
  private var history: RowHistory
  private var connections: [StudioConnection] = []
  /// Whether the process ran out of descriptors, so that no connection is accepted for one turn.
  private var isResting = false

  init(_ site: StudioSite, _ mailbox: RowMailbox, _ listener: Int32) {
    (self.site, self.mailbox, self.listener) = (site, mailbox, listener)
    history = mailbox.take()
  }

  mutating func turn() {
    var polled = [
      pollfd(fd: mailbox.signal.reader, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listener, events: isResting ? 0 : Int16(POLLIN), revents: 0),
    ]
    polled += connections.map { pollfd(fd: $0.socket, events: $0.events, revents: 0) }
    poll(&polled, nfds_t(polled.count), isResting ? 100 : 1000)
    isResting = false
    history.append(mailbox.take())
    let now = ContinuousClock.now
    for index in connections.indices {
      connections[index].work(polled[index + 2].revents, now, site, history)
    }
    for connection in connections where connection.isOver { _ = close(connection.socket) }
    connections.removeAll(where: \.isOver)
    if polled[1].revents != 0 { letIn(now) }
  }

  private mutating func letIn(_ now: ContinuousClock.Instant) {
    while true {
      let socket = accept(listener, nil, nil)
      guard socket >= 0 else {
        isResting = errno == EMFILE || errno == ENFILE
        return
      }
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
      // A further connection closes the one that has waited longest without a request.
      if connections.count == Bound.connections.most {
        guard let oldest = connections.firstIndex(where: \.isWaiting) else {
          _ = close(socket)
          continue
        }
        _ = close(connections.remove(at: oldest).socket)
      }
      connections.append(StudioConnection(socket, now))
    }
  }

  func end() {
    for connection in connections { _ = close(connection.socket) }
    _ = close(listener)
  }
}
