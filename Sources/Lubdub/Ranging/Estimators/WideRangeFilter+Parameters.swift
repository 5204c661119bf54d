extension WideRangeFilter {
  /// The settings that vary from link to link, see `schema`; docs/explanation/positions.md explains the defaults.
  public struct Parameters: Sendable, Hashable {
    /// The factor on the deviations that samples state. Phones on a bicycle need a factor of 1.7 to 2.7.
    package var accuracyScale = 2.5
    package var usualDeviation: Meters = 4
    /// The correlation time of an error. The errors of two phones on one body have a correlation of 0.7 after 10 s and of
    /// 0.35 after 60 s.
    package var correlationTime: Seconds = 40
    package var constantShare = 0.3
    package var whiteShare = 0.15
    package var velocityDeviation: MetersPerSecond = 2
    package var velocityTime: Seconds = 8
    package var interval: Seconds = 0
    /// The times of silence for frequent samples. At a slower pace, one sample may be late and one missing, whatever these
    /// times are.
    public var silence = Radio.gnss.entry.silence

    /// Creates the defaults.
    public init() {}
  }
}

extension WideRangeFilter.Parameters: SettingGroup {
  package static let schema: [Setting<Self>] =
    [
      .number(
        "accuracyScale", "Factor on the deviations that samples state", level: .basic,
        in: 0.01...100
      ) { $1(&$0.accuracyScale) },
      .number(
        "usualDeviation", "Deviation of one axis for samples that state no deviation",
        in: 0.01...1000
      ) { $1(&$0.usualDeviation) },
      .number("correlationTime", "Correlation time of an error", in: 0.01...3600) {
        $1(&$0.correlationTime)
      },
      .number(
        "constantShare", "Share of the error's variance that never averages out", in: 0...1
      ) { $1(&$0.constantShare) },
      .number(
        "whiteShare", "Share of the error's deviation that changes with each sample", in: 0.001...1
      ) { $1(&$0.whiteShare) },
      .number("velocityDeviation", "Standard deviation of the velocity", in: 0.01...100) {
        $1(&$0.velocityDeviation)
      },
      .number("velocityTime", "Time over which the velocity fades", in: 0.1...600) {
        $1(&$0.velocityTime)
      },
      .number(
        "every", "Known time between samples; 0 learns it", in: 0...900
      ) { $1(&$0.interval) },
    ] + SilenceTimes.schema.map { $0.lifted(nil) { $1(&$0.silence) } }

  package var expectedSilence: SilenceTimes { SamplePace(interval).stretched(silence) }

  package func validateTogether() throws(SettingError) { try silence.validateTogether() }
}
