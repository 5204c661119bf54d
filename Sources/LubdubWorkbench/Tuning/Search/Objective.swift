/// The objective that a search minimizes.
public struct Objective: Sendable, Hashable {
  package let terms: [Term]
  /// Whether the measures stay separate in a Pareto front. Otherwise, they are summed.
  package let isFront: Bool
  /// The bounds that take precedence over all measures.
  package var goals: [Goal] = []

  package struct Term: Sendable, Hashable {
    package let measure: Measure
    /// The edge of the measure, from 0 for the nearest; `nil` for all edges.
    package internal(set) var edge: Int?
    package let weight: Double

    package var name: String { edge.map { "\(measure.rawValue)[\($0)]" } ?? measure.rawValue }
  }

  /// Everything that a person feels: distance, zones, their changes, and the heartbeat.
  public static let balanced = Objective(
    terms: [
      Term(measure: .range, weight: 1), Term(measure: .wrongZone, weight: 1),
      Term(measure: .noZone, weight: 1), Term(measure: .falseChanges, weight: 1),
      Term(measure: .missedChanges, weight: 0.5), Term(measure: .delay, weight: 0.5),
      Term(measure: .beat, weight: 1), Term(measure: .restChanges, weight: 0.5),
    ], isFront: false)

  init(terms: [Term], isFront: Bool) {
    self.terms = terms
    self.isFront = isFront
  }

  /// Reads an objective: `balanced`, one measure, a sum such as `range=1,delay=0.5`, or a front such as
  /// `front:range,false-changes`. A sum may follow goals: `contact within 0.5 s and at most 2 false changes an hour, then
  /// balanced`.
  ///
  /// - Returns: `nil` for another text.
  public init?(_ text: String) {
    let parts = text.split(separator: ", then ", maxSplits: 1).map(String.init)
    if parts.count == 2 {
      let texts = parts[0].split(separator: " and ")
      let goals = texts.compactMap { Goal($0) }
      guard goals.count == texts.count, let rest = Objective(parts[1]), rest.goals.isEmpty,
        !rest.isFront, Set(goals.compactMap(\.time)).count <= ContactLimits.most
      else { return nil }
      self = rest
      self.goals = goals
      return
    }
    if text == "balanced" {
      self = .balanced
      return
    }
    let isFront = text.hasPrefix("front:")
    var terms: [Term] = []
    for part in (isFront ? text.dropFirst(6) : text[...]).split(separator: ",") {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard let name = sides.first, let (measure, edge) = Self.measure(name),
        sides.count <= (isFront ? 1 : 2),
        !terms.contains(where: { $0.measure == measure && $0.edge == edge })
      else { return nil }
      let weight = sides.count == 2 ? Double(sides[1]) : 1
      guard let weight, weight > 0, weight.isFinite else { return nil }
      terms.append(Term(measure: measure, edge: edge, weight: weight))
    }
    guard !terms.isEmpty, !isFront || terms.count > 1 else { return nil }
    self.init(terms: terms, isFront: isFront)
  }

  /// Reads a measure such as `delay` or `delay[0]`. The name `contact-within-1s` means few late contacts.
  private static func measure(_ text: Substring) -> (measure: Measure, edge: Int?)? {
    if text == "contact-within-1s" { return (.lateContact, nil) }
    guard let bracket = text.firstIndex(of: "[") else {
      return Measure(rawValue: String(text)).map { ($0, nil) }
    }
    guard let measure = Measure(rawValue: String(text[..<bracket])), measure.hasEdges,
      text.hasSuffix("]"), let edge = Int(text[text.index(after: bracket)...].dropLast()),
      (0..<Score.edgeLimit).contains(edge)
    else { return nil }
    return (measure, edge)
  }

  func check(in configuration: Configuration) throws(SettingError) {
    let count = configuration.zones.edges.count
    for term in terms {
      guard let edge = term.edge, edge >= count else { continue }
      throw SettingError(
        key: term.name,
        rule: "names a missing edge; the \(count) edges are [0] to [\(count - 1)]")
    }
  }

  /// The text that `init(_:)` reads, with the goals first.
  package var name: String {
    if !goals.isEmpty {
      return "\(goals.map(\.description).joined(separator: " and ")), then \(withoutGoals.name)"
    }
    if self == .balanced { return "balanced" }
    if isFront { return "front:" + terms.map(\.name).joined(separator: ",") }
    if terms.count == 1 { return terms[0].name }
    return terms.map { "\($0.name)=\($0.weight)" }.joined(separator: ",")
  }

  /// The ratio of one data set to the defaults on the same recordings: the weighted mean of the ratios of the measures, each
  /// with its grain and its prior events on both sides. Below 1, the settings are better than the defaults. Additional
  /// unanswered samples increase the ratio.
  func ratio(_ summary: Summary, _ normal: Summary) -> Double {
    terms.reduce(silence(summary, normal)) { sum, term in
      sum + term.weight / weights * Self.ratio(summary, normal, term)
    }
  }

  func ratios(_ summary: Summary, _ normal: Summary) -> [Double] {
    let silence = silence(summary, normal)
    return terms.map { silence + Self.ratio(summary, normal, $0) }
  }

  var withoutGoals: Objective { Objective(terms: terms, isFront: isFront) }

  /// The time limits for contacts.
  package var limits: ContactLimits { ContactLimits(goals.compactMap(\.time)) }

  /// The sum of the squared distances to the goals, from their counts. Rounding errors count as zero.
  func violation(_ counts: [Goal.Counts]) -> Double {
    let sum = zip(goals, counts).reduce(0) { sum, pair in
      let lack = pair.0.lack(pair.1)
      return sum + lack * lack
    }
    return (sum * 1e12).rounded() / 1e12
  }

  /// The part of one session in the ratio of its data set. `whole` contains all sessions before the search, and `own` the
  /// session before the search. Ratios are linear in sums, so the shares of all sessions before the search sum to 1.
  func share(
    of session: Tally, costing cost: Double, beside own: Tally, in whole: Tally, _ before: Summary
  ) -> Double {
    let part = own.recordings / max(1, whole.recordings)
    return terms.reduce(
      Self.silenceWeight * max(0, session.silence - own.silence) / max(1, whole.recordings)
    ) { sum, term in
      let ground = Self.ground(before, term)
      let count = whole.part(of: term.measure, term.edge).count
      let value =
        term.measure == .cost
        ? cost * part : count > 0 ? session.part(of: term.measure, term.edge).sum / count : 0
      return sum + term.weight / weights * (value + ground * part) / (before[term] + ground)
    }
  }

  private var weights: Double { terms.reduce(0) { $0 + $1.weight } }

  private static func ratio(_ summary: Summary, _ normal: Summary, _ term: Term) -> Double {
    let ground = ground(normal, term)
    return (summary[term] + ground) / (normal[term] + ground)
  }

  private static func ground(_ normal: Summary, _ term: Term) -> Double {
    let changes = term.edge.map { normal.total.edges[$0].trueChanges } ?? normal.trueChanges
    return term.measure.grain + term.measure.prior(time: normal.time, changes: changes)
  }

  /// The weight of the additional share of unanswered samples, compared with the defaults.
  private static let silenceWeight = 10.0

  private func silence(_ summary: Summary, _ normal: Summary) -> Double {
    Self.silenceWeight * max(0, summary.unanswered - normal.unanswered)
  }
}
