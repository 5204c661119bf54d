internal import Lubdub
internal import LubdubSignals

/// Makes captures of channel sounding from simulated procedures: events of the local controller, and notifications of the
/// peer's Ranging Service. The same seed gives the same bytes.
public struct SoundingLog: Sendable {
  /// The seed of the random numbers.
  public var seed: UInt64
  /// The steps that measure the time of flight.
  public enum Timing: Sendable, CaseIterable {
    /// No steps.
    case none
    /// Steps of mode 1 between the tones.
    case apart
    /// The steps of the tones, which are of mode 3.
    case together
  }

  /// The steps that measure the time of flight.
  public var timing = Timing.apart
  /// The number of antenna paths, 1...4. All paths have the same response, each rotated by another right angle.
  public var paths = 1
  /// Whether the local side begins each exchange.
  public var isInitiator = true
  /// Whether the peer's data arrive before the last results of the local side.
  public var isPeerFirst = false
  /// The bytes of one notification.
  public var notificationSize = 244
  /// The bytes of one data packet of the controller; longer ones are cut.
  public var dataSize = 251
  /// Whether every seventh procedure is aborted, and every eleventh loses a segment.
  public var hasFaults = false
  /// Whether the log has the discovery of attributes.
  public var hasDiscovery = true

  /// The deviation of a time of flight, in meters, that stays throughout a procedure, and that of one step.
  private static let deviations = (lasting: 2.0, passing: 2.2)
  private static let connection: [UInt8] = [0x40, 0x00]
  private static let valueHandle: UInt8 = 0x25

  /// A log with default values.
  public init(seed: UInt64) { self.seed = seed }

  /// Whether a procedure, counted from 0, has a fault.
  public func isFaulty(_ index: Int) -> Bool { isAborted(index) || isLost(index) }

  private func isAborted(_ index: Int) -> Bool { hasFaults && index % 7 == 6 }
  private func isLost(_ index: Int) -> Bool { hasFaults && index % 11 == 10 }

  /// The log of procedures, five per second.
  package func bytes(
    _ procedures: [ProcedureSimulator.Procedure], as format: CaptureWriter.Format
  ) -> [UInt8] {
    var writer = CaptureWriter(format)
    var random = SplitMix64(seed: seed)
    for event in Self.beginning(isInitiator: isInitiator) { writer.append(event, at: 0) }
    if hasDiscovery { for packet in discovery { writer.append(packet, at: 1000) } }
    for (index, procedure) in procedures.enumerated() {
      let time = 1_000_000 + UInt64(index) * 200_000
      let (own, peer) = sides(procedure, &random)
      let events = results(own, counter: index)
      var packets = notifications(peer, counter: index).map { ($0, time + 30_000) }
      if isLost(index), packets.count > 1 { packets.remove(at: packets.count / 2) }
      var all = events.map { ($0, time) }
      all.insert(contentsOf: packets, at: isPeerFirst ? all.count - 1 : all.count)
      // A log is in the order of time.
      for (packet, at) in all { writer.append(packet, at: isPeerFirst ? time : at) }
    }
    return writer.bytes
  }
}

// MARK: - Steps

extension SoundingLog {
  /// The steps of the two sides, the local side first.
  private func sides(
    _ procedure: ProcedureSimulator.Procedure, _ random: inout SplitMix64
  ) -> (own: [SoundingStep], peer: [SoundingStep]) {
    var (initiator, reflector): ([SoundingStep], [SoundingStep]) = ([], [])
    for channel: UInt8 in [5, 40, 70] {
      initiator.append(SoundingStep(mode: 0, channel: channel, data: [0, 0xC4, 1, 0x32, 0x00]))
      reflector.append(SoundingStep(mode: 0, channel: channel, data: [0, 0xC6, 1]))
    }
    let lasting = Self.deviations.lasting * random.normal()
    for (place, tone) in procedure.tones.enumerated() {
      let channel = UInt8(tone[0])
      if timing == .apart, place % 7 == 0 {
        let times = times(procedure.truth.value + lasting, &random)
        initiator.append(SoundingStep(mode: 1, channel: channel, data: times.initiator))
        reflector.append(SoundingStep(mode: 1, channel: channel, data: times.reflector))
      }
      let order = Int(random.next() % UInt64((1...paths).reduce(1, *)))
      var sides = [
        Self.tones((tone[1], tone[2]), paths: paths, order: order, turns: true),
        Self.tones((tone[3], tone[4]), paths: paths, order: order, turns: false),
      ]
      if timing == .together {
        let times = times(procedure.truth.value + lasting, &random)
        sides = [times.initiator + sides[0], times.reflector + sides[1]]
      }
      let mode: UInt8 = timing == .together ? 3 : 2
      initiator.append(SoundingStep(mode: mode, channel: channel, data: sides[0]))
      reflector.append(SoundingStep(mode: mode, channel: channel, data: sides[1]))
    }
    return isInitiator ? (initiator, reflector) : (reflector, initiator)
  }

  /// Time measurements of one step, in units of 0.5 ns.
  private func times(
    _ distance: Double, _ random: inout SplitMix64
  ) -> (initiator: [UInt8], reflector: [UInt8]) {
    let found = distance + Self.deviations.passing * random.normal()
    let flight = Int((2 * found / ToneGrid.speedOfLight / 0.5e-9).rounded())
    let offset = Int(random.next() % 2000) - 1000
    func data(_ time: Int) -> [UInt8] {
      let word = UInt16(bitPattern: Int16(clamping: time))
      return [0, 0, 0xC4, UInt8(word & 0xFF), UInt8(word >> 8), 1]
    }
    return (data(offset + flight), data(offset))
  }

  /// The tones of all paths in the order of a permutation, and the slot of the extension.
  private static func tones(
    _ tone: (Int, Int), paths: Int, order: Int, turns: Bool
  ) -> [UInt8] {
    let turned = (0..<paths).map { path -> (Int, Int) in
      (0..<(turns ? path : 0)).reduce(tone) { tone, _ in (-tone.1, tone.0) }
    }
    let places = AntennaOrder.places(paths: paths, index: order)
    let slots = places.map { turned[$0] } + [(3, 4)]
    return [UInt8(order)]
      + slots.enumerated().flatMap { slot, tone -> [UInt8] in
        let word = tone.0 & 0xFFF | (tone.1 & 0xFFF) << 12
        let bytes = [0, 8, 16].map { UInt8(truncatingIfNeeded: word >> $0) }
        return bytes + [slot == places.count ? 0x10 : 0]
      }
  }
}

/// The orders of antenna paths, as a list: orders that end with the last path come first, and so on down (Core Specification
/// 6.0, Vol 6, Part A, tables 4.13 to 4.15).
private enum AntennaOrder {
  static func places(paths: Int, index: Int) -> [Int] { all(Array(0..<paths))[index] }

  /// All orders: those that end with the highest path come first; the highest path replaces a removed one.
  private static func all(_ paths: [Int]) -> [[Int]] {
    guard paths.count > 1 else { return [paths] }
    return paths.indices.reversed().flatMap { last in
      var rest = paths
      let taken = rest[last]
      rest[last] = rest[rest.count - 1]
      rest.removeLast()
      return all(rest).map { $0 + [taken] }
    }
  }
}

// MARK: - Packets

extension SoundingLog {
  /// A connection, and a configuration of channel sounding.
  private static func beginning(isInitiator: Bool) -> [[UInt8]] {
    let address: [UInt8] = [0x66, 0x55, 0x44, 0x33, 0x22, 0x11]
    let connected = [0x0A, 0] + connection + [0, 1] + address + [UInt8](repeating: 0, count: 19)
    let modes: [UInt8] = [2, 1, 2, 5, 0, 3, isInitiator ? 0 : 1, 0, 2]
    let rest = [UInt8](repeating: 0xFF, count: 10) + [1, 0, 0, 0, 0, 30, 30, 50, 10]
    return [connected, [0x2F, 0] + connection + [0, 1] + modes + rest].map { event($0) }
  }

  private var discovery: [[UInt8]] {
    let entry: [UInt8] = [0x24, 0, 0x10, Self.valueHandle, 0, 0x15, 0x2C]
    return data([0x09, 7] + entry)
  }

  private static func event(_ parameters: [UInt8]) -> [UInt8] {
    [0x04, 0x3E, UInt8(parameters.count)] + parameters
  }

  /// The events of one procedure: two subevents, each in as many events as it needs.
  private func results(_ steps: [SoundingStep], counter: Int) -> [[UInt8]] {
    var events: [[UInt8]] = []
    let halves = [steps.prefix(steps.count / 2), steps.dropFirst(steps.count / 2)]
    for (half, part) in halves.enumerated() {
      var rest = part
      var isFirst = true
      while !rest.isEmpty {
        var (data, count) = ([UInt8](), 0)
        while let step = rest.first, data.count + 3 + step.data.count <= 235 {
          data += [step.mode, step.channel, UInt8(step.data.count)] + step.data
          rest = rest.dropFirst()
          count += 1
        }
        let isEnd = rest.isEmpty && half == 1
        let status: UInt8 = !isEnd ? 1 : isAborted(counter) ? 15 : 0
        let tail = [
          status, rest.isEmpty ? 0 : 1, status == 15 ? 1 : 0, UInt8(paths), UInt8(count),
        ]
        let low = UInt8(counter & 0xFF)
        let head = [
          0, low, UInt8(counter >> 8 & 0xFF), low, UInt8(counter >> 8 & 0xFF), 0, 0xC0, 0xEC,
        ]
        let names = isFirst ? [0x31] + Self.connection + head : [0x32] + Self.connection + [0]
        events.append(Self.event(names + tail + data))
        isFirst = false
      }
    }
    return events
  }

  /// The peer's notifications of one procedure, as data packets.
  private func notifications(_ steps: [SoundingStep], counter: Int) -> [[UInt8]] {
    let mask = UInt8(1 << paths - 1)
    var body = [UInt8(counter & 0xFF), UInt8(counter >> 8 & 0x0F), 8, mask]
    let halves = [steps.prefix(steps.count / 2), steps.dropFirst(steps.count / 2)]
    for (half, part) in halves.enumerated() {
      body += [UInt8(counter & 0xFF), UInt8(counter >> 8 & 0xFF), 0, 0xC0, half == 0 ? 1 : 0, 0]
      body += [0xE8, UInt8(part.count)] + part.flatMap { [$0.mode] + $0.data }
    }
    let size = notificationSize - 1
    let count = (body.count + size - 1) / size
    return (0..<count).flatMap { index -> [[UInt8]] in
      let flags = (index == 0 ? 1 : 0) | (index == count - 1 ? 2 : 0)
      let piece = body[(index * size)..<min(body.count, (index + 1) * size)]
      return data([0x1B, Self.valueHandle, 0, UInt8((index & 63) << 2 | flags)] + piece)
    }
  }

  /// A packet of the attribute protocol, in as many data packets as it needs.
  private func data(_ content: [UInt8]) -> [[UInt8]] {
    let whole = [UInt8(content.count & 0xFF), UInt8(content.count >> 8), 4, 0] + content
    return stride(from: 0, to: whole.count, by: dataSize).map { start in
      let piece = whole[start..<min(whole.count, start + dataSize)]
      let flags: UInt8 = start == 0 ? 0x20 : 0x10
      return [0x02, Self.connection[0], Self.connection[1] | flags]
        + [UInt8(piece.count & 0xFF), UInt8(piece.count >> 8)] + piece
    }
  }
}
