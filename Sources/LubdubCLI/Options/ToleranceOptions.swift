struct ToleranceOptions: ParsableArguments {
  @Flag(help: "Write no file and end with status 2 if a loss is large enough to feel.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      """
      Smallest loss that you can feel, such as amplitude=0.05,time=10ms,frequency=15Hz. The default is 0.03, 5 \
      ms, and 10 Hz or a semitone.
      """, valueName: "kind=value,…"))
  var tolerance: LossReport.Tolerance = .init()

  @Option(
    help: ArgumentHelp(
      "Losses that --strict accepts, by the names that it prints, such as dropped-sharpness.",
      valueName: "loss,…"))
  var allow = AllowedLosses()

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Accept the losses that this target cannot avoid: android, bhaptics, razer, or web.",
      valueName: "target"))
  var target: HapticTarget?

  func validate() throws {
    let isUsed = strict || allow == AllowedLosses() && target == nil
    try expect(isUsed, "--allow and --for set exceptions to --strict; add --strict")
  }

  func apply(to writer: inout TimelineWriter) {
    (writer.isStrict, writer.options.isStrict) = (strict, strict)
    writer.options.tolerance = tolerance
    writer.options.tolerance.allowed = allow.losses.union(target?.unavoidable ?? [])
  }
}

extension HapticTarget: ExpressibleByArgument {}

/// A list such as `dropped-sharpness,pulse`.
struct AllowedLosses: ExpressibleByArgument, Equatable {
  var losses: Set<LossReport.Loss> = []

  init() {}

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    let found = names.compactMap { LossReport.Loss(rawValue: String($0)) }
    guard found.count == names.count else { return nil }
    losses = Set(found)
  }

  static var allValueStrings: [String] { LossReport.Loss.allCases.map(\.rawValue) }

  /// The empty text, because no loss is allowed by default.
  var defaultValueDescription: String { "" }
}

extension LossReport.Tolerance: ExpressibleByArgument {
  /// Reads a tolerance such as `amplitude=0.05,time=10ms,frequency=15Hz`.
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

  /// The empty text, because the help states the defaults.
  public var defaultValueDescription: String { "" }
}
