import Lubdub
import Testing

@Suite("Reference table")
struct TempoTableTests {
  static let rows: [(zone: Int?, interval: Double?, intensity: Double)] = [
    (0, 0.2, 1), (1, 0.5, 0.8), (2, 1, 0.6), (3, 2, 0.4), (4, nil, 0), (nil, nil, 0),
  ]

  @Test("The eternal-loop preset beats as in the reference table", arguments: rows)
  func row(zone: Int?, interval: Double?, intensity: Double) throws {
    var scheduler = HeartbeatScheduler(.eternalLoop)
    var beats: [Beat] = []
    scheduler.enter(zone: zone, at: 10)
    scheduler.advance(to: 31) { if case .beat(let beat) = $0 { beats.append(beat) } }
    guard let interval else {
      #expect(beats.isEmpty)
      return
    }
    #expect(beats.count == Int((21 / interval).rounded(.up)))
    for (index, beat) in beats.enumerated() {
      #expect(beat.time.value == 10 + Double(index) * interval)
      #expect(beat.interval.value == interval)
      #expect(beat.intensity == intensity)
      #expect(beat.zone == zone)
    }
  }

  @Test(arguments: [1, 0.8, 0.6, 0.4])
  func `A beat has the lub and dub of the reference`(intensity: Double) {
    let beat = Beat(time: 7, interval: 1, intensity: intensity, zone: 1)
    #expect(
      Pattern.lubDub.events(for: beat) == [
        HapticEvent(time: 7, intensity: intensity, sharpness: 0.5),
        HapticEvent(time: 7.15, intensity: 0.7 * intensity, sharpness: 0.3),
      ])
  }

  @Test func `A thousand beats of half a second accumulate no timing error`() throws {
    var scheduler = HeartbeatScheduler(.eternalLoop)
    var beats: [Beat] = []
    scheduler.enter(zone: 1, at: 0.1)
    for tick in 0...50_000 {
      scheduler.advance(to: Seconds(Double(tick) / 97)) {
        if case .beat(let beat) = $0 { beats.append(beat) }
      }
    }
    #expect(beats.count > 1000)
    for (index, beat) in beats.enumerated() {
      #expect(beat.time.value == 0.1 + Double(index) * 0.5)
    }
  }
}
