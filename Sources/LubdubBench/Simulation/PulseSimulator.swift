internal import RealModule

/// Makes recordings of a heart at rest that breathes 15 times a minute: the intervals themselves, the same with
/// faults, and what a strap reports them over Bluetooth.
///
/// An interval is 850 + 40 sin(2π 0.1 t) + 25 sin(2π 0.25 t) ms and a deviation of 8 ms.
package struct PulseSimulator: Sendable {
  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// How long the recordings are, in seconds.
  private static let duration = 360.0
  /// Intervals between one fault and the next.
  private static let faultSpacing = 36

  package func files() -> [(name: String, bytes: [UInt8])] {
    let lengths = lengths()
    return [
      ("rr.txt", Array(lengths.map { "\($0)\n" }.joined().utf8)),
      ("faults.csv", faults(lengths)),
      ("strap.btsnoop", strap(lengths)),
    ]
  }

  /// Intervals in whole milliseconds.
  private func lengths() -> [Int] {
    var random = SplitMix64(seed: seed)
    var (lengths, time) = ([Int](), 0.0)
    while time < Self.duration {
      let waves = 40 * Double.sin(2 * .pi * 0.1 * time) + 25 * .sin(2 * .pi * 0.25 * time)
      let length = (850 + waves + 8 * random.normal()).rounded()
      lengths.append(Int(length))
      time += length / 1000
    }
    return lengths
  }

  /// The intervals with missed, extra and ectopic beats in turn, as a table that says which.
  private func faults(_ lengths: [Int]) -> [UInt8] {
    var text = "rr_ms,label\n"
    var index = 0
    while index < lengths.count {
      let number = index / Self.faultSpacing
      guard index % Self.faultSpacing == Self.faultSpacing / 2, index + 1 < lengths.count else {
        text += "\(lengths[index]),n\n"
        index += 1
        continue
      }
      switch number % 3 {
      case 0:
        text += "\(lengths[index] + lengths[index + 1]),after_missed\n"
        index += 2
      case 1:
        let early = lengths[index] * 2 / 5
        text += "\(early),extra\n\(lengths[index] - early),n\n"
        index += 1
      default:
        let early = lengths[index] / 4
        text += "\(lengths[index] - early),ectopic\n\(lengths[index + 1] + early),n\n"
        index += 2
      }
    }
    return Array(text.utf8)
  }

  /// Notifications once a second in a btsnoop file (H4), three of them repeated; from 150 s to 162 s the strap is
  /// silent.
  private func strap(_ lengths: [Int]) -> [UInt8] {
    var capture = CaptureWriter(.btsnoop)
    // The characteristic: declared at handle 15, its value at 16.
    Self.append([0x09, 7, 15, 0, 0x10, 16, 0, 0x37, 0x2A], at: 0, to: &capture)
    var (place, time, second, number) = (0, 0.0, 1.0, 0)
    while place < lengths.count {
      var value: [UInt8] = []
      var last = 0
      while place < lengths.count, time + Double(lengths[place]) / 1000 <= second {
        last = lengths[place]
        time += Double(last) / 1000
        let ticks = UInt16((Double(last) * 1.024).rounded())
        value += [UInt8(ticks & 0xFF), UInt8(ticks >> 8)]
        place += 1
      }
      let isSilent = (150..<162).contains(second)
      if !isSilent, last > 0 {
        let packet = [0x1B, 16, 0, 0x10, UInt8(60_000 / last)] + value
        Self.append(packet, at: second + 0.4, to: &capture)
        if [40, 120, 200].contains(number) { Self.append(packet, at: second + 0.43, to: &capture) }
        number += 1
      }
      second += 1
    }
    return capture.bytes
  }

  /// Adds a received packet of the attribute protocol on connection 64, at a time in seconds of 2026-01-01.
  private static func append(_ content: [UInt8], at time: Double, to capture: inout CaptureWriter) {
    let count = content.count
    let data: [UInt8] = [0x02, 64, 0x20, UInt8(count + 4), 0, UInt8(count), 0, 4, 0] + content
    capture.append(data, at: UInt64(time * 1e6))
  }
}
