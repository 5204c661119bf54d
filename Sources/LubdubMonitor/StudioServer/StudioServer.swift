internal import Dispatch
internal import Foundation
internal import Synchronization

/// Serves the page of a running session, its settings, and its rows, to GET requests only. One thread serves all browsers
/// with `poll`, so that the session never waits for a browser, and no browser waits for another. Every address begins with a
/// random token, which other programs and pages on the machine do not know.
package final class StudioServer: Sendable {
  package let link: String
  package let port: UInt16
  package let token: String
  private let isStopped = Atomic(false)
  private let signal: WakeupPipe
  private let done = DispatchSemaphore(value: 0)

  package init(
    page: [UInt8], settings: [UInt8], rows: RowBroadcaster, address: String, port: UInt16,
    token: String? = nil
  ) throws(ReportFailure) {
    if let token, !Self.isToken(token) {
      throw ReportFailure(
        "--token is \(token), expected 16 to 64 letters, digits, -, and _: anyone who guesses it can see the session"
      )
    }
    let token = token ?? Self.randomToken()
    let (listener, bound) = try Self.listener(address, port)
    (self.port, self.token) = (bound, token)
    let reached = ["0.0.0.0", "::"].contains(address) ? Self.ownAddress ?? address : address
    let host = reached.contains(":") ? "[\(reached)]" : reached
    let place = "//\(host):\(bound)/\(token)/"
    link = "http:\(place)"
    signal = rows.mailbox.signal
    let isLocal = ["127.0.0.1", "::1"].contains(address)
    let site = StudioSite(
      token: token, page: page, settings: settings,
      code: isLocal ? nil : try? QRCode("lubdub-feel:\(place)").drawing, isLocal: isLocal,
      run: String(Self.randomToken().prefix(8)))
    let mailbox = rows.mailbox
    DispatchQueue(label: "lubdub.studio").async { [self] in
      var loop = StudioLoop(site, mailbox, listener)
      while !isStopped.load(ordering: .acquiring) { loop.turn() }
      loop.end()
      done.signal()
    }
  }

  package func stop() {
    isStopped.store(true, ordering: .releasing)
    signal.wake()
    done.wait()
  }

  /// Whether a text is a token that is hard to guess: 16 to 64 letters, digits, `-`, and `_`.
  package static func isToken(_ text: String) -> Bool {
    (16...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == 0x2D || $0 == 0x5F
      }
  }

  /// The first IPv4 address of this machine for others on the network.
  private static var ownAddress: String? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return nil }
    defer { freeifaddrs(list) }
    var next = list
    while let interface = next?.pointee {
      next = interface.ifa_next
      let (flags, others) = (interface.ifa_flags, UInt32(IFF_LOOPBACK) | UInt32(IFF_POINTOPOINT))
      guard let address = interface.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
        flags & UInt32(IFF_UP) != 0, flags & others == 0
      else { continue }
      var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
      let place = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        inet_ntop(AF_INET, &$0.pointee.sin_addr, &text, socklen_t(text.count))
      }
      // An address of 169.254.0.0/16 is valid only on one cable (RFC 3927).
      if let found = place.map({ String(cString: $0) }), !found.hasPrefix("169.254.") {
        return found
      }
    }
    return nil
  }

  private static func randomToken() -> String {
    let random = UInt128.random(in: 0...(.max))
    let digits = String(random, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  private static func listener(
    _ address: String, _ port: UInt16
  ) throws(ReportFailure) -> (Int32, UInt16) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_protocol = Int32(IPPROTO_TCP)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, "\(port)", &hints, &found) == 0, let info = found?.pointee else {
      throw ReportFailure(
        "--address is \(address), expected the IP address of an interface: 127.0.0.1 for only "
          + "this machine, 0.0.0.0 for all of its networks")
    }
    defer { freeaddrinfo(found) }
    let listener = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    var (yes, size) = (Int32(1), socklen_t(MemoryLayout<sockaddr_storage>.size))
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard listener >= 0, bind(listener, info.ai_addr, info.ai_addrlen) == 0,
      listen(listener, 64) == 0
    else {
      let reason = String(cString: strerror(errno))
      if listener >= 0 { _ = close(listener) }
      throw ReportFailure("\(address): cannot listen on it: \(reason)")
    }
    _ = fcntl(listener, F_SETFL, O_NONBLOCK)
    // The port is at the same offset in the addresses of both families.
    var bound = [UInt8](repeating: 0, count: Int(size))
    bound.withUnsafeMutableBytes { bytes in
      _ = getsockname(listener, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    return (listener, UInt16(bound[2]) << 8 | UInt16(bound[3]))
  }
}

/// A pipe that wakes a thread in `poll`.
struct WakeupPipe: Sendable {
  let reader: Int32
  private let writer: Int32

  init() throws(ReportFailure) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw ReportFailure("no pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (reader, writer) = (ends[0], ends[1])
  }

  /// Wakes the thread. A full pipe also wakes it.
  func wake() { _ = write(writer, [1], 1) }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(reader, &bytes, bytes.count) > 0 {}
  }
}
