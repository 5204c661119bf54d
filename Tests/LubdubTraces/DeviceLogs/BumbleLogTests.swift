import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

/// Captures from Bumble, the Bluetooth stack in Python, as an alternative to our simulator.
@Suite struct BumbleLogTests {
  /// Writes that many captures into a folder, each with a file of its contents. Bumble makes the events, the attribute
  /// protocol, and the files; this script packs the ranging data as the Ranging Service specifies.
  static let script = """
    import json, random, struct, sys
    from bumble import att, hci, l2cap, snoop
    C2H = snoop.Snooper.Direction.CONTROLLER_TO_HOST
    for number in range(int(sys.argv[2])):
        rng = random.Random(number)
        kind = rng.choice(['btsnoop', 'pcap'])
        paths, main, own = rng.randint(1, 4), rng.choice([2, 3]), rng.randint(0, 1)
        out = open(f'{sys.argv[1]}/{number}.{kind}', 'wb')
        log = (snoop.BtSnooper if kind == 'btsnoop' else snoop.PcapSnooper)(out)
        put = lambda packet: log.snoop(bytes(packet), C2H)
        put(hci.HCI_LE_CS_Config_Complete_Event(
            status=0, connection_handle=64, config_id=1, action=1, main_mode_type=main, sub_mode_type=0xFF,
            min_main_mode_steps=2, max_main_mode_steps=5, main_mode_repetition=0, mode_0_steps=3, role=own,
            rtt_type=0, cs_sync_phy=1, channel_map=bytes(10), channel_map_repetition=1,
            channel_selection_type=0, ch3c_shape=0, ch3c_jump=0, reserved=0, t_ip1_time=30, t_ip2_time=30,
            t_fcs_time=50, t_pm_time=10))
        def attribute(pdu):
            data = bytes(l2cap.L2CAP_PDU(4, bytes(pdu)))
            for start in range(0, len(data), 251):
                piece = data[start:start + 251]
                put(hci.HCI_AclDataPacket(64, 1 if start else 2, 0, len(piece), piece))
        attribute(att.ATT_Read_By_Type_Response(
            length=7, attribute_data_list=struct.pack('<HBHH', 16, 16, 17, 0x2C16)))
        truth = []
        for counter in range(4094, 4097):
            sides, tones = ([], []), []
            for channel in rng.sample(range(2, 77), 3):
                sides[0].append((0, channel, struct.pack('<BbBH', 0, -50, 1, 120)))
                sides[1].append((0, channel, struct.pack('<BbB', 0, -52, 1)))
            flights = []
            channels = [c for c in range(2, 77) if not 23 <= c <= 25]
            rng.shuffle(channels)
            for channel in channels:
                time = []
                if main == 3:
                    there, back = rng.randint(-500, 500), rng.randint(-500, 500)
                    flights.append(there - back)
                    time = [struct.pack('<BBbhB', 0, 0, -50, value, 1) for value in (there, back)]
                slots = ([], [])
                for path in range(paths):
                    four = [rng.randint(-900, 900) for _ in range(4)]
                    tones.append([path, channel] + four)
                    for side in (0, 1):
                        i, q = four[2 * side] & 0xFFF, four[2 * side + 1] & 0xFFF
                        slots[side].append(struct.pack('<I', i | q << 12)[:3] + b'\\\\0')
                for side in (0, 1):
                    # The first order of the table: the paths in turn, then the extension.
                    data = b'\\\\0' + b''.join(slots[side]) + b'\\\\1\\\\2\\\\3\\\\x20'
                    sides[side].append((main, channel, (time[side] if time else b'') + data))
            steps, first = list(sides[own]), True
            while steps:
                part, size = [], 0
                while steps and size + 3 + len(steps[0][2]) < 230:
                    size += 3 + len(steps[0][2])
                    part.append(steps.pop(0))
                lists = dict(step_mode=[s[0] for s in part], step_channel=[s[1] for s in part],
                             step_data=[s[2] for s in part])
                done = 1 if steps else 0
                shared = dict(connection_handle=64, config_id=1, procedure_done_status=done,
                              subevent_done_status=done, abort_reason=0, num_antenna_paths=paths)
                if first:
                    put(hci.HCI_LE_CS_Subevent_Result_Event(
                        start_acl_conn_event_counter=7, procedure_counter=counter,
                        frequency_compensation=0xC000, reference_power_level=-20, **shared, **lists))
                else:
                    put(hci.HCI_LE_CS_Subevent_Result_Continue_Event(**shared, **lists))
                first = False
            body = struct.pack('<HbB', counter & 0xFFF | 1 << 12, 8, (1 << paths) - 1)
            body += struct.pack('<HHBBbB', 7, 0xC000, 0, 0, -24, len(sides[1 - own]))
            body += b''.join(bytes([mode]) + data for mode, _, data in sides[1 - own])
            size = rng.choice([60, 243])
            pieces = [body[at:at + size] for at in range(0, len(body), size)]
            for index, piece in enumerate(pieces):
                head = (index & 63) << 2 | (index == 0) | (index == len(pieces) - 1) << 1
                attribute(att.ATT_Handle_Value_Notification(
                    attribute_handle=17, attribute_value=bytes([head]) + piece))
            truth.append(dict(tones=tones, flights=flights))
        json.dump(dict(kind=kind, paths=paths, procedures=truth), open(f'{sys.argv[1]}/{number}.json', 'w'))
    """

  @Test(.python(with: "bumble"))
  func `A hundred captures written by Bumble give the original procedures`() throws {
    let count = 100
    let folder = URL(filePath: try TemporaryLog().path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let python = try #require(Installed.python(with: "bumble"))
    let script = Self.script.replacing("\\\\", with: "\\")
    let made = try Installed.run(python, ["-c", script, folder.path, "\(count)"])
    #expect(made.status == 0, "\(made.output.suffix(2000))")
    for number in 0..<count {
      let json = try Data(contentsOf: folder.appending(path: "\(number).json"))
      let truth = try JSONParser.parse(Array(json))
      let kind = truth["kind"]?.string ?? ""
      let bytes = try Data(contentsOf: folder.appending(path: "\(number).\(kind)"))
      let reader = try SignalReader(Array(bytes), path: "\(number).\(kind)")
      #expect(reader.notes.isEmpty)
      let expected = truth["procedures"]?.array ?? []
      let found = reader.signals.compactMap(\.procedure)
      #expect(found.count == 3)
      for (procedure, wanted) in zip(found, expected) {
        let paths = Int(truth["paths"]?.number ?? 0)
        var responses = [ProductResponse](repeating: ProductResponse(), count: paths)
        for tone in wanted["tones"]?.array ?? [] {
          let parts = (tone.array ?? []).compactMap(\.number)
          responses[Int(parts[0])].join(
            channel: Int(parts[1]), initiator: Complex(parts[2], parts[3]),
            reflector: Complex(parts[4], parts[5]))
        }
        #expect(procedure.paths == responses)
        let flights = (wanted["flights"]?.array ?? []).compactMap(\.number)
        #expect(procedure.roundTripCount == flights.count)
        guard let mean = Statistics.mean(flights) else { continue }
        let distance = mean / 2 * 0.5e-9 * ToneGrid.speedOfLight
        #expect(abs((procedure.roundTrip?.value ?? -1e9) - distance) < 1e-6)
      }
    }
  }
}
