import TestSupport
import Testing

@testable import LubdubTraces

/// The output of `btmon` for packets: the layout of its source, with the fields that matter here.
enum PrintedLog {
  /// The packets of a btsnoop file (H4).
  static func text(_ bytes: [UInt8]) -> String {
    var lines = ["Bluetooth monitor ver 5.83"]
    var rest = bytes.dropFirst(BtsnoopFile.headerLength)
    var number = 0
    while case .packet(let packet, let length) = BtsnoopFile.record(rest) {
      rest = rest.dropFirst(length)
      number += 1
      let time = "#\(number) [hci0] \(Double(packet.stamp % 1_000_000_000) / 1e6)"
      lines +=
        packet.bytes.first == 4
        ? event(Array(packet.bytes.dropFirst(3)), time)
        : data(Array(packet.bytes.dropFirst()), time)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func event(_ body: [UInt8], _ time: String) -> [String] {
    let head = ["> HCI Event: LE Meta Event (0x3e) plen \(body.count)  \(time)"]
    switch body[0] {
    case 0x0A:
      return head + [
        "      LE Enhanced Connection Complete (0x0a)", "        Status: Success (0x00)",
        "        Handle: 64", "        Role: Central (0x00)",
        "        Peer address type: Random (0x01)",
        "        Peer address: 11:22:33:44:55:66 (Static)",
      ]
    case 0x2F:
      return head + [
        "      LE CS Config Complete (0x2f)", "        Status: Success (0x00)",
        "        Handle: 64", "        Config ID: 0", "        Action: 0x01",
        "        Role: \(body[12] == 0 ? "Initiator (0x00)" : "Reflector (0x01)")",
      ]
    default:
      guard let result = try? SubeventResult(body.dropFirst(), isContinuation: body[0] == 0x32)
      else { return head }
      return head + print(result)
    }
  }

  static func print(_ result: SubeventResult) -> [String] {
    var lines =
      [
        "      LE CS Subevent Result \(result.head == nil ? "Continue (0x32)" : "(0x31)")",
        "        Connection handle: \(result.connection)",
        "        Config ID: \(result.configuration)",
      ]
    if let head = result.head {
      lines += [
        "        Start ACL Conn Event Counter: \(head.start)",
        "        Procedure Counter: \(head.counter)", "        Frequency Compensation: 49152",
        "        Reference Power Level: 236",
      ]
    }
    lines += [
      "        Procedure Done Status: Status (0x\(hex([result.procedure.rawValue])))",
      "        Subevent Done Status: Status (0x\(hex([result.subevent.rawValue])))",
      "        Abort reason: 0x\(hex([result.abort]))", "          Procedure: Reason (0x01)",
      "        Num Antenna Paths: \(result.paths)",
      "        Num Steps Reported: \(result.steps.count)",
    ]
    for (number, step) in result.steps.enumerated() {
      lines += [
        "        Step \(number)", "          Mode: \(step.mode)",
        "          Channel: \(step.channel)", "          Step data len: \(step.data.count)",
        "          Raw step data: [\(step.data.count)]: \(hex(step.data))",
        "          Packet RSSI: -24",
      ]
    }
    return lines
  }

  private static func data(_ bytes: [UInt8], _ time: String) -> [String] {
    let content = Array(bytes.dropFirst(8))
    let head = [
      "> ACL Data RX: Handle 64 flags 0x02 dlen \(bytes.count - 4)  \(time)"
    ]
    guard content[0] == 0x1B else {
      return head + ["      ATT: Read By Type Response (0x09) len 8"]
    }
    let value = content.dropFirst(3)
    return head + [
      "      ATT: Handle Value Notification (0x1b) len \(value.count + 2)",
      "        Handle: 0x0025 Type: Real-time Ranging Data (0x2c15)",
      "          Data[\(value.count)]: \(hex(value))",
    ]
  }
}

@Suite struct BtmonSoundingTests {
  @Test func `The btmon text of a capture gives the capture's procedures`() throws {
    var log = SoundingLog(seed: 8)
    log.timing = .apart
    log.paths = 2
    let bytes = log.bytes(ProcedureSimulator(model: .room, seed: 8).run(count: 3), as: .btsnoop)
    let binary = try SignalReader(bytes, path: "log")
    let text = Array(PrintedLog.text(bytes).utf8)
    let printed = try SignalReader(text, path: "log")
    #expect(printed.format == "btmon")
    #expect(binary.signals.count == 3)
    #expect(printed.signals.map(\.content) == binary.signals.map(\.content))
    #expect(printed.signals.map(\.peer) == binary.signals.map(\.peer))
    #expect(try ReadLog(text).rows.map(\.range) == ReadLog(bytes).rows.map(\.range))
    #expect(try ReadLog(text, chunk: 101) == ReadLog(text))
  }

  /// The subevent of the walk-through in doc/btmon-cs.rst of BlueZ, with three of its steps; the others are dots.
  static let walkThrough = [
    "Subevent Result (0x31)", "Handle: 2048", "Config ID: 0", "Start ACL Conn Event Counter: 1200",
    "Procedure Counter: 0", "Frequency Compensation: 0x0000", "Reference Power Level: -20",
    "Procedure Done Status: Partial results (0x01)",
    "Subevent Done Status: All results complete (0x00)", "Abort Reason: 0x00",
    "Num Antenna Paths: 1", "Num Steps Reported: 3", "Step Data:",
    "Mode: 0  Channel: 10  Length: 5", "Packet Quality: 0x00", "Packet RSSI: -45",
    "Packet Antenna: 0", "Measured Freq Offset: 150", "Mode: 1  Channel: 20  Length: 6",
    "Packet Quality: 0x00", "Packet NADM: Attack is extremely unlikely (0x00)",
    "Packet RSSI: -42", "ToA/ToD: 1234", "Packet Antenna: 0", "Mode: 2  Channel: 30  Length: 5",
    "Antenna Permutation Index: 0", "PCT[0]: I=1024, Q=-512", "Tone Quality: High (0x00)",
  ]

  private static func event(_ lines: [String]) throws -> ConnectionEvent? {
    var packet = try #require(
      BtmonSounding(Array("> HCI Event: LE Meta Event (0x3e) plen 50  #200 [hci0]".utf8)[...]))
    for (number, line) in lines.enumerated() {
      _ = packet.read(Array(((number == 0 ? "LE CS " : "") + line).utf8)[...])
    }
    return packet.event
  }

  @Test func `The BlueZ walk-through gives the fields and steps that it prints`() throws {
    guard case .result(let result) = try Self.event(Self.walkThrough) else {
      Issue.record("expected a result")
      return
    }
    var expected = SubeventResult(
      connection: 2048, configuration: 0, head: .init(start: 1200, counter: 0))
    expected.subevent = .complete
    expected.steps = [
      SoundingStep(mode: 0, channel: 10, data: [0, 0xD3, 0, 150, 0]),
      SoundingStep(mode: 1, channel: 20, data: [0, 0, 0xD6, 0xD2, 0x04, 0]),
      SoundingStep(mode: 2, channel: 30, data: [0, 0x00, 0x04, 0xE0, 0, 0, 0, 0, 0x13]),
    ]
    #expect(result == expected)
    let data = try StepData(result.steps)
    #expect(data.role == .initiator)
    #expect(data.times == [1234])
    #expect(data.tones.map(\.value) == [Complex(1024, -512)])
  }

  @Test func `A result with steps missing in the text is rejected with both counts`() throws {
    let lines = Self.walkThrough.map { $0.hasPrefix("Num Steps") ? "Num Steps Reported: 8" : $0 }
    guard case .damaged(let text) = try Self.event(lines + ["..."]) else {
      Issue.record("expected a fault")
      return
    }
    #expect(text == "a subevent result announces 8 steps and prints 3")
  }

  /// The exchange of doc/btmon-cs.rst from the configuration to the ranging data; its dots are filled with the steps of a
  /// simulated procedure, and its headers are as printed there.
  @Test func `The complete exchange of the walk-through is one procedure`() throws {
    let procedure = ProcedureSimulator(model: .onePath, seed: 9).run(count: 1)
    var log = SoundingLog(seed: 9)
    log.timing = .apart
    log.notificationSize = 4000
    log.dataSize = 4000
    let bytes = log.bytes(procedure, as: .btsnoop)
    let printed = PrintedLog.text(bytes)
    let lines = printed.split(separator: "\n").map(String.init)
    let data = try #require(lines.last { $0.contains("Data[") })
    let hex = try #require(data.split(separator: " ").last)
    let whole = HandMadeLog.hex(String(hex))
    var text = lines.dropLast(3).joined(separator: "\n")
    text = text.replacing("Connection handle: 64", with: "Handle: 2048")
      .replacing("        Handle: 64", with: "        Handle: 2048")
    let names = [
      "> ACL Data RX: Handle 2048 flags 0x02 dlen 30               #275 [hci0] 3.5",
      "      ATT: Handle Value Notification (0x1b) len 25", "        Handle: 0x0005",
      "          Segmentation Header: 0x03", "            First Segment: True",
      "            Last Segment: True", "            Segment Index: 0",
      "          Ranging Data Body:", "            Ranging Counter: 0x000",
      "            Configuration ID: 0", "            Selected TX Power: 12 dBm",
      "            Antenna Paths Mask: 0x01", "              Antenna Path 1 (0x01)",
      "            Subevent #0:", "              Start ACL Connection Event: 0",
      "              Frequency Compensation: 150 (0.01 ppm)",
      "              Ranging Done Status: Partial results (0x1)",
      "              Subevent Done Status: All results complete (0x0)",
      "              Ranging Abort Reason: No abort (0x0)",
      "              Subevent Abort Reason: No abort (0x0)",
      "              Reference Power Level: -24 dBm",
      "              Number of Steps Reported: \(whole[12])",
      "          Remaining Ranging Data Segment: \(PrintedLog.hex(whole.dropFirst(13)))",
    ]
    text += "\n" + names.joined(separator: "\n") + "\n"
    let reader = try SignalReader(Array(text.utf8), path: "log")
    let binary = try SignalReader(bytes, path: "log")
    #expect(reader.signals.count == 1)
    #expect(reader.signals.map(\.content) == binary.signals.map(\.content))
    #expect(reader.signals.first?.procedure?.paths == [procedure[0].response])
  }
}
