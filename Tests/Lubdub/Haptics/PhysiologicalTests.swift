import Lubdub
import Testing

/// The pattern with the sounds of a real heart, in addition to the seed's.
@Suite struct PhysiologicalTests {
  @Test(
    "The second sound is higher, weaker, and sooner when the heart is fast",
    arguments: [(60.0, 0.311), (120, 0.209), (180, 0.107), (243, 0.1)])
  func systole(bpm: Double, delay: Double) throws {
    let beat = Beat(time: 1, interval: Seconds(60 / bpm), intensity: 1, zone: 0)
    let events = Pattern.physiological.events(for: beat)
    #expect(events.count == 2)
    #expect(events[0].time == 1)
    #expect(abs(events[1].time.value - 1 - delay) < 1e-9)
    #expect(events[1].sharpness > events[0].sharpness && events[1].intensity < events[0].intensity)
    #expect(abs((events[1].time - events[0].time).value - delay) < 1e-9)
  }
}
