import Lubdub
import Testing

@testable import LubdubTraces

@Suite struct ClockUnrollerTests {
  @Test("A 32-bit counter goes on where it starts again")
  func rollover() {
    var clock = ClockUnroller(ticksPerSecond: 1000, bits: 32)
    #expect(clock.seconds(at: UInt64(UInt32.max) - 499) == 0)
    #expect(clock.seconds(at: UInt64(UInt32.max)) == 0.499)
    #expect(clock.seconds(at: 0) == 0.5)
    #expect(clock.seconds(at: 500) == 1)
    #expect(clock.seconds(at: 400) == 0.9)
  }

  @Test("Epoch nanoseconds lose nothing")
  func nanoseconds() {
    var clock = ClockUnroller(ticksPerSecond: 1e9)
    let start: UInt64 = 1_700_000_000_000_000_001
    #expect(clock.seconds(at: start) == 0)
    #expect(clock.seconds(at: start + 1) == 1e-9)
    #expect(clock.seconds(at: start - 1) == -1e-9)
  }

  @Test("No counter value ends the process", arguments: [1, 8, 32, 63, 64])
  func anyValue(bits: Int) {
    var clock = ClockUnroller(ticksPerSecond: 1e6, bits: bits)
    for value in [0, 1, .max, .max / 2, 1 << 63, 0, .max, 12345] as [UInt64] {
      #expect(clock.seconds(at: value).isFinite)
    }
  }
}
