import Lubdub
import Testing

@Suite("Continuous tempo")
struct TempoTests {
  static let parameters = HeartbeatScheduler.Parameters.geiger

  func firstBeat(at distance: Meters) throws -> Beat? {
    var scheduler = HeartbeatScheduler(Self.parameters)
    scheduler.distance(distance, at: 0)
    scheduler.enter(zone: 1, at: 0)
    var first: Beat?
    scheduler.advance(to: 0.01) { if case .beat(let beat) = $0 { first = beat } }
    return first
  }

  @Test func `Interval and intensity are monotone over distance and exact at the knots`() throws {
    let beats = try (0...2500).map { try firstBeat(at: Meters(Double($0) / 1000)) }.compactMap(
      \.self)
    #expect(beats.count == 2501)
    for (near, far) in zip(beats, beats.dropFirst()) {
      #expect(near.interval <= far.interval && near.intensity >= far.intensity)
    }
    #expect(beats[0].interval == 0.1 && beats[50].interval == 0.1)
    #expect(beats[200].interval == 0.2 && beats[200].intensity == 0.9)
    #expect(beats[1000].interval == 0.5)
    #expect(abs(beats[1500].interval.value - 0.75) < 1e-12)
    #expect(beats[2000].interval == 1 && beats[2500].interval == 1)
  }

  @Test func `A change of distance stretches the rest of the interval`() throws {
    var scheduler = HeartbeatScheduler(Self.parameters)
    var times: [Double] = []
    scheduler.distance(2, at: 0)
    scheduler.enter(zone: 3, at: 0)
    scheduler.advance(to: 0.5) { if case .beat(let beat) = $0 { times.append(beat.time.value) } }
    scheduler.distance(1, at: 0.5)
    scheduler.advance(to: 2) { if case .beat(let beat) = $0 { times.append(beat.time.value) } }
    #expect(times == [0, 0.75, 1.25, 1.75])
  }

  @Test func `Before a distance is known the zone's tempo applies`() throws {
    var scheduler = HeartbeatScheduler(Self.parameters)
    var beat: Beat?
    scheduler.enter(zone: 3, at: 0)
    scheduler.advance(to: 1) { if case .beat(let first) = $0 { beat = first } }
    #expect(beat?.interval == 1)
  }
}

@Suite("Custom tempos")
struct OwnTempoTests {
  private static func beats(
    _ tempo: OwnTempo?, policy: TempoPolicy = .stepped, at distances: [Meters], zone: Int = 2
  ) -> [Beat] {
    var parameters = HeartbeatScheduler.Parameters.eternalLoop
    parameters.policy = policy
    parameters.tempo = tempo
    var scheduler = HeartbeatScheduler(parameters)
    var beats: [Beat] = []
    func take(_ output: HeartbeatScheduler.Output) {
      if case .beat(let beat) = output { beats.append(beat) }
    }
    scheduler.enter(zone: zone, at: 0)
    for (place, distance) in distances.enumerated() {
      let time = Seconds(Double(4 * place))
      scheduler.advance(to: time, emit: take)
      scheduler.distance(distance, at: time, emit: take)
    }
    scheduler.advance(to: Seconds(Double(4 * distances.count)), emit: take)
    return beats
  }

  private static let hurry = OwnTempo("hurry") { distance, zone in
    Seconds(distance.value + Double(zone))
  }

  @Test func `A custom tempo uses distance and zone, and the zone sets the intensity`() {
    let beats = Self.beats(Self.hurry, at: [0.5, 0.25], zone: 1)
    #expect(beats.map(\.interval) == [1.5, 1.5, 1.5, 1.25, 1.25, 1.25])
    #expect(beats.allSatisfy { $0.intensity == 0.8 })
  }

  @Test func `With the pulse policy a custom tempo applies while no heart is heard`() {
    let beats = Self.beats(Self.hurry, policy: .pulse, at: [0.5, 0.25], zone: 1)
    #expect(beats.last?.interval == 1.25)
  }

  @Test func `Custom intervals outside the limits are clamped, and NaN uses the zone's interval`() {
    let zoneOnly = Self.beats(nil, at: [0.5])
    #expect(Self.beats(OwnTempo("none") { _, _ in Seconds(.nan) }, at: [0.5]) == zoneOnly)
    let quick = Self.beats(OwnTempo("quick") { _, _ in -1 }, at: [0.5])
    #expect(quick.dropFirst().allSatisfy { $0.interval == 0.2 } && quick.count > 15)
    #expect(Self.beats(OwnTempo("slow") { _, _ in 1e9 }, at: [0.5]).first?.interval == 600)
  }

  @Test("A custom tempo does not make a silent zone beat")
  func silent() { #expect(Self.beats(Self.hurry, at: [3], zone: 4).isEmpty) }
}

@Suite("Heartbeat settings")
struct HeartbeatParameterTests {
  typealias Parameters = HeartbeatScheduler.Parameters

  @Test(arguments: [Parameters.eternalLoop, .breath, .geiger, .sonar])
  func `The presets are valid`(parameters: Parameters) throws {
    try parameters.validate()
  }

  static let refusals: [(String, @Sendable (inout Parameters) -> Void)] = [
    ("refractory", { $0.refractory = -1 }),
    ("intervals", { $0.intervals[0] = 0.1 }),
    ("intervals[1]", { $0.intervals[1] = Seconds(.nan) }),
    ("intensities[2]", { $0.intensities[2] = 1.5 }),
    ("intensities", { $0.intensities = [1] }),
    ("tempoRampTime", { $0.tempoRampTime = Seconds(.infinity) }),
    ("maxIntervalRatio", { $0.maxIntervalRatio = 1 }),
    ("knots", { $0.policy = .continuous }),
    (
      "intervals",
      {
        $0 = Parameters(knots: [
          TempoKnot(distance: 1, tempo: Tempo(interval: 1, intensity: 1)),
          TempoKnot(distance: 2, tempo: Tempo(interval: 0.5, intensity: 1)),
        ])
      }
    ),
    (
      "intervals",
      {
        $0.policy = .continuous
        $0.knots = [0, 1, 2, 3]
        $0.intervals[2] = nil
      }
    ),
    ("contactFloor", { $0.tone.floor = 2 }),
    ("pattern", { $0.pattern.elements = [] }),
    ("pattern[1].time", { $0.pattern.elements[1].offset = -0.1 }),
    ("pattern[0].sharpness", { $0.pattern.elements[0].sharpness = .nan }),
  ]

  @Test("Invalid settings are rejected by name", arguments: refusals)
  func refused(path: String, spoil: @Sendable (inout Parameters) -> Void) {
    var parameters = Parameters.eternalLoop
    spoil(&parameters)
    let error = #expect(throws: SettingError.self) { try parameters.validate() }
    #expect(error?.key == path)
  }
}
