/// An error for an objective that no recording can show, so that all settings are equal.
public struct UnmeasuredObjective: Error, Hashable, Sendable, CustomStringConvertible {
  /// The objective, and the property that the recordings lack.
  public let description: String

  /// Creates the error; `nil` if a recording can show the objective. A front needs every measure.
  init?(_ objective: Objective, on summaries: [Summary]) {
    let limits = objective.limits
    for goal in objective.goals
    where summaries.allSatisfy({ goal.counts($0.total, limits).rate == nil }) {
      let measure = goal.time == nil ? Measure.falseChanges : .lateContact
      description = "\(goal): no recording \(measure.ground)"
      return
    }
    let terms = objective.terms.filter { $0.measure != .cost }
    let missing = terms.filter { term in summaries.allSatisfy { $0.value(of: term) == nil } }
    guard !missing.isEmpty, objective.isFront || missing.count == terms.count else { return nil }
    let reasons = missing.map { term in
      let ground =
        term.edge.map {
          "crosses edge [\($0)], where truth is on both sides for a second or longer"
        }
        ?? term.measure.ground
      return "\(term.name): no recording \(ground)"
    }
    description =
      "no recording measures the objective, so it rates all settings equally: "
      + reasons.joined(separator: "; ")
  }
}
