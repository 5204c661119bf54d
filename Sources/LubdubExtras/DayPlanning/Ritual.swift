package struct Ritual: Sendable, Hashable {
  package enum Category: String, Sendable, Hashable, CaseIterable {
    case morning
    case midday
    case evening
    case night
  }

  /// The kind of effect of a ritual.
  package enum Way: String, Sendable, Hashable, CaseIterable {
    case body
    case senses
    case mind
    case company
  }

  package var id: String
  package var title: String
  package var description: String
  package var category: Category
  /// The time for the ritual, in minutes of a day from 07:00 to 23:00. A plan stretches it over the person's own day.
  package var window: Range<Int>
  package var minutes: Int
  package var origin: String
  /// The scientific source: authors, year, and DOI.
  package var source: String
  package var mechanism: String
  package var way: Way
  /// The need that the ritual meets; `nil` for a ritual without a need.
  package var need: DayProfile.Need?
  package var chronotypes: Set<DayProfile.Chronotype>

  /// Whether the ritual uses the senses or the body, which come first in the morning.
  var isFelt: Bool { way == .senses || way == .body }

  /// The day to which windows refer: from 07:00 to 23:00, in minutes.
  package static let day = 420..<1380

  /// The window on a person's own day, in minutes. The day from 07:00 to 23:00 is stretched to the day from waking to sleep.
  func window(on day: Range<Int>) -> Range<Int> {
    func moved(_ minute: Int) -> Int {
      day.lowerBound + (minute - Self.day.lowerBound) * day.count / Self.day.count
    }
    return moved(window.lowerBound)..<moved(window.upperBound)
  }
}

/// The reason why a pool of rituals is invalid, or gives no plan.
package struct PlanError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  static func document(_ bytes: [UInt8]) throws(PlanError) -> JSONValue {
    do throws(JSONError) { return try JSONParser.parse(bytes) } catch { throw Self("\(error)") }
  }
}

/// The rituals that a plan chooses from.
package struct RitualPool: Sendable, Hashable {
  package let rituals: [Ritual]

  package static let leastRituals = 20
  package static let leastOrigins = 5

  /// Reads a pool: an array of objects with `id`, `title`, `description`, `category`, `from` and `to` (such as `07:30`, from
  /// 07:00 to 23:00), `minutes`, `origin`, `way`, `mechanism` (one line), `source` (authors, year, DOI), `need` if the
  /// ritual meets a need, and `chronotypes` if the ritual is not for all chronotypes.
  package init(_ bytes: [UInt8]) throws(PlanError) {
    guard let entries = try PlanError.document(bytes).array else {
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
        throw PlanError("\(place): \(name) is missing or not a text")
      }
      return text
    }
    func one<Value: RawRepresentable<String> & CaseIterable>(_ name: String) throws(PlanError)
      -> Value
    {
      let text = try text(name)
      guard let value = Value(rawValue: text) else {
        let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw PlanError("\(place): \(name) is \"\(text)\", expected one of \(all)")
      }
      return value
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
      from + minutes <= to, from >= Ritual.day.lowerBound, to <= Ritual.day.upperBound
    else {
      throw PlanError(
        "\(place): from, to, and minutes: it does not fit into its time, which is within 07:00 to 23:00"
      )
    }
    let mechanism = try text("mechanism")
    guard mechanism.count >= 12, !mechanism.contains(where: \.isNewline) else {
      throw PlanError(
        "\(place): mechanism is one line that says how it works, of 12 characters or more")
    }
    let source = try text("source")
    guard isSource(source) else {
      throw PlanError(
        "\(place): source is \"\(source)\", expected authors, year, and DOI, such as "
          + "\"Gollwitzer 1999, doi:10.1037/0003-066X.54.7.493\"")
    }
    let given = entry["chronotypes"].map { $0.array ?? [$0] }
    let chronotypes =
      given?.compactMap { $0.string.flatMap(DayProfile.Chronotype.init) }
      ?? DayProfile.Chronotype.allCases
    guard !chronotypes.isEmpty, chronotypes.count == given?.count ?? chronotypes.count else {
      throw PlanError("\(place): chronotypes is a list of early, middle, and late")
    }
    return Ritual(
      id: try text("id"), title: try text("title"), description: try text("description"),
      category: try one("category"), window: from..<to, minutes: minutes,
      origin: try text("origin"), source: source, mechanism: mechanism, way: try one("way"),
      need: entry["need"] == nil ? nil : try one("need"), chronotypes: Set(chronotypes))
  }

  private static func isSource(_ text: String) -> Bool {
    let parts = text.split(separator: ", doi:10.", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].first?.isLetter == true else { return false }
    let (words, doi) = (
      parts[0].split(separator: " "), parts[1].split(separator: "/", maxSplits: 1)
    )
    return words.count >= 2 && words.last.flatMap { Int($0) }.map((1800...2100).contains) == true
      && doi.count == 2 && Int(doi[0]) != nil && !doi[1].contains(where: \.isWhitespace)
  }

  /// The minute of the day from a text such as `06:30`, up to `24:00`.
  private static func minute(of text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }),
      text.utf8.allSatisfy({ (0x30...0x3A).contains($0) }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= 1440
    else { return nil }
    return hour * 60 + minute
  }
}
