extension Game {
  func tag(
    _ action: GameAction, _ kind: TagKind, _ target: String, _ guess: Coordinate,
    _ forced: Outcome?, _ state: inout GameState, _ day: Int
  ) -> TagVerdict {
    var verdict = TagVerdict(action, .miss)
    let fix = fix(of: target, at: action.time)
    if let fix {
      verdict.evidence.age = action.time - fix.time
      verdict.evidence.deviation = rules.deviation(of: fix, after: action.time - fix.time)
      verdict.evidence.distance = fix.place.distance(to: guess)
      verdict.evidence.haversine = fix.place.haversine(to: guess)
    }
    if let block = refusal(action.player, target, kind, state, day) {
      verdict.outcome = .blocked(block)
      return verdict
    }
    guard let fix, let distance = verdict.evidence.distance,
      let deviation = verdict.evidence.deviation, let radius = rules.radius[kind]
    else {
      verdict.outcome = .blocked(.noPosition)
      return verdict
    }
    state.spend(action.player, kind, on: day)
    let shelter = Shelter(state.bases(of: target, on: day), fix.place, deviation: deviation)
    let reach = PlanarUncertainty.probability(within: radius, at: distance, deviation: deviation)
    weigh(&verdict, shelter, reach, margin: radius - distance)
    if verdict.outcome == .hit { verdict.actualPlace = fix.place }
    verdict.madeBase = settle(
      forced ?? verdict.outcome, target, guess, fix.place, &state, day)
    return verdict
  }

  private func refusal(
    _ player: String, _ target: String, _ kind: TagKind, _ state: GameState, _ day: Int
  ) -> Outcome.Block? {
    if player == target { return .ownPlayer }
    if state.phase == .waiting { return .notStarted }
    if state.isOut(player) || state.isOut(target) { return .playerEliminated }
    return state.tagsLeft(player, on: day, kind) > 0 ? nil : .outOfTags
  }

  private struct Shelter {
    var base: (base: Base, margin: Meters)?
    /// The probability of being in the most probable base.
    var probability = 0.0
    var likeliest = Base.Kind.safe

    init(_ bases: [Base], _ place: Coordinate, deviation: Meters) {
      for candidate in bases {
        guard let distance = place.distance(to: candidate.center) else { continue }
        if distance <= candidate.radius, base == nil {
          base = (candidate, candidate.radius - distance)
        }
        let found = PlanarUncertainty.probability(
          within: candidate.radius, at: distance, deviation: deviation)
        if found > probability { (probability, likeliest) = (found, candidate.kind) }
      }
    }
  }

  private func weigh(
    _ verdict: inout TagVerdict, _ shelter: Shelter, _ reach: Double, margin: Meters
  ) {
    let free = 1 - shelter.probability
    let block = Outcome.blocked(shelter.likeliest == .home ? .homeBase : .safeBase)
    if let inside = shelter.base {
      verdict.outcome = .blocked(inside.base.kind == .home ? .homeBase : .safeBase)
      verdict.evidence.base = inside.base.id
      verdict.evidence.margin = inside.margin
    } else {
      verdict.outcome = margin.value >= 0 ? .hit : .miss
      verdict.evidence.margin = margin
    }
    let all: [(Outcome, Double)] = [
      (block, shelter.probability), (.hit, free * reach), (.miss, free * (1 - reach)),
    ]
    let name = verdict.outcome.name
    let probability = all.first { $0.0.name == name }?.1 ?? 1
    verdict.evidence.probability = probability
    guard probability < 1 - rules.doubt else { return }
    verdict.evidence.doubts = all.filter { $0.0.name != name && $0.1 > rules.doubt }
      .map { TagVerdict.Doubt(outcome: $0.0, probability: $0.1) }
  }

  /// Adds and returns the base that an outcome creates; `nil` if it creates no base.
  private func settle(
    _ outcome: Outcome, _ target: String, _ guess: Coordinate, _ place: Coordinate,
    _ state: inout GameState, _ day: Int
  ) -> Base? {
    guard outcome == .hit || outcome == .miss else { return nil }
    let isHit = outcome == .hit
    if isHit, let strikes = state.players[target]?.strikes {
      state.players[target]?.strikes = max(0, strikes - 1)
    }
    let base = Base(
      id: "\(outcome.name)-\(state.bases.count + 1)", kind: .safe, owner: target,
      center: isHit ? place : guess, radius: rules.baseRadius, lastDay: isHit ? nil : day)
    state.bases.append(base)
    return base
  }
}
