import Proximity
import Quantities
import Testing

@Suite("Zone settings")
struct ZoneParameterTests {
  typealias Parameters = ZoneDetector.Parameters

  static let refusals: [(String, @Sendable (inout Parameters) -> Void)] = [
    ("range.enter", { $0.range.edges = [.posterior(PosteriorRule.range.with { $0.enter = 1 })] }),
    ("range.enter", { $0.range.edges = [.posterior(PosteriorRule.range.with { $0.enter = 0.4 })] }),
    ("range.leave", { $0.range.edges = [.posterior(PosteriorRule.range.with { $0.leave = 0 })] }),
    ("range.dwell", { $0.range.edges = [.posterior(PosteriorRule.range.with { $0.dwell = -1 })] }),
    ("range.lead", { $0.range.edges = [.posterior(PosteriorRule.range.with { $0.lead = -1 })] }),
    (
      "range.settle",
      { $0.range.edges = [.posterior(PosteriorRule.range.with { $0.settle = Seconds(.nan) })] }
    ),
    (
      "range.minimumSamples",
      { $0.range.edges = [.posterior(PosteriorRule.range.with { $0.minimumSamples = 0 })] }
    ),
    ("range.edges", { $0.range.edges = [] }),
    ("range.edges", { $0.range.edges = [.hysteresis(.none), .hysteresis(.none)] }),
    (
      "signalStrength.edges[2].margin",
      {
        let odd = ZoneRule.hysteresis(HysteresisRule(margin: .percent(-1), dwell: 0))
        $0.signalStrength.edges = [.hysteresis(.none), .hysteresis(.none), odd, .hysteresis(.none)]
      }
    ),
    ("signalStrength.silence.stale", { $0.signalStrength.silence.stale = 0 }),
    ("range.silence.stale", { $0.range.silence.coasting = 9 }),
    ("range.silence.lost", { $0.range.silence.lost = 1 }),
  ]

  @Test("what makes no sense is refused by name", arguments: refusals)
  func refused(path: String, spoil: @Sendable (inout Parameters) -> Void) {
    var parameters = Parameters(zones: .eternalLoop)
    spoil(&parameters)
    do {
      _ = try ZoneDetector(parameters)
      Issue.record("accepted")
    } catch {
      #expect(error.path == path)
    }
  }

  @Test("a message says what is wrong and what is accepted")
  func message() {
    var rule = PosteriorRule.range
    rule.dwell = -1
    let parameters = Parameters(
      zones: .eternalLoop, range: SourceRules(.posterior(rule), silence: .range))
    #expect {
      try parameters.validate()
    } throws: {
      "\($0)" == "range.dwell is -1.0 s, expected a finite time that is not negative"
    }
  }
}

extension PosteriorRule {
  fileprivate func with(_ change: (inout PosteriorRule) -> Void) -> PosteriorRule {
    var copy = self
    change(&copy)
    return copy
  }
}
