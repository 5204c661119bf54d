#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A serial port that delivers bytes as they arrive: 8 bits, no parity, no echo, no control characters. The port keeps these
/// settings as long as the value lives, no matter which program opens the path to read.
package struct SerialPort: ~Copyable, Sendable {
  private let descriptor: Int32

  /// The supported rates, in baud.
  package static let rates = speeds.map { $0.rate }.sorted()

  private static let speeds =
    fast + [
      (9600, speed_t(B9600)), (19_200, speed_t(B19200)), (38_400, speed_t(B38400)),
      (57_600, speed_t(B57600)), (115_200, speed_t(B115200)), (230_400, speed_t(B230400)),
    ]

  #if os(Linux)
  private static let fast: [(rate: Int, code: speed_t)] = [
    (460_800, speed_t(B460800)), (500_000, speed_t(B500000)), (921_600, speed_t(B921600)),
    (1_000_000, speed_t(B1000000)), (2_000_000, speed_t(B2000000)),
  ]
  #else
  // Apple's constants for rates are equal to the rates.
  private static let fast = [460_800, 500_000, 921_600, 1_000_000, 2_000_000].map {
    (rate: $0, code: speed_t($0))
  }
  #endif

  /// Opens a port and sets its rate, one of `rates`.
  ///
  /// - Throws: `FileError` when the path isn't a serial port, or the port rejects the rate.
  package init(path: String, baud: Int) throws(FileError) {
    descriptor = open(path.fileName, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(path, "cannot open") }
    try Self.set(baud, of: descriptor, path)
  }

  private static func set(_ baud: Int, of descriptor: Int32, _ path: String) throws(FileError) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else {
      throw FileError(path: path, action: "cannot set the rate", reason: "it is not a serial port")
    }
    guard let speed = speeds.first(where: { $0.rate == baud })?.code else {
      let known = rates.map { String($0) }.joined(separator: ", ")
      throw FileError(
        path: path, action: "cannot set the rate", reason: "\(baud) baud is not one of \(known)")
    }
    cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    guard cfsetspeed(&settings, speed) == 0, tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
      throw .system(path, "cannot set the rate")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
