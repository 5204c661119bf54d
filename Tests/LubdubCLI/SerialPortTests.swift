import TestSupport
import Testing

/// `python/tests/test_serial_port.py` runs sessions on pseudo-terminals.
@Suite("Serial ports")
struct SerialPortTests {
  private let tool = Tool()

  @Test func `A file instead of a serial port is rejected with the rule`() throws {
    try tool.write("t_s,range_m\n0,1\n", to: "walk.csv")
    let file = try tool("live", "walk.csv", "--baud", "115200")
    #expect(file.status == 2 && file.error.contains("it is not a serial port"), "\(file.error)")
    let pace = try tool("live", "walk.csv", "--baud", "9600", "--pace")
    #expect(pace.status == 2 && pace.error.contains("leave out --follow and --pace"))
  }
}
