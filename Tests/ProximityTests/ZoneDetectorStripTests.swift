import Proximity
import Quantities
import Testing

@Suite("Zone detector, in strips")
struct ZoneDetectorStripTests {
  static let dwell = HysteresisRule(margin: .meters(0.25), dwell: 0.5, settle: 2)
  static let posterior = PosteriorRule(
    enter: 0.995, leave: 0.005, dwell: 0.5, lead: 0.5, reach: 1, settle: 2, minimumSamples: 2)

  func hysteresis(_ rule: HysteresisRule = dwell) throws -> ZoneStrip {
    ZoneStrip(parameters: try .twoEdges(.hysteresis(rule)))
  }

  func probability(_ rule: PosteriorRule = posterior, deviation: Double = 0.1) throws -> ZoneStrip {
    ZoneStrip(parameters: try .twoEdges(.posterior(rule)), deviation: deviation)
  }

  @Test("the first zone comes after the dwell")
  func acquired() throws {
    let result = try hysteresis().run("1.5 1.5 1.5 1.5")
    #expect(result.zones == strip("    -   -   1   1 "))
    #expect(result.changes.map(\.reason) == [.acquired])
    #expect(result.changes.first?.waited == 0.5)
  }

  @Test("a first reading that does not last starts no zone")
  func acquiredAnew() throws {
    #expect(
      try hysteresis().zones("0.2 0.2 5 5 5 5")
        == strip("            -   -   - - 2 2"))
  }

  @Test("a device on an edge gets its first zone as fast as any other")
  func acquiredOnEdge() throws {
    #expect(
      try hysteresis().zones("1.1 0.9 1.1 0.9")
        == strip("            -   -   1   1"))
  }

  @Test("an edge is crossed after the dwell, beyond the margin")
  func crossed() throws {
    let result = try hysteresis().run("1.5 1.5 1.5 0.7 0.7 0.7 0.7")
    #expect(result.zones == strip("    -   -   1   1   1   0   0"))
    #expect(result.changes.last?.reason == .entered)
    #expect(result.changes.last?.time == 1.25)
  }

  @Test("within the margin only a long stay counts")
  func settled() throws {
    let result = try hysteresis().run(
      "            1.5 1.5 1.5 0.9 0.9 0.9 0.9 0.9 0.9 0.9 0.9 0.9")
    #expect(
      result.zones
        == strip("-   -   1   1   1   1   1   1   1   1   1   0"))
    #expect(result.changes.last?.reason == .settled)
    #expect(result.changes.last?.waited == 2)
  }

  @Test("coming back within the dwell changes nothing")
  func returned() throws {
    #expect(
      try hysteresis().zones("1.5 1.5 1.5 0.7 0.7 1.1 0.7 0.7 1.1")
        == strip("            -   -   1   1   1   1   1   1   1"))
  }

  @Test("a teleport skips zones, once, after the dwell")
  func teleport() throws {
    let result = try hysteresis().run("0.2 0.2 0.2 9 9 9 9 0 0 0")
    #expect(result.zones == strip("    -   -   0   0 0 2 2 2 2 0"))
    #expect(result.changes.map(\.reason) == [.acquired, .left, .entered])
  }

  @Test("walking on through two zones changes once per dwell")
  func oncePerDwell() throws {
    #expect(
      try hysteresis().zones("9 9 9 1.5 0.2 0.2 0.2 0.2 0.2")
        == strip("            - - 2 2   2   1   1   0   0"))
  }

  @Test("repeats uphold a decision but are not samples")
  func repeats() throws {
    let rule = HysteresisRule(margin: .meters(0), dwell: 0.5, minimumSamples: 3)
    #expect(
      try hysteresis(rule).zones("1.5 1.5 1.5 0.5 =0.5 =0.5 =0.5 0.5 0.5")
        == strip("                -   -   1   1    1    1    1   1   0"))
  }

  @Test("posteriors that are not trusted decide nothing and do not break silence")
  func untrusted() throws {
    #expect(
      try hysteresis().zones("1.5 1.5 1.5 ?90 ?90 ?90 ?90 1.5")
        == strip("            -   -   1   1   1   1   1   1"))
    #expect(
      try hysteresis().zones("?1.5 ?1.5 ?1.5 ?1.5 ?1.5")
        == strip("            -    -    -    -    -"))
  }

  @Test("silence goes from coasting to stale to lost, each at its time")
  func silence() throws {
    let times = SilenceTimes(coasting: 1.5, stale: 3, lost: 7)
    let strip = ZoneStrip(
      parameters: try .twoEdges(.hysteresis(Self.dwell), silence: times), step: 1)
    let result = try strip.run("1.5 1.5 . . . . . . . . .")
    #expect(result.zones == "- 1 1 1 - - - - - - -")
    #expect(result.changes.map(\.reason) == [.acquired, .coasting, .stale, .lost])
    #expect(result.changes.map(\.time) == [1, 2.5, 4, 8])
    #expect(result.changes.map(\.from) == [nil, 1, 1, nil])
    #expect(result.changes.map(\.to) == [1, 1, nil, nil])
    #expect(result.changes.map(\.waited) == [1, 1.5, 3, 7])
  }

  @Test("silence before there was a zone is not told")
  func silenceBeforeZone() throws {
    let result = try hysteresis().run("1.5" + String(repeating: " .", count: 60))
    #expect(result.changes.isEmpty)
  }

  @Test("after silence the zone has to be found anew")
  func afterSilence() throws {
    var strip = try hysteresis()
    strip.step = 0.5
    #expect(try strip.zones("0.5 0.5 . . . . . . 0.5 0.5") == "- 0 0 0 0 0 0 - - 0")
  }

  @Test("a sample that comes when silence has just become too long does not undo it")
  func sampleAtDeadline() throws {
    var strip = try hysteresis()
    strip.step = 3
    #expect(try strip.zones("0.5 0.5 0.5") == "- - -")
  }

  @Test("by probability: clear of the edge after the dwell, uncertain only after long")
  func certain() throws {
    #expect(
      try probability().zones("1.5 1.5 1.5 0.70 0.70 0.70")
        == strip("             -   -   1    1    1    0"))
    let uncertain = try probability().run(
      "            1.5 1.5 1.5 0.8 0.8 0.8 0.8 0.8 0.8 0.8 0.8 0.8")
    #expect(
      uncertain.zones
        == strip("-   -   1   1   1   1   1   1   1   1   1   0"))
    #expect(uncertain.changes.last?.reason == .settled)
  }

  @Test("a zone smaller than the posterior is reached by staying deep inside")
  func reached() throws {
    let result = try probability(deviation: 0.6).run("1.5 1.5 1.5 0.3 0.3 0.3 0.3 0.3")
    #expect(result.zones == strip("                   -   -   1   1   1   1   1   0"))
    #expect(result.changes.last?.reason == .reached)
    #expect(result.changes.last?.waited == 1)
  }

  @Test("velocity leads: a walker changes before the edge, a device at rest does not")
  func lead() throws {
    var walking = try probability()
    walking.velocity = -1
    // The median is carried 0.45 m ahead: 1.15 m counts as 0.70 m.
    #expect(
      try walking.zones("2.3 2.0 1.75 1.5 1.15 0.9 0.65")
        == strip("       -   -   -    1   1    1   0"))
    var resting = try probability()
    resting.velocity = -0.1
    #expect(
      try resting.zones("1.5 1.5 1.5 1.15 1.15 1.15 1.15 1.15 1.15")
        == strip("       -   -   1    1    1    1    1    1    1"))
  }

  @Test("signal strength is judged in the logarithm and by its own rule")
  func signalStrength() throws {
    let rule = PosteriorRule(enter: 0.75, leave: 0.25, dwell: 1, minimumSamples: 3)
    let parameters = ZoneDetector.Parameters(
      zones: try Zones(edges: [1, 2]), range: SourceRules(.posterior(.range), silence: .range),
      signalStrength: SourceRules(.posterior(rule), silence: .signalStrength))
    // ln(1 / 0.72) = 0.329 < 0.6745 · 0.5 = 0.337 < ln(1 / 0.71) = 0.342
    let strip = ZoneStrip(parameters: parameters, step: 0.5, deviation: 0.5)
    #expect(try strip.zones("~1.5 ~1.5 ~1.5 ~0.72 ~0.72 ~0.72 ~0.72") == "- - 1 1 1 1 1")
    #expect(try strip.zones("~1.5 ~1.5 ~1.5 ~0.71 ~0.71 ~0.71 ~0.71") == "- - 1 1 1 0 0")
  }

  @Test("each edge can have a rule of its own")
  func perEdge() throws {
    let quick = ZoneRule.hysteresis(HysteresisRule(margin: .meters(0), dwell: 0))
    let slow = ZoneRule.hysteresis(HysteresisRule(margin: .meters(0), dwell: 1))
    let rules = SourceRules(edges: [quick, slow], silence: .range)
    let parameters = ZoneDetector.Parameters(zones: try Zones(edges: [1, 2]), range: rules)
    let strip = ZoneStrip(parameters: parameters, step: 0.5)
    #expect(try strip.zones("1.5 1.5 1.5 0.5 1.5 2.5 2.5 2.5") == "- - 1 0 1 1 1 2")
  }

  @Test("a link event ends the zone at once, and the zone is found anew")
  func drop() throws {
    var detector = try ZoneDetector(.twoEdges(.hysteresis(Self.dwell)))
    for time in [0, 0.5] { _ = detector.update(.point(0.5, at: Seconds(time))) }
    #expect(detector.zone == 0)
    let change = detector.drop(at: 0.75, reason: .disconnected)
    #expect(change?.from == 0 && change?.to == nil && change?.reason == .disconnected)
    #expect(detector.zone == nil && detector.nextDeadline == nil)
    #expect(detector.drop(at: 0.8, reason: .peerLost) == nil)
    #expect(detector.update(.point(0.5, at: 1)) == nil)
    #expect(detector.update(.point(0.5, at: 1.5))?.reason == .acquired)
  }

  @Test("time going back and numbers that are none change nothing")
  func nasty() throws {
    var detector = try ZoneDetector(.twoEdges(.hysteresis(Self.dwell)))
    for time in [0, 0.5] { _ = detector.update(.point(0.5, at: Seconds(time))) }
    let before = detector
    for bad in [Double.nan, -1, -Double.infinity] {
      #expect(detector.update(.point(Meters(bad), at: 1)) == nil)
    }
    #expect(detector.update(.point(9, at: 0.25)) == nil)
    #expect(detector.update(.point(9, at: Seconds(.nan))) == nil)
    #expect(detector.update(.point(9, at: Seconds(.infinity))) == nil)
    var wide = DistancePosterior.point(9, at: 1)
    wide.deviation = .infinity
    #expect(detector.update(wide) == nil)
    #expect(detector == before)
  }

  @Test("the time to the edge runs down between readings")
  func timeToEdge() throws {
    var strip = DistancePosterior.point(1.5, at: 0)
    strip.velocity = -0.5
    var detector = try ZoneDetector(.twoEdges(.hysteresis(.none)))
    #expect(detector.timeToEdge(at: 0) == nil)
    _ = detector.update(strip)
    #expect(detector.timeToEdge(at: 0) == 1)
    #expect(detector.timeToEdge(at: 0.25) == 0.75)
    #expect(detector.timeToEdge(at: 2) == 0)
  }
}
