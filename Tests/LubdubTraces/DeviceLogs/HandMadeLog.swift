import Lubdub
import LubdubSupport

import LubdubTraces

@testable import LubdubTraces

/// A small log written for these tests, in the layout that a device or program uses, and its rows.
struct HandMadeLog: Sendable {
  let name: String
  let format: String
  let bytes: [UInt8]
  /// Seconds since the first row, radio, meters, dBm, peer.
  let rows: [ReadLog.Row]
  var rejections: [RejectionReason: Int] = [:]
  var duplicates = 0
  var events: [String] = []

  static func text(_ lines: String...) -> [UInt8] {
    Array(lines.joined(separator: "\n").utf8) + [0x0A]
  }

  static func uwb(_ time: Double, _ range: Double?, _ peer: String? = nil) -> ReadLog.Row {
    ReadLog.Row(time: time, radio: .uwb, range: range, peer: peer)
  }

  static func ble(_ time: Double, _ rssi: Double, _ peer: String?) -> ReadLog.Row {
    ReadLog.Row(time: time, radio: .ble, rssi: rssi, peer: peer)
  }

  /// Bytes from hexadecimal digits; blanks are ignored.
  static func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { index in
      UInt8(digits[index] * 16 + digits[index + 1])
    }
  }

  static let all = [
    qorvoRecords, qorvoBlocks, dwmComma, dwmBlank, arduino, arduinoMonitor, arduinoIDF,
    makerfabsReports, makerfabsLinks, iPhoneTagged, iPhoneFrames, android, espresense,
    btmon, btmonManagement, btmonExtended, btsnoop, btsnoopMonitor, pcap, pcapNordic, pcapNG,
    sensorLoggerJSON, sensorLoggerPush, sensorLoggerCSV, herald, ceremony,
  ]
}

extension HandMadeLog: CustomStringConvertible {
  var description: String { name }
}

extension HandMadeLog {
  static let qorvoRecords = HandMadeLog(
    name: "qorvo records", format: "qorvo",
    bytes: text(
      "FiRa Session Parameters: {", "RANGING_DURATION [ms]: 100,", "}", "ok",
      "SESSION_STATUS_NTF: {state=\"ACTIVE\", reason=\"x\"}",
      "SESSION_INFO_NTF: {session_handle=1, sequence_number=0, block_index=5, n_measurements=4",
      "\r [mac_address=0x0001, status=\"SUCCESS\", distance[cm]=150];",
      "[00:00:03.831,174] <info> app: [x] {still} ranging",
      " [mac_address=0x0002, status=\"RX_TIMEOUT\"] [mac_address=0x0003, status=\"SUCCESS\","
        + " distance[cm]=-75, RSSI[dBm]=-70.5]}",
      "SESSION_INFO_NTF: {session_handle=1, sequence_number=1, block_index=7, n_measurements=1"
        + " [mac_address=0x0001, status=\"SUCCESS\", distance[cm]=149, RSSI[dBm]=-61.0]}",
      "SESSION_INFO_NTF: {session_handle=1, sequence_number=2, block_index=8, n_measurements=1",
      "SESSION_INFO_NTF: {session_handle=2, sequence_number=0, block_index=0, n_measurements=1"
        + " [mac_address=0x0001, status=\"SUCCESS\", distance[cm]=65535]"
        + " [mac_address=0x0001, status=\"SUCCESS\", distance[cm]=148]}"),
    rows: [
      uwb(0, 1.5, "0x0001"), uwb(0, nil, "0x0002"),
      ReadLog.Row(time: 0, radio: .uwb, range: -0.75, rssi: -70.5, peer: "0x0003"),
      ReadLog.Row(time: 0.2, radio: .uwb, range: 1.49, rssi: -61, peer: "0x0001"),
      uwb(0.3, 1.48, "0x0001"),
    ],
    rejections: [.damaged: 1, .sentinel: 1])

  static let qorvoBlocks = HandMadeLog(
    name: "qorvo blocks", format: "qorvo",
    bytes: text(
      "{\"Block\":10, \"results\":[{\"Addr\":\"0x1\",\"Status\":\"Ok\",\"D_cm\":39}]}",
      "JS00EF{\"LSTN\":[41,88,ca],\"TS\":\"0x1\"}",
      "JS0040{\"Block\":12, \"results\":[{\"Addr\":\"0x1\",\"Status\":\"Err\"}]}",
      "{\"Block\":12, \"results\":[{\"Addr\":\"0x1\",\"Status\":\"Ok\"}]}",
      "{\"Block\":1e300, \"results\":[{\"Addr\":\"0x1\",\"Status\":\"Ok\",\"D_cm\":1}]}",
      "{\"Block\":2, \"results\":[{\"Addr\":\"0x1\",\"Status\":\"Ok\",\"D_cm\":12}]}"),
    rows: [uwb(0, 0.39, "0x1"), uwb(0.4, nil, "0x1"), uwb(0.8, 0.12, "0x1")],
    rejections: [.damaged: 1, .missingTime: 1])

  static let dwmComma = HandMadeLog(
    name: "dwm1001 commas", format: "dwm1001",
    bytes: text(
      "dwm> lec", "DIST,1,AN0,022E,7.94,8.03,0.00,3.44,POS,6.95,5.37,-1.97,52",
      "DIST,-8,", "DIST,2,AN0,022E,7.94,8.03,0.00,3.4",
      "DIST,4294967296,AN0,022E,1,1,1,1", "DIST,0", "POS,1.0,2.0,3.0,50",
      "DIST,2,AN0,022E,7.94,8.03,0.00,3.5,AN1,9280,1,2,3,4.5"),
    rows: [uwb(0, 3.44, "022E"), uwb(0.6, 3.5, "022E"), uwb(0.6, 4.5, "9280")],
    rejections: [.damaged: 3])

  static let dwmBlank = HandMadeLog(
    name: "dwm1001 blanks", format: "dwm1001",
    bytes: text(
      "022E[7.94,8.03,0.00]=3.38 9280[7.95,0.00,0.00]=5.49 le_us=3082 est[1,2,3,53]",
      "022E[7.94,8.03]=3.38 le_us=3082", "022E[7.94,8.03,0.00]=3.36 le_us=3082"),
    rows: [uwb(0, 3.38, "022E"), uwb(0, 5.49, "9280"), uwb(0.2, 3.36, "022E")],
    rejections: [.damaged: 1])

  static let iPhoneTagged = HandMadeLog(
    name: "iphone tagged", format: "iphone-ni",
    bytes: text(
      "Timestamp,Distance,Azimuth,Elevation,AccX", "0.0,\"uwb\",0.0,0.0,141.37166",
      "100.5,\"uwb\",2.5,0.1,0.2", "100.6,\"mag\",1.0,2.0,3.0", "100.7,\"uwb\",nan,0.1,0.2",
      "100.8,\"uwb\",2.5,0.1", "100.9,\"baro\",990.0", "101.0,\"uwb\",2.5,0.1,0.2"),
    rows: [uwb(0, 2.5), uwb(0.5, 2.5)],
    rejections: [.sentinel: 1, .notFinite: 1, .columnCount: 1])

  static let iPhoneFrames = HandMadeLog(
    name: "iphone frames", format: "iphone-ni",
    bytes: text(
      "TimeStamp,Distance,ARx,NIx", "81546.45,1.70,0,0", "81546.466666667,,0,0",
      "81546.5,1.7x,0,0", "81546.6,1.8,0", "81546.65,1.72,0,0"),
    rows: [uwb(0, 1.7), uwb(0.016666667, nil), uwb(0.2, 1.72)],
    rejections: [.notANumber: 1, .columnCount: 1])

  static let android = HandMadeLog(
    name: "android", format: "android-uwb",
    bytes: text(
      "elapsedRealtimeNanos,address,distance_m,azimuth_rad,elevation_rad,event",
      "9223372036854775000,a1:b2,,,,initialized", "9223372036854775100,a1:b2,2.5,,,position",
      "9223372036854775600,a1:b2,,,,position", "soon,a1:b2,1,,,position",
      "9223372036854775700,a1:b2,,,,peer_disconnected"),
    rows: [uwb(0, 2.5, "a1:b2"), uwb(5e-7, nil, "a1:b2")],
    rejections: [.missingTime: 1], events: ["connected", "disconnected"])

  static let espresense = HandMadeLog(
    name: "espresense", format: "espresense",
    bytes: text(
      "1700000000.250000000 espresense/devices/tag:a b/kitchen {\"rssi\":-72.35,\"distance\":3.4}",
      "1700000000.500000000 espresense/rooms/kitchen/telemetry {\"ip\":\"1.2.3.4\"}",
      "espresense/devices/tag:a b/kitchen {\"rssi\":-70}",
      "2023-11-14T22:13:21.250000+0000 espresense/devices/tag:a b/hall {\"rssi\":-80,\"rssiVar\":1.0}",
      "1700000001.350000000 espresense/devices/tag:a b/hall {\"distance\":1.0}",
      "1700000001.450000000 espresense/devices/tag:a b/hall {\"rssi\":-80"),
    rows: [ble(0, -72.35, "tag:a b@kitchen"), ble(1, -80, "tag:a b@hall")],
    rejections: [.missingTime: 1, .signalNotAvailable: 1, .notJSON: 1])
}

extension HandMadeLog {
  static let btmon = HandMadeLog(
    name: "btmon", format: "btmon",
    bytes: text(
      "Bluetooth monitor ver 5.65", "= New Index: 00:00:00:00:00:00 [hci0] 0.241956",
      "> HCI Event: Command Complete (0x0e) plen 4 #6 [hci0] 0.3", "        Status: Success (0x00)",
      "> HCI Event: LE Meta Event (0x3e) plen 43   #7 [hci0] 740.157687",
      "      LE Advertising Report (0x02)", "        Num reports: 1",
      "        Event type: Connectable undirected - ADV_IND (0x00)",
      "        Address: dc:76:f7:e1:62:e0 (Static)", "        RSSI: -44 dBm (0xd4)",
      "@ MGMT Event: Device Found (0x0012) plen 45 {0x0001} [hci0] 740.157700",
      "        LE Address: DC:76:F7:E1:62:E0 (Static)", "        RSSI: -44 dBm (0xd4)",
      "> HCI Event: LE Meta Event (0x3e) plen 43   #8 [hci1] 740.657687",
      "      LE Advertising Report (0x02)",
      "        Event type: Connectable undirected - ADV_IND (0x00)",
      "        Address: DC:76:F7:E1:62:E0 (Static)", "        RSSI: -45 dBm (0xd3)",
      "> HCI Event: LE Meta Event (0x3e) plen 43   #9 [hci0]", "      LE Advertising Report (0x02)",
      "        Event type: Connectable undirected - ADV_IND (0x00)",
      "        Address: DC:76:F7:E1:62:E0 (Static)", "        RSSI: -45 dBm (0xd3)"),
    rows: [ble(0, -44, "DC:76:F7:E1:62:E0"), ble(0.5, -45, "DC:76:F7:E1:62:E0@hci1")],
    rejections: [.missingTime: 1], duplicates: 1)

  static let btmonManagement = HandMadeLog(
    name: "btmon management events", format: "btmon",
    bytes: text(
      "@ MGMT Event: Device Found (0x0012) plen 42 {0x0001} [hci0] 23:59:59.750000",
      "        LE Address: 61:E1:E1:49:C8:DC (Resolvable)", "        RSSI: -51 dBm (0xcd)",
      "@ MGMT Event: Device Found (0x0012) plen 42 {0x0001} [hci0] 00:00:00.250000",
      "        LE Address: 61:E1:E1:49:C8:DC (Resolvable)", "        RSSI: 127 dBm (0x7f)",
      "@ MGMT Event: Device Found (0x0012) plen 42 {0x0001} [hci0] 00:00:00.500000",
      "        LE Address: 61:E1:E1:49:C8:DC (Resolvable)", "        RSSI: -52 dBm (0xcc)"),
    rows: [ble(0, -51, "61:E1:E1:49:C8:DC"), ble(0.75, -52, "61:E1:E1:49:C8:DC")],
    rejections: [.signalNotAvailable: 1])

  static let btmonExtended = HandMadeLog(
    name: "btmon extended reports", format: "btmon",
    bytes: text(
      "> HCI Event: LE Meta Event (0x3e) plen 50  #30 [hci0] 2024-02-29 23:59:59.900000",
      "     LE Extended Advertising Report (0x0d)", "       Num reports: 2", "       Entry 0",
      "         Event type: 0x0010", "         Address type: Public (0x00)",
      "         Address: A8:0B:6B:F4:23:38 (Some maker (With brackets))",
      "         TX power: 127 dBm", "         RSSI: -80 dBm (0xb0)",
      "         Direct address: 00:00:00:00:00:00 (OUI 00-00-00)", "       Entry 1",
      "         Event type: 0x0010", "         Address: A8:0B:6B:F4:23:39",
      "         RSSI: -81 dBm (0xaf)",
      "> HCI Event: LE Meta Event (0x3e) plen 50  #31 [hci0] 2024-03-01 00:00:00.900000",
      "     LE Extended Advertising Report (0x0d)", "       Entry 0",
      "         Event type: 0x0010", "         Address: A8:0B:6B:F4:23:38",
      "> HCI Event: Disconnect Complete (0x05) plen 4 #32 [hci0] 2024-03-01 00:00:01.900000"),
    rows: [ble(0, -80, "A8:0B:6B:F4:23:38"), ble(0, -81, "A8:0B:6B:F4:23:39")],
    rejections: [.damaged: 1])

  private static let btsnoopStart = "6274736e6f6f7000 00000001"

  static let btsnoop = HandMadeLog(
    name: "btsnoop", format: "btsnoop",
    bytes: hex(
      btsnoopStart + "000003ea"
        // Extended report, RSSI -60.
        + "0000001d 0000001d 00000001 00000000 00e2e7d7274fa240"
        + "04 3e1a 0d 01 1300 01 060504030201 01 00 ff 7f c4 0000 00 000000000000 00"
        // Two legacy reports of which the second is cut short.
        + "00000019 00000019 00000001 00000000 00e2e7d7275ee480"
        + "04 3e16 02 02 03 01 060504030201 01 aa c3 03 01 060504030201 00"
        // A command.
        + "00000004 00000004 00000002 00000000 00e2e7d7275ee480 01030c00"),
    rows: [ble(0, -60, "01:02:03:04:05:06"), ble(1, -61, "01:02:03:04:05:06")],
    rejections: [.damaged: 1])

  static let btsnoopMonitor = HandMadeLog(
    name: "btsnoop of the Linux monitor", format: "btsnoop",
    bytes: hex(
      btsnoopStart + "000007d1"
        + "0000000e 0000000e 00000003 00000000 00e2e7d7274fa240"
        + "3e0c 02 01 03 01 060504030201 00 c3"
        + "0000000e 0000000e 00010003 00000000 00e2e7d7275ee480"
        + "3e0c 02 01 03 01 060504030201 00 c2"
        // A record that claims 4 GB.
        + "ffffffff ffffffff 00010003 00000000 00e2e7d7275ee480 00"),
    rows: [ble(0, -61, "01:02:03:04:05:06"), ble(1, -62, "01:02:03:04:05:06@hci1")],
    rejections: [.damaged: 1])

  static let pcap = HandMadeLog(
    name: "pcap", format: "pcap",
    bytes: hex(
      // Big-endian, nanoseconds.
      "a1b23c4d 0002 0004 00000000 00000000 0000ffff 00000100"
        + "6553f100 00000000 00000019 00000019"
        + "0c c4 80 00 00000000 020c d6be898e 40 06 060504030201 000000"
        // The checksum was checked and is wrong.
        + "6553f100 000f4240 00000019 00000019"
        + "0c c4 80 00 00000000 0204 d6be898e 40 06 060504030201 000000"
        // Coded PHY, extended advertisement with its address.
        + "6553f100 1dcd6500 0000001c 0000001c"
        + "00 c3 80 00 00000000 0280 d6be898e 00 47 08 07 01 060504030201 000000"
        // A data packet.
        + "6553f101 00000000 00000013 00000013"
        + "05 c3 80 00 00000000 0200 11223344 02 00 000000"),
    rows: [ble(0, -60, "01:02:03:04:05:06"), ble(0.5, -61, "01:02:03:04:05:06")],
    rejections: [.damaged: 1])

  private static let advertisement = "d6be898e 40 06 060504030201 000000"

  static let pcapNordic = HandMadeLog(
    name: "pcap of the Nordic sniffer", format: "pcap",
    bytes: hex(
      "d4c3b2a1 0200 0400 00000000 00000000 ffff0000 10010000"
        // Version 3.
        + "00f15365 00000000 20000000 20000000"
        + "0e 1900 03 b933 02 0a 01 26 1b 0000 e8152b11" + advertisement
        // Version 1.
        + "00f15365 20a10700 20000000 20000000"
        + "0e 06 19 01 b933 06 0a 01 25 30 0000 00000000" + advertisement
        // A message of the sniffer, a wrong checksum, a header cut short.
        + "00f15365 20a10700 07000000 07000000 0e 0000 03 b933 0e"
        + "00f15365 20a10700 20000000 20000000"
        + "0e 1900 03 b933 02 0a 00 26 1b 0000 e8152b11" + advertisement
        + "00f15365 20a10700 05000000 20000000 0e 1900 03 b9"),
    rows: [ble(0, -27, "01:02:03:04:05:06"), ble(0.5, -48, "01:02:03:04:05:06")],
    rejections: [.damaged: 2])

  static let pcapNG = HandMadeLog(
    name: "pcapng", format: "pcapng",
    bytes: hex(
      "0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000"
        // Ethernet, then Bluetooth LE with times in nanoseconds.
        + "01000000 14000000 0100 0000 00000400 14000000"
        + "01000000 20000000 0001 0000 00000400 0900 0100 09000000 0000 0000 20000000"
        + "06000000 24000000 00000000 00000000 00000000 04000000 04000000 00000000 24000000"
        + "06000000 3c000000 01000000 00000000 00000000 19000000 19000000"
        + "00 c4 80 00 00000000 0200" + advertisement + "000000 3c000000"
        + "06000000 3c000000 01000000 00000000 0065cd1d 19000000 19000000"
        + "27 c3 80 00 00000000 0200" + advertisement + "000000 3c000000"
        // A packet of an interface that is not there, then a block of an impossible length.
        + "06000000 24000000 09000000 00000000 00000000 04000000 04000000 00000000 24000000"
        + "06000000 0d000000 00000000"),
    rows: [ble(0, -60, "01:02:03:04:05:06"), ble(0.5, -61, "01:02:03:04:05:06")],
    rejections: [.damaged: 2])
}

extension HandMadeLog {
  static let sensorLoggerJSON = HandMadeLog(
    name: "sensor logger JSON", format: "sensor-logger",
    bytes: text(
      "[{\"sensor\":\"Accelerometer\",\"time\":\"1\",\"seconds_elapsed\":\"0\",\"z\":\"1\"},",
      "{\"sensor\":\"bluetooth-A\",\"time\":\"1690316310897000001\",\"seconds_elapsed\":\"0.9\","
        + "\"rssi\":\"-79\",\"id\":\"db:08:d3:33:38:ef\"},",
      "{\"sensor\":\"bluetooth-A\",\"time\":\"1690316311897000001\",\"rssi\":\"\",\"id\":\"x\"},",
      "{\"sensor\":\"bluetooth-A\",\"time\":\"now\",\"rssi\":\"-70\",\"id\":\"x\"},",
      "{\"sensor\":\"bluetooth-A\",\"time\":\"1\",\"rssi\":\"-7",
      "{\"sensor\":\"bluetooth-B\",\"time\":\"1690316309897000001\",\"rssi\":\"-60\","
        + "\"id\":\"0A1B-uuid {\\\"}\"}]"),
    rows: [ble(0, -60, "0A1B-uuid {\"}"), ble(1, -79, "DB:08:D3:33:38:EF")],
    rejections: [.signalNotAvailable: 1, .missingTime: 1, .notJSON: 1])

  static let sensorLoggerPush = HandMadeLog(
    name: "sensor logger push", format: "sensor-logger",
    bytes: text(
      "{\"messageId\":1,\"sessionId\":\"s\",\"payload\":["
        + "{\"name\":\"bluetooth-A\",\"time\":1690316310000000000,"
        + "\"values\":{\"rssi\":-79,\"id\":\"A\"}},"
        + "{\"name\":\"gyroscope\",\"time\":1690316310100000000,\"values\":{\"z\":1}}]}",
      "{\"messageId\":2,\"sessionId\":\"s\",\"payload\":["
        + "{\"name\":\"bluetooth-A\",\"time\":1690316311000000000,"
        + "\"values\":{\"rssi\":-78,\"id\":\"A\"}}]}"),
    rows: [ble(0, -79, "A"), ble(1, -78, "A")])

  static let sensorLoggerCSV = HandMadeLog(
    name: "sensor logger CSV", format: "sensor-logger",
    bytes: text(
      "time,seconds_elapsed,id,rssi,manufacturerData",
      "1690316309941000000,-0.05,DB:08:D3:33:38:EF,-81,99", "1690316310441000000,0.45,x,127,",
      "1690316310941000000,0.95,\"a, b\",-80.5,", "1690316311941000000,1.95,x,-8e,",
      "1690316311941000000,1.95"),
    rows: [ble(0, -81, "DB:08:D3:33:38:EF"), ble(1, -80.5, "a, b")],
    rejections: [.signalNotAvailable: 1, .notANumber: 1, .columnCount: 1])

  static let herald = HandMadeLog(
    name: "herald", format: "herald",
    bytes: text(
      "time,sensor,id,detect,read,measure,share,visit,detectHerald,delete,data",
      "2022-12-31 23:59:59.500+0000,BLE,A,,,3,,,,,RSSI:-47.0[BLETransmitPower:8.0]",
      "2022-12-31 23:59:59.600+0000,BLE,A,1,,,,,,,",
      "2023-01-01 02:00:00.500+02:00,BLE,A,,,3,,,,,RSSI:-48.0",
      "2023-01-01T00:00:01.500Z,BLE,A,,,3,,,,,RSSI:-49.0",
      "2023-13-01 00:00:02.500+0000,BLE,A,,,3,,,,,RSSI:-49.0",
      "2023-01-01 00:00:03.500+0000,BLE,A,,,3,,,,,nothing"),
    rows: [ble(0, -47, "A"), ble(1, -48, "A"), ble(2, -49, "A")],
    rejections: [.missingTime: 1, .signalNotAvailable: 1])

  static let ceremony = HandMadeLog(
    name: "ceremony", format: "ceremony",
    bytes: text(
      "{\"t_s\":0,\"from\":\"host\",\"type\":\"sessionInfo\",\"payload\":\""
        + Base64.encode(
          Array(
            ("{\"hostNickname\":\"A\",\"guestNickname\":\"B\",\"ring\":\"haloLuxury\","
              + "\"message\":\"for ever\"}").utf8)) + "\"}",
      "{\"t_s\":0.1,\"from\":\"host\",\"type\":\"distanceUpdate\",\"payload\":\"AADAPw==\"}",
      "{\"t_s\":0.2,\"from\":\"guest\",\"type\":\"distanceUpdate\",\"payload\":\"AACgPw==\"}",
      "{\"t_s\":0.3,\"from\":\"guest\",\"type\":\"distanceUpdate\",\"payload\":\"AADA\"}",
      "{\"t_s\":0.4,\"from\":\"guest\",\"type\":\"distanceUpdate\",\"payload\":\"AADAfw==\"}",
      "{\"t_s\":0.5,\"from\":\"guest\",\"type\":\"readyToSend\",\"payload\":null}",
      "{\"t_s\":0.6,\"from\":\"host\",\"type\":\"ringSent\",\"payload\":null}",
      "{\"t_s\":0.7,\"from\":\"guest\",\"type\":\"ringReceived\"}",
      "{\"from\":\"guest\",\"type\":\"ringReceived\"}", "{\"t_s\":0.8,",
      "{\"t_s\":0.8,\"from\":\"host\",\"type\":\"dance\",\"payload\":null}",
      "{\"t_s\":0.9,\"from\":\"host\",\"type\":\"ceremonyComplete\",\"payload\":null}"),
    rows: [uwb(0, 1.5, "host"), uwb(0.1, 1.25, "guest")],
    rejections: [.messageDistance: 2, .messageType: 1, .missingTime: 1, .notJSON: 1],
    events: ["connected", "sent", "received", "complete"])
}
