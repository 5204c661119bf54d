import Foundation
import TestSupport
import Testing

@testable import Lubdub

/// The results of the study's reference implementation, in `TwoModes.json`.
struct TwoModesConformance: Decodable {
  struct Outage: Decodable, CustomTestStringConvertible {
    let name: String
    let edges: [Double]
    /// A time, and a range with a velocity, or a level.
    let events: [[Double]]
    let taught: [Double]
    let outputs: [[Double]]
    let zones: String
    var testDescription: String { name }
  }

  struct Alone: Decodable, CustomTestStringConvertible {
    let name: String
    let edges: [Double]
    let model: [Double]
    let usual: [Double]
    let teach: [Double]
    let rows: [[Double]]
    let outputs: [[Double]]
    let zones: String
    var testDescription: String { name }

    /// The model as settings; the defaults for the first model, of which nothing is known.
    var parameters: SignalStrengthFilter.Parameters {
      guard name.hasPrefix("unknown") == false else { return .init() }
      let (mu, k) = (model[0], model[2])
      var parameters = SignalStrengthFilter.Parameters(
        pathLoss: PathLoss(
          referencePower: DBm(model[3] + k * mu), exponent: k * log(10) / 10),
        trust: .thisKind, powerDeviation: Decibels(model[4]), typicalDistance: Meters(exp(mu)),
        spread: model[1].squareRoot())
      parameters.shadow = Decibels(model[5])
      parameters.mobility = model[6]
      parameters.widthFactor = model[7]
      parameters.distances = usual.map { Meters(exp($0)) }
      parameters.places = model[8]
      return parameters
    }
  }

  let outages: [Outage]
  let alone: [Alone]

  static let shared: TwoModesConformance = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "TwoModes.json")
    do {
      return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    } catch {
      fatalError("\(file.path()): \(error)")
    }
  }()
}

private func near(_ found: Double, _ wanted: Double) -> Bool {
  abs(found - wanted) <= 1e-9 * max(1, abs(wanted))
}

@Suite("Two modes, conformance")
struct TwoModesTests {
  @Test(
    "After ranges, distance and zone match the study",
    arguments: TwoModesConformance.shared.outages)
  func outage(_ trace: TwoModesConformance.Outage) throws {
    var belief = FallbackBelief(LinkModel(.init()))
    let test = ProbabilityTest(trace.edges.map { Meters($0) }, alone: 0.55, outage: 0.65, .init())
    var sides = trace.edges.map { _ in EdgeSide(isInside: true) }
    var (pause, last, distance) = (0.0, -Double.infinity, 0.0)
    var (outputs, zones) = (trace.outputs[...], Array(trace.zones)[...])
    for event in trace.events {
      let now = event[0]
      if event.count == 3 {
        if now - last < 3 { pause += 0.2 * (now - last - pause) }
        (last, distance) = (now, event[1])
        var motion = RangeFilter.Motion(
          distance: distance, distanceVariance: 0, velocityVariance: 0)
        motion.velocity = event[2]
        belief.take(motion, at: now)
        sides = trace.edges.map { EdgeSide(isInside: distance < $0) }
        continue
      }
      guard last.isFinite else { continue }
      guard now - last > max(0.5, 3 * pause) else {
        belief.learn(event[1], at: now)
        continue
      }
      belief.follow(event[1], at: now)
      let answer = belief.answer(at: now)
      var estimate = DistanceEstimate.logNormal(
        time: now, logDistance: answer.mean, variance: answer.variance, radio: .ble,
        status: .fallback)
      estimate.modes = answer.modes
      _ = test.update(answer.modes, isOutage: true, at: now, &sides)
      #expect("\(sides.zone)" == "\(zones.popFirst() ?? "?")", "zone at \(now)")
      guard let row = outputs.first, row[0] == now else { continue }
      outputs = outputs.dropFirst()
      let deviation = answer.variance.squareRoot()
      #expect(near(exp(answer.mean), row[1]), "distance at \(now)")
      #expect(near(deviation, row[2]), "deviation at \(now)")
      #expect(near(answer.moved, row[3]), "moved at \(now)")
      #expect(near(exp(answer.mean - 1.96 * 1.4 * deviation), row[4]), "low at \(now)")
      for (edge, wanted) in zip(test.outage, row[7...]) {
        #expect(near(edge.beyond(estimate.posterior), wanted), "edge at \(now)")
      }
    }
    #expect(outputs.isEmpty && zones.isEmpty)
    let found = [
      belief.taught.level, belief.taught.slope, belief.memory.mean, belief.memory.variance,
      belief.memory.mobility.logarithmic, belief.memory.mobility.metric,
    ]
    for (found, wanted) in zip(found, trace.taught) { #expect(near(found, wanted)) }
  }

  @Test(
    "Without ranges, distance and zone match the study",
    arguments: TwoModesConformance.shared.alone)
  func alone(_ trace: TwoModesConformance.Alone) throws {
    var filter = SignalStrengthFilter(parameters: trace.parameters)
    filter.hold = nil
    let edges = trace.edges.map { Meters($0) }
    let test = ProbabilityTest(edges, alone: 0.55, outage: 0.65, trace.parameters)
    let contact = try Zones(edges: edges).contactEdges
    var sides: [EdgeSide] = []
    var (outputs, isKnown) = (trace.outputs[...], false)
    let zones = Array(trace.zones)
    for (index, row) in trace.rows.enumerated() {
      let time = Seconds(row[0])
      filter.update(DBm(row[1]), at: time)
      if trace.teach.first == Double(index) { filter.teach(Meters(trace.teach[1])) }
      let estimate = try #require(filter.estimate(at: time))
      let modes = estimate.posterior
      if sides.isEmpty { sides = test.alone.map { EdgeSide(isInside: $0.beyond(modes) < 0.5) } }
      let nearness = filter.near.nearness
      if nearness.isNear {
        sides = edges.map { EdgeSide(isInside: nearness == .contact || $0.value > 0.1) }
      } else {
        for edge in 0..<contact { sides[edge] = EdgeSide(isInside: false) }
        _ = test.update(modes, isOutage: false, at: row[0], &sides, inwardFrom: contact)
      }
      #expect("\(sides.zone)" == "\(zones[2 * index])", "zone at \(time)")
      if index > 0, !nearness.isNear {
        isKnown = test.isKnown(estimate, zone: sides.zone, was: isKnown)
        #expect(isKnown == (zones[2 * index + 1] == "1"), "known at \(time)")
      }
      isKnown = zones[2 * index + 1] == "1"
      guard let wanted = outputs.first, Int(wanted[0]) == index else { continue }
      outputs = outputs.dropFirst()
      #expect(near(modes.mean, wanted[1]), "x at \(time)")
      #expect(
        near(estimate.shortTermDeviation * estimate.shortTermDeviation, wanted[2]),
        "variance at \(time)")
      #expect(nearness == (wanted[5] == 2 ? .apart : wanted[5] == 1 ? .touch : .contact))
      guard !nearness.isNear else { continue }
      #expect(near(modes.moved, wanted[3]), "moved at \(time)")
      #expect(near(filter.modes.whole.level, wanted[4]), "level at \(time)")
      for (edge, wanted) in zip(test.alone, wanted[8...]) {
        #expect(near(modes.beyond(edge.edge), wanted), "edge at \(time)")
      }
    }
    #expect(outputs.isEmpty)
  }

  @Test func `Decisions without an error function equal decisions by exact probabilities`() {
    let places = [0.05, 0.2, 1, 2].map { Meters($0) }
    var known = SignalStrengthFilter.Parameters()
    known.trust = .thisKind
    known.places = 20
    known.distances = [0.5, 0.7, 1.5, 3, 9]
    let zones = ProbabilityTest(places, alone: 0.55, outage: 0.65, .init())
    let alone = places.map { ProbabilityTest([$0], alone: 0.55, outage: 0.65, known) }
    var generator = SeededGenerator(seed: 45)
    func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    func mode() -> DistanceEstimate.Mode {
      .init(logDistance: random(-4...2), deviation: random(0.05...1.5))
    }
    for _ in 0..<5000 {
      let modes = DistanceEstimate.Modes(moved: random(0...1), rest: mode(), roams: mode())
      for test in alone {
        let edge = test.alone[0]
        for isInside in [false, true] {
          var side = [EdgeSide(isInside: isInside)]
          _ = test.update(modes, isOutage: false, at: 0, &side)
          let beyond = modes.beyond(edge.edge)
          let isPassed =
            isInside ? beyond > edge.out.probability : 1 - beyond > edge.into.probability
          #expect((side[0].isInside != isInside) == isPassed, "\(modes)")
        }
      }
      var estimate = DistanceEstimate.logNormal(
        time: 0, logDistance: 0, variance: 1, radio: .ble, status: .tracking)
      estimate.modes = modes
      for zone in 0...4 {
        let likely = zones.probability(of: zone, estimate)
        for (was, alone, outage) in [(true, 0.45, 0.4), (false, 0.55, 0.5)] {
          #expect(zones.isKnown(estimate, zone: zone, was: was) == (likely >= alone), "\(modes)")
          estimate.status = .fallback
          #expect(zones.isKnown(estimate, zone: zone, was: was) == (likely >= outage), "\(modes)")
          estimate.status = .tracking
        }
      }
    }
  }
}
