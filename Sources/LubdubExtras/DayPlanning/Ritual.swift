internal import LubdubGround

/// Something small to do at its time of the day.
public struct Ritual: Sendable, Hashable {
  /// A part of the day.
  public enum Category: String, Sendable, Hashable, CaseIterable {
    /// After waking.
    case morning
    /// Around noon.
    case midday
    /// After work.
    case evening
    /// Before sleep.
    case night
  }

  /// What distinguishes it from others.
  public var id: String
  /// A few words.
  public var title: String
  /// What to do.
  public var description: String
  /// The part of the day.
  public var category: Category
  /// The minutes of the day within which it is done.
  public var window: Range<Int>
  /// How many minutes it takes.
  public var minutes: Int
  /// Where it comes from.
  public var origin: String
  /// The scientific work that it rests on, such as a DOI; `nil` where none is given.
  public var source: String?
  /// How it works, such as `sensory` or `body`.
  public var mechanism: String
  /// For whom it is.
  public var chronotypes: Set<DayProfile.Chronotype>

  /// Whether it goes through the senses or the body, which come first in the morning.
  var isFelt: Bool { mechanism == "sensory" || mechanism == "body" }
}

/// Why a pool of rituals cannot be used, or makes no plan.
public struct PlanError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where and what, and the rule.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The rituals that a plan is chosen from.
public struct RitualPool: Sendable, Hashable {
  /// The rituals in the order of their ids.
  public let rituals: [Ritual]

  /// At least so many rituals are in a pool.
  public static let leastRituals = 20
  /// From at least so many origins.
  public static let leastOrigins = 5

  /// Reads a pool: an array of objects with `id`, `title`, `description`, `category`, `from` and `to`
  /// (such as `06:30`), `minutes`, `origin`, `mechanism`, `source` where a scientific one is known, and
  /// `chronotypes` where it is not for all.
  ///
  /// - Throws: `PlanError` for the first ritual that breaks a rule, and for a pool of fewer than 20 rituals,
  ///   without one of the four parts of the day, or from fewer than five origins.
  public init(_ bytes: [UInt8]) throws(PlanError) {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONParser.parse(bytes)
    } catch {
      throw PlanError("\(error)")
    }
    guard let entries = document.array else {
      throw PlanError("expected an array of rituals")
    }
    var rituals: [Ritual] = []
    for (index, entry) in entries.enumerated() {
      rituals.append(try Self.ritual(entry, "ritual \(index + 1)"))
    }
    let ids = Set(rituals.map(\.id))
    guard ids.count == rituals.count else {
      throw PlanError("two rituals have one id; each needs its own")
    }
    let origins = Set(rituals.map(\.origin))
    guard rituals.count >= Self.leastRituals, origins.count >= Self.leastOrigins else {
      throw PlanError(
        "the pool has \(rituals.count) rituals from \(origins.count) origins, expected at least "
          + "\(Self.leastRituals) from \(Self.leastOrigins)")
    }
    for category in Ritual.Category.allCases
    where !rituals.contains(where: { $0.category == category }) {
      throw PlanError("the pool has no ritual for the \(category.rawValue)")
    }
    self.rituals = rituals.sorted { $0.id < $1.id }
  }

  private static func ritual(_ entry: JSONValue, _ place: String) throws(PlanError) -> Ritual {
    func text(_ name: String) throws(PlanError) -> String {
      guard let text = entry[name]?.string, !text.isEmpty else {
        throw PlanError("\(place): \(name) is missing or no text")
      }
      return text
    }
    func clock(_ name: String) throws(PlanError) -> Int {
      let text = try text(name)
      guard let minute = minute(of: text) else {
        throw PlanError("\(place): \(name) is \"\(text)\", expected a time such as 06:30")
      }
      return minute
    }
    let (from, to) = (try clock("from"), try clock("to"))
    guard let minutes = entry["minutes"]?.number.flatMap(Int.init(exactly:)), minutes >= 1,
      from + minutes <= to
    else {
      throw PlanError("\(place): from, to and minutes: it does not fit into its time")
    }
    let name = try text("category")
    guard let category = Ritual.Category(rawValue: name) else {
      throw PlanError(
        "\(place): category is \"\(name)\", expected morning, midday, evening or night")
    }
    var chronotypes = Set(DayProfile.Chronotype.allCases)
    if let given = entry["chronotypes"] {
      let known = (given.array ?? []).compactMap { $0.string.flatMap(DayProfile.Chronotype.init) }
      guard !known.isEmpty, known.count == given.array?.count else {
        throw PlanError("\(place): chronotypes is a list of early, middle and late")
      }
      chronotypes = Set(known)
    }
    let source = entry["source"]
    guard source == nil || source?.string?.isEmpty == false else {
      throw PlanError("\(place): source is not a text; leave it out where there is none")
    }
    return Ritual(
      id: try text("id"), title: try text("title"), description: try text("description"),
      category: category, window: from..<to, minutes: minutes, origin: try text("origin"),
      source: source?.string, mechanism: try text("mechanism"), chronotypes: chronotypes)
  }

  static func clock(_ minute: Int) -> String {
    let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
    return (hour < 10 ? "0" : "") + "\(hour):" + (rest < 10 ? "0" : "") + "\(rest)"
  }

  /// The minute of the day of `06:30`; up to `24:00`.
  private static func minute(of text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }),
      text.utf8.allSatisfy({ (0x30...0x3A).contains($0) }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= 1440
    else { return nil }
    return hour * 60 + minute
  }
}
