import Foundation
import LubdubExtras
import LubdubTraces
import TestSupport
import Testing

/// Heart rate notifications, from captures.
@Suite struct HeartRateTests {
  private static func capture() throws -> [UInt8] {
    try readFile(at: Recordings.packageRoot.appending(path: "datasets/pulse/strap.btsnoop").path)
  }

  @Test func `A capture gives the heart's intervals without repeats, and marks gaps`() throws {
    let log = try PulseLog(try Self.capture(), path: "strap.btsnoop")
    let text = try PulseLog(
      path: Recordings.packageRoot.appending(path: "datasets/pulse/rr.txt").path)
    #expect(log.report.duplicates == 3 && log.report.rejected == 0)
    let found = try #require(log.series()).intervals
    let known = try #require(text.series()).intervals
    let gaps = found.intervals.indices.filter { !found.intervals[$0].isContinued }
    #expect(gaps.count == 2)
    // A unit is 1/1024 s; taken for milliseconds the intervals would be 2.4 % too long.
    for (one, other) in zip(found.intervals, known.intervals).prefix(100) {
      #expect(abs((one.length - other.length).value) <= 0.5)
    }
    // The strap is silent for 12 s; what it says afterwards is about as late as before.
    #expect(known.intervals.count - found.intervals.count > 10)
    #expect(abs((found.duration - known.duration).value) < 2)
  }

  @Test func `A truncated capture keeps the intervals before the cut`() throws {
    let whole = try Self.capture()
    let log = try PulseLog(Array(whole.prefix(whole.count - 7)), path: "strap.btsnoop")
    #expect(log.report.rejected == 1 && log.report.accepted > 380)
  }

  @Test(arguments: ["Handle: 0x0010 Type: Heart Rate Measurement (0x2a37)", "Handle: 0x0010"])
  func `Both forms of btmon notifications are read`(handle: String) throws {
    func packet(_ time: Double, _ data: String) -> String {
      """
      > ACL Data RX: Handle 64 flags 0x02 dlen 11       #12 [hci0] \(time)
            ATT: Handle Value Notification (0x1b) len 6
              \(handle)
                Data[4]: \(data)

      """
    }
    // 0x0400 is 1024 units: a second.
    let text =
      packet(1, "103c0004") + packet(2, "103c0004") + packet(2.03, "103c0004")
      + packet(3, "00 3c") + packet(4, "103c 0004 0002")
    let log = try PulseLog(Array(text.utf8), path: "log.txt")
    #expect(log.format == .btmon && log.report.duplicates == 1)
    let lengths = try #require(log.series()).intervals.intervals.map(\.length.value)
    #expect(lengths == [1000, 1000, 1000, 500])
  }
}
