import Foundation
import Lubdub
import Testing

@testable import Lubdub

/// Signal strengths around a level that moves, in whole dBm, as the study made them.
func wavy(_ level: Double, _ index: Int) -> DBm {
  DBm((level + 3 * sin(1.7 * Double(index)) + 2 * sin(0.37 * Double(index) + 1)).rounded())
}

@Suite("Level of signal strength")
struct LevelBeliefTests {
  /// A filter whose run-up counts as travel, as the study's did.
  static func filter(
    _ power: Double, _ exponent: Double, _ change: (inout SignalStrengthFilter.Parameters) -> Void
  ) -> SignalStrengthFilter {
    var parameters = SignalStrengthFilter.Parameters(
      pathLoss: PathLoss(referencePower: DBm(power), exponent: exponent), trust: .thisKind)
    change(&parameters)
    var filter = SignalStrengthFilter(parameters: parameters)
    filter.model.settlingTime = 0
    filter.model.restVariance = 2
    return filter
  }

  static func calibrated(_ change: (inout SignalStrengthFilter.Parameters) -> Void = { _ in })
    -> SignalStrengthFilter
  {
    filter(-62, 1.7) {
      $0.typicalDistance = 4
      $0.spread = 0.6
      $0.powerDeviation = 3
      change(&$0)
    }
  }

  struct Row {
    let time, distance, deviation, level: Double
    var places, forgiven, weight: Double?
  }

  func check(
    _ filter: inout SignalStrengthFilter, _ rows: [Row], levels: (Double) -> Double
  ) throws {
    var rows = rows[...]
    for index in 0...3000 {
      let time = 0.2 * Double(index)
      filter.update(wavy(levels(time), index), at: Seconds(time))
      guard let row = rows.first, abs(row.time - time) < 1e-9 else { continue }
      rows = rows.dropFirst()
      let estimate = try #require(filter.estimate(at: Seconds(time)))
      let offset = filter.belief.offset(filter.model)
      #expect(abs(estimate.distance.value - row.distance) < 1e-6, "distance at \(time)")
      #expect(abs(estimate.shortTermDeviation - row.deviation) < 1e-6, "deviation at \(time)")
      #expect(abs(filter.belief.level - row.level) < 1e-6, "level at \(time)")
      if let places = row.places { #expect(abs(filter.belief.places - places) < 1e-6) }
      if let forgiven = row.forgiven { #expect(abs(offset.forgiven - forgiven) < 1e-6) }
      if let weight = row.weight { #expect(abs(offset.weight - weight) < 1e-6) }
    }
    #expect(rows.isEmpty)
  }

  @Test("without doubt, the level is the study's")
  func withoutDoubt() throws {
    var filter = Self.calibrated { $0.doubt = 0 }
    try check(
      &filter,
      [
        Row(time: 0, distance: 3.167242, deviation: 0.514961, level: 2.457575),
        Row(time: 0.2, distance: 3.057758, deviation: 0.508973, level: 2.827941),
        Row(time: 10, distance: 2.707550, deviation: 0.456878, level: 4.108537),
        Row(time: 20, distance: 2.836505, deviation: 0.458012, level: 3.618689),
        Row(time: 21, distance: 3.203943, deviation: 0.462418, level: 2.336282),
        Row(time: 30, distance: 5.451240, deviation: 0.461747, level: -3.258916),
        Row(time: 59.8, distance: 5.734906, deviation: 0.460114, level: -3.792982),
      ]
    ) { $0 < 20 ? -66 : -78 }
  }

  @Test("a link that changes between two levels counts places, and forgives")
  func places() throws {
    var filter = Self.calibrated()
    try check(
      &filter,
      [
        Row(
          time: 0, distance: 2.848542, deviation: 0.540836, level: 3.737848, places: 0,
          forgiven: 0.163742, weight: 0.060498),
        Row(
          time: 0.2, distance: 2.719649, deviation: 0.536346, level: 4.253045, places: 0,
          forgiven: 0.191448, weight: 0.062166),
        Row(
          time: 20, distance: 2.006081, deviation: 0.499920, level: 7.934506, places: 0.861718,
          forgiven: 0.669044, weight: 0.103022),
        Row(
          time: 200, distance: 2.128098, deviation: 0.493870, level: 7.644921, places: 8.131343,
          forgiven: 1.001087, weight: 0.196573),
        Row(
          time: 600, distance: 2.685559, deviation: 0.505711, level: 7.635758, places: 20,
          forgiven: 3.441363, weight: 0.698173),
      ]
    ) { Int(($0 / 40 + 1e-9).rounded(.down)) % 2 == 0 ? -60 : -70 }
  }

  @Test("a link of which nothing is known forgives sooner")
  func unknown() throws {
    var filter = Self.filter(-59, 2) { $0.trust = .unknown }
    try check(
      &filter,
      [
        Row(
          time: 0, distance: 4.363633, deviation: 1.039635, level: -5.765210, places: 0,
          forgiven: -1.127797, weight: 0.438065),
        Row(
          time: 10, distance: 7.212802, deviation: 0.911873, level: -13.649235, places: 0.754409,
          forgiven: -4.157061, weight: 0.533133),
        Row(
          time: 299.8, distance: 6.455182, deviation: 0.913132, level: -13.494182,
          places: 1.340811, forgiven: -5.074042, weight: 0.581475),
        Row(
          time: 310, distance: 3.829979, deviation: 0.855897, level: -6.964519, places: 1.794373,
          forgiven: -3.587238, weight: 0.509837),
        Row(
          time: 600, distance: 4.105331, deviation: 0.862214, level: -7.857436, places: 2.110734,
          forgiven: -3.809476, weight: 0.524115),
      ]
    ) { $0 < 300 ? -85 : -77 }
  }

  @Test("with the near test in front: contact is felt, and what is left starts beside it")
  func near() throws {
    var filter = Self.filter(-61, 2) {
      $0.typicalDistance = 2.7
      $0.spread = 1.1
      $0.powerDeviation = 4
      $0.contactLevel = -20
      $0.contactGap = 20
    }
    let rows: [(Double, Nearness, Double, Double, Double, Double, Double)] = [
      (20, .apart, 1.243081, 0.756840, 7.780144, 0.001742, 0.287121),
      (20.8, .touch, 0.1, 0.8, 9.551028, 0.012835, 0.368743),
      (21.2, .contact, 0.03, 0.7, 9.551028, 0.012835, 0.368743),
      (41.6, .apart, 0.319817, 0.831937, 21.985603, 0.012835, 1.377878),
      (59.6, .apart, 0.403453, 0.783825, 19.456215, 0.029451, 1.092675),
    ]
    var checked = 0
    for index in 0..<150 {
      let time = 0.4 * Double(index)
      filter.update(
        wavy(time < 20 - 1e-9 ? -62 : time < 40 - 1e-9 ? -21 : -45, index), at: Seconds(time))
      guard let row = rows.first(where: { abs($0.0 - time) < 1e-9 }) else { continue }
      checked += 1
      let estimate = try #require(filter.estimate(at: Seconds(time)))
      let forgiven = filter.belief.offset(filter.model).forgiven
      #expect(estimate.nearness == row.1, "at \(time)")
      #expect(abs(estimate.distance.value - row.2) < 1e-6, "distance at \(time)")
      #expect(abs(estimate.shortTermDeviation - row.3) < 1e-6, "deviation at \(time)")
      #expect(abs(filter.belief.level - row.4) < 1e-6, "level at \(time)")
      #expect(abs(filter.belief.places - row.5) < 1e-6, "places at \(time)")
      #expect(abs(forgiven - row.6) < 1e-6, "forgiven at \(time)")
      #expect((estimate.low == .zero) == (row.1 != .apart))
    }
    #expect(checked == rows.count)
  }

  @Test(
    "a constant signal gives a constant answer", arguments: [-29.0, -45, -55, -75, -85],
    [PathLossTrust.unknown, .thisKind, .thisLink])
  func constant(level: Double, trust: PathLossTrust) throws {
    var filter = SignalStrengthFilter(parameters: .init(pathLoss: .init(), trust: trust))
    var early: Double?
    for index in 0..<6000 {
      let time = 0.2 * Double(index)
      filter.update(DBm(level), at: Seconds(time))
      guard time >= 90 else { continue }
      let distance = try #require(filter.estimate(at: Seconds(time))).distance.value
      if let early { #expect(abs(distance / early - 1) < 1e-6, "at \(time)") }
      early = early ?? distance
    }
  }

  @Test("the run-up to a far-off first level is no travel")
  func runUp() {
    var filter = SignalStrengthFilter(parameters: .init(pathLoss: .init(), trust: .thisKind))
    for index in 0..<1000 { filter.update(-55, at: Seconds(0.2 * Double(index))) }
    #expect(filter.belief.places < 0.001)
  }
}
