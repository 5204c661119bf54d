import Foundation
import LubdubSignals

/// Logs of raw radio, written for tests: tones of one path, without noise.
enum SignalLogs {
  /// The channels that carry tones.
  static let channels = (2...76).filter { ToneGrid.slot(ofChannel: $0) != nil }

  /// The measurement of one side on a channel: whole numbers.
  static func tone(_ channel: Int, distance: Double, isInitiator: Bool) -> (i: Int, q: Int) {
    let frequency = 2402e6 + Double(channel) * 1e6
    let phase = Double(channel * channel) * (isInitiator ? 1 : -1)
    let angle = phase - 2 * Double.pi * frequency * distance / ToneGrid.speedOfLight
    return (Int((900 * cos(angle)).rounded()), Int((900 * sin(angle)).rounded()))
  }

  private static func bytes(_ tone: (i: Int, q: Int), quality: UInt8) -> [UInt8] {
    let word = UInt32(truncatingIfNeeded: tone.i & 0xFFF | (tone.q & 0xFFF) << 12)
    return [
      UInt8(word & 0xFF), UInt8(word >> 8 & 0xFF), UInt8(word >> 16 & 0xFF), quality,
    ]
  }

  /// The step data of one side: a calibration step, then a step of mode 2 for each channel.
  static func steps(_ distance: Double, isInitiator: Bool) -> [UInt8] {
    let mode0: [UInt8] = isInitiator ? [0, 11, 5, 0, 0xD3, 1, 0x32, 0x7F] : [0, 11, 3, 0, 0xD3, 1]
    return channels.reduce(into: mode0) { data, channel in
      let tone = tone(channel, distance: distance, isInitiator: isInitiator)
      // The last slot is the tone extension: it must not be read.
      data += [2, UInt8(channel), 9, 0] + bytes(tone, quality: 0) + bytes((1, 2), quality: 0x12)
    }
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// One side's console log, as Nordic's sample prints it.
  static func nordic(_ distances: [Double], isInitiator: Bool) -> String {
    distances.enumerated().map { counter, distance in
      let data = steps(distance, isInitiator: isInitiator)
      let lines = stride(from: 0, to: data.count, by: 16).map { start in
        "  " + hex(data[start..<min(start + 16, data.count)])
      }
      return """
        I: CS Subevent result received:
        I:  - Procedure counter: \(counter)
        I:  - Procedure done status: 0
        I:  - Num antenna paths: 1
        I: Raw step data:
        \(lines.joined(separator: "\n"))
        I: CS Subevent end

        """
    }.joined()
  }

  /// Lines of one tone each.
  static func toneLines(_ distances: [Double]) -> String {
    distances.enumerated().map { counter, distance in
      channels.map { channel in
        let (a, b) = (
          tone(channel, distance: distance, isInitiator: true),
          tone(channel, distance: distance, isInitiator: false)
        )
        return "IQ,\(counter),0,\(channel),\(a.i),\(a.q),\(b.i),\(b.q)\n"
      }.joined()
    }.joined()
  }

  /// A table of procedures.
  static func table(_ distances: [Double]) -> String {
    let rows = distances.enumerated().map { counter, distance in
      let pairs = channels.map { channel in
        (
          tone(channel, distance: distance, isInitiator: true),
          tone(channel, distance: distance, isInitiator: false)
        )
      }
      let lists = [
        channels, pairs.map(\.0.i), pairs.map(\.0.q), pairs.map(\.1.i), pairs.map(\.1.q),
      ].map { $0.map { "\($0)" }.joined(separator: " ") }
      return "\(Double(counter) / 5),\(distance)," + lists.joined(separator: ",")
    }
    return "t_s,truth_m,ch,i_ini,q_ini,i_ref,q_ref\n" + rows.joined(separator: "\n") + "\n"
  }
}
