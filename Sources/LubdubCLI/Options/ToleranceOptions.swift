struct ToleranceOptions: ParsableArguments {
  @Flag(help: "Write nothing and end with status 2 when something that can be felt would be lost.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      """
      From where on a loss is felt, such as amplitude=0.05,time=10ms,frequency=15Hz; by default 0.03, 5 ms, and 10 Hz \
      or a semitone.
      """, valueName: "kind=value,…"))
  var tolerance: LossReport.Tolerance = .init()

  func apply(to writer: inout TimelineWriter) {
    (writer.isStrict, writer.options.isStrict) = (strict, strict)
    writer.options.tolerance = tolerance
  }
}

extension LossReport.Tolerance: ExpressibleByArgument {
  /// Such as `amplitude=0.05,time=10ms,frequency=15Hz`.
  public init?(argument: String) {
    self.init()
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else { return nil }
      func number(_ units: [(String, Double)]) -> Double? {
        let unit = units.first { sides[1].hasSuffix($0.0) } ?? ("", 1)
        let value = Double(sides[1].dropLast(unit.0.count)).map { $0 * unit.1 }
        return value.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
      }
      switch sides[0] {
      case "amplitude": guard let value = number([]) else { return nil }; amplitude = value
      case "time":
        guard let value = number([("ms", 1e-3), ("s", 1)]), value <= 1 else { return nil }
        time = Seconds(value)
      case "frequency":
        guard let value = number([("Hz", 1)]) else { return nil }; frequency = Hertz(value)
      default: return nil
      }
    }
  }

  /// Nothing: the help says what is usual.
  public var defaultValueDescription: String { "" }
}
