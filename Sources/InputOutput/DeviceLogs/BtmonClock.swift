package import Text

/// The receiver and the time at the end of a packet's first line, such as `[hci0] 12:00:01.5`.
///
/// Times are absolute with `btmon -T`, times of day with `-t`, else seconds since start.
package struct BtmonClock: Sendable {
  private var lastTimeOfDay: Int64 = 0
  private var days: Int64 = 0
  private static let dayLength: Int64 = 86_400_000_000_000

  /// At the start of a log.
  package init() {}

  /// Reads the end of a packet's first line.
  ///
  /// - Returns: The receiver's number, 0 where none is named, and the time in nanoseconds; `nil` where there is none.
  package mutating func read(_ line: LogText) -> (receiver: Int, time: Int64?) {
    let tail = line.after("[hci")
    let close = tail?.firstIndex(of: UInt8(ascii: "]"))
    let receiver = tail.flatMap { $0[..<(close ?? $0.endIndex)].unsignedInteger } ?? 0
    let stamp = tail.flatMap { text in close.map { text[($0 + 1)...].trimmed } }
    return (Int(clamping: receiver), stamp.flatMap { time($0) })
  }

  private mutating func time(_ text: LogText) -> Int64? {
    guard text.contains(UInt8(ascii: ":")) else { return text.nanoseconds }
    if let time = CivilTime.nanoseconds(text) { return time }
    guard let time = CivilTime.timeOfDay(text) else { return nil }
    if time < lastTimeOfDay - Self.dayLength / 2 { days += 1 }
    lastTimeOfDay = time
    return days * Self.dayLength + time
  }
}
