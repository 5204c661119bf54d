/// One breath, as phases of whole milliseconds.
public struct Breath: Sendable, Hashable {
  /// One part of a breath.
  public struct Phase: Sendable, Hashable {
    /// The activity of the phase.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Breathing in.
      case inhale = "in"
      /// Holding the breath, full or empty.
      case hold
      /// Breathing out.
      case exhale = "out"
    }

    /// The activity.
    public var kind: Kind
    /// The length in milliseconds, above 0.
    public var milliseconds: Int

    /// Creates a phase.
    public init(_ kind: Kind, milliseconds: Int) {
      (self.kind, self.milliseconds) = (kind, milliseconds)
    }
  }

  /// The phases in order, without phases of length 0.
  public let phases: [Phase]

  /// The maximum length of a phase.
  public static let longestPhase: Seconds = 60

  /// Creates a breath from its phases.
  ///
  /// - Throws: `SettingError` for a phase that is negative or longer than a minute, and for a breath without
  ///   breathing in and out.
  public init(_ phases: [Phase]) throws(SettingError) {
    let longest = Int(Self.longestPhase.value * 1000)
    for (index, phase) in phases.enumerated() where !(0...longest).contains(phase.milliseconds) {
      throw SettingError(
        key: "[\(index)]", found: "\(phase.milliseconds) ms", expected: "0 to 60 s")
    }
    let lasting = phases.filter { $0.milliseconds > 0 }
    for kind in [Phase.Kind.inhale, .exhale] where !lasting.contains(where: { $0.kind == kind }) {
      throw SettingError(
        key: kind.rawValue, found: "0 s", expected: "a breath in and a breath out above 0 s")
    }
    self.phases = lasting
  }

  private init(known phases: [Phase]) {
    self.phases = phases.filter { $0.milliseconds > 0 }
  }

  private init(_ inhale: Int, _ full: Int, _ exhale: Int, _ empty: Int) {
    self.init(known: [
      Phase(.inhale, milliseconds: inhale), Phase(.hold, milliseconds: full),
      Phase(.exhale, milliseconds: exhale), Phase(.hold, milliseconds: empty),
    ])
  }

  /// The length in milliseconds.
  public var milliseconds: Int { phases.reduce(0) { $0 + $1.milliseconds } }

  /// The number of breaths per minute.
  public var perMinute: Double { 60_000 / Double(milliseconds) }

  /// The breaths with a name.
  public static let named: [(name: String, breath: Breath)] = [
    ("resonance", Breath(5000, 0, 5000, 0)),
    ("calm", Breath(4000, 0, 6000, 0)),
    ("box", Breath(4000, 4000, 4000, 4000)),
    ("4-7-8", Breath(4000, 7000, 8000, 0)),
    ("coherent", Breath(5500, 0, 5500, 0)),
    (
      "sigh",
      Breath(known: [
        Phase(.inhale, milliseconds: 1000), Phase(.hold, milliseconds: 500),
        Phase(.inhale, milliseconds: 500), Phase(.exhale, milliseconds: 3000),
      ])
    ),
  ]

  /// Creates a breath from its name, or from seconds with `-` between them: in-out, in-hold-out, or in-hold-out-hold, such
  /// as `4-2-6`. Fractions of a second have at most three digits.
  ///
  /// - Throws: `SettingError` for any other text, and for the same reasons as `init(_:)`.
  public init(_ text: String) throws(SettingError) {
    if let known = Self.named.first(where: { $0.name == text }) {
      self = known.breath
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let lengths = parts.compactMap(Self.milliseconds)
    let kinds: [Phase.Kind] =
      parts.count == 2 ? [.inhale, .exhale] : [.inhale, .hold, .exhale, .hold]
    guard (2...4).contains(parts.count), lengths.count == parts.count else {
      let names = Self.named.reduce("") { $0 + ($0.isEmpty ? "" : ", ") + $1.name }
      throw SettingError(
        key: "", found: text,
        expected:
          "a name (\(names)), or seconds for in-hold-out-hold such as 4-2-6-0, with at most "
          + "three decimals")
    }
    try self.init((0..<lengths.count).map { Phase(kinds[$0], milliseconds: lengths[$0]) })
  }

  /// Converts digits, and up to three more after a point, to milliseconds.
  private static func milliseconds(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = digits(parts[0], most: 4) else { return nil }
    guard parts.count == 2 else { return whole * 1000 }
    guard var part = digits(parts[1], most: 3) else { return nil }
    for _ in parts[1].count..<3 { part *= 10 }
    return whole * 1000 + part
  }

  private static func digits(_ text: Substring, most: Int) -> Int? {
    guard (1...most).contains(text.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}
