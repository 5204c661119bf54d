import TestSupport
import Testing

/// The values that one session learns and the next one starts with.
@Suite("Learned links") struct LearnedLinkTests {
  /// A minute of ranges at about 1 m, and of levels if a level is given.
  private static func minute(
    _ configuration: Configuration, level: Double? = nil
  ) throws -> LearnedLink {
    var pipeline = try Pipeline(configuration)
    for step in 0..<600 {
      let time = 0.1 * Double(step)
      pipeline.process(.uwb(Meters(1 + 0.01 * Double(step % 3)), at: Seconds(time))) { _ in }
      guard let level, step % 2 == 0 else { continue }
      let rssi = DBm(level + Double(step % 5) - 2)
      pipeline.process(.ble(rssi, at: Seconds(time + 0.02))) { _ in }
    }
    return pipeline.learned
  }

  /// The learned values of each of ten sessions, saved as text in between.
  private static func ten(
    _ start: LearnedLink = LearnedLink(), level: Double? = nil, exponent: Double = 2
  ) throws -> [LearnedLink] {
    var configuration = Preset.eternalLoop.configuration
    configuration.ranging.signal.pathLoss.exponent = exponent
    configuration.learned = start
    return try (0..<10).map { _ in
      let learned = try minute(configuration, level: level)
      configuration = try SettingsJSON.decode(
        SettingsJSON.encode(learned), source: "kept", base: configuration)
      return learned
    }
  }

  @Test func `Ranges without a level leave the learned level empty`() throws {
    for learned in try Self.ten() {
      #expect(learned.referencePower == nil && learned.powerDeviation == nil)
      #expect(learned.rangeDeviation != nil)
    }
  }

  @Test(
    "A constant level is learned better from session to session without drift",
    arguments: [-75.0, -65, -50])
  func steady(_ level: Double) throws {
    let powers = try Self.ten(level: level).compactMap(\.referencePower?.value)
    #expect(powers.count == 10)
    let errors = powers.map { abs($0 - level) }
    #expect(zip(errors, errors.dropFirst()).allSatisfy { $1 < $0 + 0.02 }, "\(powers)")
    #expect(errors[9] < 0.3 && abs(powers[9] - powers[8]) < 0.02, "\(powers)")
  }

  @Test(arguments: [1.5, 2, 3])
  func `Given values not measured again are returned unchanged`(_ exponent: Double) throws {
    let start = LearnedLink(
      contactLevel: 0.09, rangeDeviation: 0.02, referencePower: -62, exponent: exponent,
      powerDeviation: 3)
    for learned in try Self.ten(start, exponent: exponent) {
      #expect(learned.referencePower == -62 && learned.exponent == exponent)
      #expect(learned.powerDeviation == 3 && learned.contactLevel == 0.09)
    }
  }

  @Test func `An empty learned link keeps the settings`() {
    var configuration = Preset.eternalLoop.configuration
    configuration.ranging.range.contactLevel = 0.12
    configuration.ranging.range.rangeDeviation = 0.03
    let before = configuration
    configuration.learned = LearnedLink()
    #expect(configuration == before)
  }

  @Test func `Custom estimators, tempos, and patterns stay when settings are decoded`() throws {
    var configuration = Preset.eternalLoop.configuration
    configuration.estimator = EstimatorKind("mine", radios: [.uwb]) { _ in Last() }
    configuration.heartbeat.tempo = OwnTempo("hurry") { distance, _ in Seconds(0.3 + distance.value)
    }
    configuration.heartbeat.pattern = Pattern(name: "knock", elements: [.init(sharpness: 0.8)])
    configuration.ranging.range.contactLevel = 0.12
    let back = try SettingsJSON.decode(
      SettingsJSON.encode(configuration), source: "kept", base: configuration)
    #expect(back == configuration && back.heartbeat.pattern.name == "knock")
    #expect(back.heartbeat.tempo?.name == "hurry")
    #expect(try Pipeline(configuration).learned.contactLevel == 0.12)
  }

  private struct Last: Estimator {
    mutating func update(_ sample: Sample) -> Bool { true }
    func estimate(at time: Seconds) -> DistanceEstimate? { nil }
  }
}
