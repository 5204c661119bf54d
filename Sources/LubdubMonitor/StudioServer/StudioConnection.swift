internal import Foundation

/// A connected browser, with one request and one answer.
struct StudioConnection: Sendable {
  /// The time after which an incomplete request is dropped, and after which a reader that accepts no bytes is dropped.
  static let patience = Duration.seconds(Bound.requestTime.most)

  private enum State {
    case receiving([UInt8])
    /// The bytes to send, the number of bytes already sent, and the reader of further rows. Without a reader, the answer
    /// ends.
    case sending([UInt8], sent: Int, StudioSite.Reader?)
    case idle(StudioSite.Reader)
    case over
  }

  let socket: Int32
  private var state = State.receiving([])
  private var deadline: ContinuousClock.Instant

  init(_ socket: Int32, _ now: ContinuousClock.Instant) {
    self.socket = socket
    deadline = now + Self.patience
    #if canImport(Darwin)
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// The events to request from `poll`. A waiting reader is polled for disconnection.
  var events: Int16 { if case .sending = state { Int16(POLLOUT) } else { Int16(POLLIN) } }
  var isOver: Bool { if case .over = state { true } else { false } }
  var isWaiting: Bool { if case .receiving = state { true } else { false } }

  /// Works as far as possible without waiting.
  mutating func work(
    _ ready: Int16, _ now: ContinuousClock.Instant, _ site: StudioSite, _ history: RowHistory
  ) {
    if ready != 0 { receive(now, site) }
    while true {
      if case .idle(let reader) = state { answer(reader, now, site, history) }
      guard push(now) else { break }
    }
    if case .idle = state { return }
    if now > deadline { state = .over }
  }

  private mutating func receive(_ now: ContinuousClock.Instant, _ site: StudioSite) {
    if case .sending = state { return }
    var bytes = [UInt8](repeating: 0, count: StudioSite.mostAtOnce)
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else {
      if count == 0 || (errno != EAGAIN && errno != EINTR) { state = .over }
      return
    }
    // After its request, a browser sends nothing further.
    guard case .receiving(var request) = state else { return }
    state = .over
    request += bytes.prefix(count)
    guard let answer = site.answer(to: request) else { return state = .receiving(request) }
    deadline = now + Self.patience
    state = .sending(answer.bytes, sent: 0, answer.reader)
  }

  private mutating func answer(
    _ reader: StudioSite.Reader, _ now: ContinuousClock.Instant, _ site: StudioSite,
    _ history: RowHistory
  ) {
    var reader = reader
    // For a reader of new rows only, earlier rows count as sent.
    reader.rows = min(reader.rows, history.records.count)
    state = .idle(reader)
    if let bytes = history.next(&reader, site) {
      deadline = now + Self.patience
      state = .sending(bytes, sent: 0, reader)
    } else if history.isOver {
      deadline = now + Self.patience
      state = .sending(site.end(for: reader), sent: 0, nil)
    }
  }

  private mutating func push(_ now: ContinuousClock.Instant) -> Bool {
    guard case .sending(let bytes, let sent, let reader) = state else { return false }
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = bytes[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
    guard count >= 0 else {
      if errno != EAGAIN && errno != EINTR { state = .over }
      return false
    }
    if count > 0 { deadline = now + Self.patience }
    guard sent + count == bytes.count else {
      state = .sending(bytes, sent: sent + count, reader)
      return false
    }
    state = reader.map { .idle($0) } ?? .over
    return true
  }
}
