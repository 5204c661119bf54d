import Foundation
import TestSupport
import Testing

@testable import Lubdub

@Suite("Signal strength checks ranges that jump")
struct JumpConsistencyTestTests {
  /// Both radios at 10 and 5 Hz: half a minute at 3 m, then ranges of 12 m.
  ///
  /// - Parameters:
  ///   - isTrue: Whether the target really is at 12 m then, so that signal strength follows.
  ///   - guarded: Whether there is signal strength.
  ///   - seed: The seed of the noise.
  /// - Returns: The distance shown at 30 s + each tenth of a second.
  static func jump(isTrue: Bool, guarded: Bool = true, seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed)
    var filter = FusionFilter()
    let loss = PathLoss(referencePower: -68, exponent: 2)
    var shown: [Double] = []
    for step in 0..<400 {
      let time = Double(step) / 10
      let range = step < 300 ? 3.0 : 12
      let truth = isTrue ? range : 3
      filter.update(.uwb(Meters(range + 0.05 * random.sumOfTwelve()), at: Seconds(time)))
      if guarded, step % 2 == 0 {
        let rssi = loss.rssi(at: Meters(truth)).value + 4 * random.sumOfTwelve()
        filter.update(.ble(DBm(rssi), at: Seconds(time)))
      }
      if step >= 300, let estimate = filter.estimate(at: Seconds(time)) {
        shown.append(estimate.distance.value)
      }
    }
    return shown
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `A burst that signal strength contradicts is ignored`(seed: UInt64) {
    let shown = Self.jump(isTrue: false, seed: seed)
    #expect(shown.prefix(50).allSatisfy { $0 < 5 }, "seed \(seed)")
    let unguarded = Self.jump(isTrue: false, guarded: false, seed: seed)
    #expect(unguarded[20] > 11, "seed \(seed)")
  }

  @Test(arguments: [UInt64(1), 2])
  func `A lasting jump is accepted, even against signal strength`(seed: UInt64) {
    #expect(abs(Self.jump(isTrue: false, seed: seed)[70] - 12) < 0.2, "seed \(seed)")
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `A true jump is followed as fast as without the check`(seed: UInt64) {
    #expect(abs(Self.jump(isTrue: true, seed: seed)[14] - 12) < 0.2, "seed \(seed)")
  }
}

@Suite("Offsets of advertising channels")
struct ChannelOffsetTests {
  /// Spread of ln(distance) over a minute of readings that hop between three channels.
  static func spread(channels: Bool, offsets: [Double], seed: UInt64) -> Double {
    var random = SeededGenerator(seed: seed)
    let loss = PathLoss(referencePower: -60, exponent: 2)
    var filter = SignalStrengthFilter(
      parameters: .init(pathLoss: loss, trust: .thisLink, typicalDistance: 3))
    var logs: [Double] = []
    for step in 0..<600 {
      let place = Int(random.next() % 3)
      let rssi = loss.rssi(at: 3).value + offsets[place] + 2 * random.sumOfTwelve()
      let row = Sample(
        time: Seconds(Double(step) / 10), radio: .ble, rssi: DBm(rssi),
        channel: channels ? UInt8(37 + place) : nil)
      filter.update(row)
      guard step >= 100, let estimate = filter.estimate(at: row.time) else { continue }
      logs.append(log(estimate.distance.value / 3))
    }
    return (logs.reduce(0) { $0 + $1 * $1 } / Double(logs.count)).squareRoot()
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `Known channels remove hopping from the estimate`(seed: UInt64) {
    let offsets = [-7.0, 0, 7]
    let blind = Self.spread(channels: false, offsets: offsets, seed: seed)
    let informed = Self.spread(channels: true, offsets: offsets, seed: seed)
    #expect(informed < 0.6 * blind, "seed \(seed)")
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `Channels without offsets cost almost no accuracy`(seed: UInt64) {
    let none = [0.0, 0, 0]
    let blind = Self.spread(channels: false, offsets: none, seed: seed)
    let informed = Self.spread(channels: true, offsets: none, seed: seed)
    #expect(informed < 1.1 * blind, "seed \(seed)")
  }

  @Test(arguments: [UInt8(37), 12, 255])
  func `A single channel or a data channel changes nothing`(channel: UInt8) {
    var plain = SignalStrengthFilter()
    var informed = SignalStrengthFilter()
    for step in 0..<50 {
      let rssi = DBm(-60 - Double(step % 7))
      plain.update(rssi, at: Seconds(Double(step) / 5))
      informed.update(rssi, at: Seconds(Double(step) / 5), channel: channel)
    }
    #expect(plain.estimate(at: 10) == informed.estimate(at: 10))
  }
}
