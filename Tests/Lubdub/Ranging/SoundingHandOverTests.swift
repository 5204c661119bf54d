import Foundation
import TestSupport
import Testing

/// A walk whose ultra-wideband ranges pause, measured by the other radios too. All values are random.
private struct Walk {
  let seed: UInt64
  /// The radios that deliver readings.
  let radios: Set<Radio>

  static let duration = 240.0

  static func truth(_ time: Double) -> Double { 4.5 + 3 * sin(time / 9) + 1 * sin(time / 3.7) }

  /// Ultra-wideband is silent for 20 of every 40 s.
  static func isOutage(_ time: Double) -> Bool {
    time.truncatingRemainder(dividingBy: 40) >= 20
  }

  /// The root of the mean square of the errors in outages, from 3 s after their start.
  var outageError: Double {
    var random = SeededGenerator(seed: seed)
    var filter = FusionFilter()
    var (place, fading) = (0.3 + 0.74 * random.sumOfTwelve(), 6 * random.sumOfTwelve())
    let power = -55 + 8 * random.sumOfTwelve()
    var squares: [Double] = []
    for step in 0..<Int(Self.duration * 10) {
      let time = Double(step) / 10
      let truth = Self.truth(time)
      // What stays for a while: the bias of the place (5 s), fading (2 s).
      place += 0.02 * (0.3 - place) + 0.74 * 0.2 * random.sumOfTwelve()
      fading += 0.05 * -fading + 6 * 0.31 * random.sumOfTwelve()
      let range = Meters(max(0, truth + 0.1 + 0.05 * random.sumOfTwelve()))
      let sounding = Meters(max(0, truth + place + 0.3 * random.sumOfTwelve()))
      let rssi = DBm(power - 18 * log10(truth) + fading)
      if radios.contains(.uwb), !Self.isOutage(time) {
        filter.update(.uwb(range, at: Seconds(time)))
      }
      if radios.contains(.cs), step.isMultiple(of: 2) {
        filter.update(.cs(sounding, at: Seconds(time)))
      }
      if radios.contains(.ble), step.isMultiple(of: 3) {
        filter.update(.ble(rssi, at: Seconds(time)))
      }
      guard Self.isOutage(time), Self.isOutage(time - 3),
        let estimate = filter.estimate(at: Seconds(time))
      else { continue }
      squares.append((estimate.distance.value - truth) * (estimate.distance.value - truth))
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }
}

@Suite struct SoundingHandOverTests {
  @Test(arguments: 1...5)
  func `In outages channel sounding is more accurate than signal strength`(_ seed: UInt64) {
    let signal = Walk(seed: seed, radios: [.uwb, .ble]).outageError
    let sounding = Walk(seed: seed, radios: [.uwb, .cs]).outageError
    let all = Walk(seed: seed, radios: [.uwb, .cs, .ble]).outageError
    #expect(sounding < 0.8 * signal)
    #expect(sounding < 1.1)
    #expect(abs(all - sounding) < 0.05)
  }

  @Test func `UWB has priority over channel sounding, which has priority over signal strength`()
    throws
  {
    var filter = FusionFilter()
    for step in 0..<40 {
      let time = Seconds(Double(step) / 10)
      if step < 10 { filter.update(.uwb(2, at: time)) }
      if step < 20 { filter.update(.cs(3, at: time)) }
      filter.update(.ble(-60, at: time))
      let radio = try #require(filter.estimate(at: time)).radio
      if step < 10 { #expect(radio == .uwb) }
      if (16..<20).contains(step) { #expect(radio == .cs) }
      if step > 30 { #expect(radio == .ble) }
    }
  }

  @Test func `Channel sounding can track without other radios, and becomes stale`() throws {
    var filter = FusionFilter()
    #expect(filter.estimate(at: 0) == nil)
    for step in 0..<50 { filter.update(.cs(4, at: Seconds(Double(step) / 5))) }
    let estimate = try #require(filter.estimate(at: 9.8))
    #expect(estimate.radio == .cs)
    #expect(estimate.status == .tracking)
    #expect(abs(estimate.distance.value - 4) < 0.01)
    #expect((0.99...1.2).contains(estimate.standardDeviation.value))
    #expect(try #require(filter.estimate(at: 60)).status == .stale)
  }

  @Test func `Suspending channel sounding switches to signal strength at once`() throws {
    var filter = FusionFilter()
    for step in 0..<10 {
      let time = Seconds(Double(step) / 5)
      filter.update(.cs(4, at: time))
      filter.update(.ble(-60, at: time))
    }
    filter.update(Sample(time: 2, radio: .cs, event: .suspended))
    #expect(try #require(filter.estimate(at: 2)).radio == .ble)
  }

  @Test func `Channel-sounding settings affect only channel sounding, even during a session`()
    throws
  {
    var parameters = FusionFilter.Parameters()
    parameters.standIns[.cs].bias.constant = 1
    var filter = FusionFilter(parameters: parameters)
    for step in 0..<20 { filter.update(.cs(4, at: Seconds(Double(step) / 5))) }
    #expect(abs(try #require(filter.estimate(at: 4)).distance.value - 3) < 0.05)
    parameters.standIns[.cs].bias.constant = 2
    filter.reconfigure(parameters)
    #expect(abs(try #require(filter.estimate(at: 4)).distance.value - 2) < 0.05)
    for step in 0..<20 { filter.update(.uwb(4, at: Seconds(4 + Double(step) / 5))) }
    #expect(abs(try #require(filter.estimate(at: 8)).distance.value - 4) < 0.1)
  }
}
