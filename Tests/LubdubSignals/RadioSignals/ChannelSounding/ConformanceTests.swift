import Foundation
import Lubdub
import LubdubSignals
import Testing

/// The response of paths, at the frequency of each slot.
private func response(_ paths: [(distance: Double, size: Double, phase: Double)]) -> [Complex] {
  (0..<ToneGrid.count).map { slot in
    let frequency = (2404 + Double(slot)) * 1e6
    return paths.reduce(Complex(0)) { sum, path in
      let angle =
        path.phase - 2 * .pi * frequency * path.distance / ToneGrid.speedOfLight
      return sum + Complex(path.size * cos(angle), path.size * sin(angle))
    }
  }
}

/// What both sides measure of a one-way response, without noise and without slots 21, 22 and 23.
func product(_ paths: [(distance: Double, size: Double, phase: Double)]) -> ProductResponse {
  ProductResponse(
    response(paths).enumerated().map { slot, tone in
      (21...23).contains(slot) ? nil : tone * tone * 10_000
    })
}

@Suite struct ConformanceTests {
  /// Known answers, in metres, to responses without noise.
  struct Case: Sendable {
    let name: String
    let paths: [(distance: Double, size: Double, phase: Double)]
    let slope, peak, stock, edge, rootEdge: Double
    let music, rootMusic: Double?
    let gated: Double
  }

  static let cases = [
    Case(
      name: "one path of 7.3 m", paths: [(7.3, 1, 0)], slope: 7.300, peak: 7.300, stock: 7.302,
      edge: 7.300, rootEdge: 7.301, music: 7.313, rootMusic: 7.313, gated: 7.313),
    Case(
      name: "one path of 40 m", paths: [(40, 1, 0)], slope: 40, peak: 40, stock: 40.013, edge: 40,
      rootEdge: 40, music: 39.976, rootMusic: 39.976, gated: 39.976),
    Case(
      name: "one path of 90 m, beyond the reach of MUSIC", paths: [(90, 1, 0)], slope: -59.851,
      peak: 90, stock: 90.027, edge: 90, rootEdge: 89.998, music: nil, rootMusic: nil, gated: 90),
    Case(
      name: "a weaker second path", paths: [(5, 1, 0), (7.5, 0.8, 2)], slope: 6.075, peak: 6.077,
      stock: 5.855, edge: 5.847, rootEdge: 5.854, music: 5.373, rootMusic: 4.985, gated: 4.985),
    Case(
      name: "a stronger second path", paths: [(3, 1, 0), (5, 1.2, -1)], slope: 4.245, peak: 3.793,
      stock: 1.387, edge: 1.689, rootEdge: 1.651, music: 2.988, rootMusic: 3.001, gated: 3.001),
    Case(
      name: "three paths, the first of them weak", paths: [(4, 0.5, 0), (6, 1, 1), (9, 0.6, -2)],
      slope: 6.360, peak: 6.293, stock: 5.270, edge: 5.747, rootEdge: 5.796, music: 5.399,
      rootMusic: 4.958, gated: 4.958),
  ]

  @Test(arguments: cases)
  func `Responses without noise give the answers of the study`(_ known: Case) throws {
    var estimator = try GatedEstimator()
    let answers = estimator.answers(to: product(known.paths))
    let found = try #require(answers)
    func expect(_ answer: Meters?, _ expected: Double?, _ tolerance: Double, _ name: String) {
      guard let expected else { return #expect(answer == nil, "\(name)") }
      #expect(abs((answer?.value ?? .infinity) - expected) <= tolerance, "\(name)")
    }
    expect(found.slope, known.slope, 0.01, "slope")
    expect(found.peak, known.peak, 0.01, "peak")
    expect(found.stock, known.stock, 0.01, "stock")
    expect(found.edge, known.edge, 0.01, "edge")
    expect(found.rootEdge, known.rootEdge, 0.01, "root edge")
    expect(found.music, known.music, 0.03, "MUSIC")
    expect(found.rootMusic, known.rootMusic, 0.03, "root MUSIC")
    expect(found.gated, known.gated, 0.03, "gated")
  }

  @Test func `The oscillators' phases and the strength of the tones change nothing`() throws {
    var estimator = try GatedEstimator()
    let plain = product([(5, 1, 0), (7.5, 0.8, 2)])
    let plainAnswer = estimator.distance(of: plain)
    let expected = try #require(plainAnswer).value
    var other = ProductResponse()
    for (slot, tone) in plain.tones.enumerated() {
      guard let tone else { continue }
      let angle = 2.4 * Double(slot * slot)
      let turn = Complex(cos(angle), sin(angle))
      other.join(
        channel: slot + 2, initiator: tone * 0.001 * turn, reflector: turn.conjugate * 0.02)
    }
    let otherAnswer = estimator.distance(of: other)
    #expect(abs(try #require(otherAnswer).value - expected) < 1e-6)
  }

  @Test func `Fewer than 15 tones give no answer, 15 do`() throws {
    var estimator = try GatedEstimator()
    let tones = product([(5, 1, 0)]).tones
    let tooFew = estimator.answers(to: ProductResponse(Array(tones.prefix(14))))
    let none = estimator.answers(to: ProductResponse())
    #expect(tooFew == nil)
    #expect(none == nil)
    #expect(PhaseSlope.distance(of: ProductResponse(Array(tones.prefix(14)))) == nil)
    let found = estimator.distance(of: ProductResponse(Array(tones.prefix(15))))
    let answer = try #require(found)
    #expect(abs(answer.value - 5) < 0.5)
  }

  @Test func `Every second tone still gives the distance of one path`() throws {
    var estimator = try GatedEstimator()
    let tones = product([(12, 1, 0)]).tones.enumerated().map { $0.isMultiple(of: 2) ? $1 : nil }
    let found = estimator.distance(of: ProductResponse(tones))
    let answer = try #require(found)
    #expect(abs(answer.value - 12) < 0.1)
  }

  @Test func `Tones without a channel, doubled or not finite are not taken`() {
    var response = ProductResponse()
    let one = Complex(1)
    for channel in [-1, 0, 1, 23, 24, 25, 77, 255] {
      let isTaken = response.join(channel: channel, initiator: one, reflector: one)
      #expect(!isTaken)
    }
    for tone in [Complex(.nan), Complex(0)] {
      let isTaken = response.join(channel: 2, initiator: tone, reflector: one)
      #expect(!isTaken)
    }
    #expect(response.toneCount == 0)
    for isFirst in [true, false] {
      let isTaken = response.join(channel: 2, initiator: one, reflector: one)
      #expect(isTaken == isFirst)
    }
    #expect(response.toneCount == 1)
    #expect(ProductResponse([Complex(.infinity), nil, one]).toneCount == 1)
  }

  @Test(arguments: [1e-150, 1e150, 1e300])
  func `Extreme tones neither trap nor give what is not finite`(_ size: Double) throws {
    var estimator = try GatedEstimator()
    let tones = product([(5, 1, 0), (6, 0.5, 1)]).tones.map { tone in tone.map { $0 * size } }
    let answers = estimator.answers(to: ProductResponse(tones))
    // Powers of the larger ones are beyond a double: they give no answer.
    #expect((answers != nil) == (size < 1))
    #expect(answers?.gated.value.isFinite ?? true)
  }
}
