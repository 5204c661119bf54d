/// Notices and verdicts as JSON, one object per line.
package enum GameLines {
  /// The line of a notice, with its line feed. Times count from the start.
  package static func line(_ notice: WireNotice, start: Seconds) -> [UInt8] {
    line(GroundEvent(notice.crossing, track: notice.player, owner: notice.owner), start: start)
  }

  /// The line of an event, with its line feed. Times count from the start.
  package static func line(_ event: GroundEvent, start: Seconds) -> [UInt8] {
    var members: [String: JSONValue] = [
      "t_s": .number(seconds(event.time - start)),
      "decided_s": .number(seconds(event.decided - start)), "track": .string(event.track),
      "kind": .string(event.mark.rawValue), "id": .string(event.id),
      "probability": .number(event.probability.rounded(decimals: 6)),
    ]
    members["owner"] = event.owner.map { .string($0) }
    members["reason"] = event.crossing.map { .string($0.reason.rawValue) }
    members["direction"] = event.crossing.map { .string($0.direction.rawValue) }
    return JSONWriter.encode(.object(members), lineLength: nil)
  }

  /// The line of a verdict, with the line number of its action in the file. Times count from the start. Information for only
  /// one player is in the member `for` under the player's name, and information for the judge only is in `judge`.
  package static func line(
    _ verdict: TagVerdict, among all: [TagVerdict], line: Int, rules: GameRules = .init(),
    showsHaversine: Bool = false, start: Seconds
  ) -> [UInt8] {
    let base = verdict.madeBase.map { json($0, rules.zone, start) }
    var judge = judge(verdict.evidence, all, showsHaversine, start)
    judge["base_made"] = base
    var members: [String: JSONValue] = [
      "t_s": .number(seconds(verdict.action.time - start)),
      "line": .number(Double(line)),
      "from": .string(verdict.action.player), "result": .string(verdict.outcome.name),
      "strikes": .object(verdict.standings.mapValues { .number(Double($0.strikes)) }),
      "for": .object(players(verdict, base)), "judge": .object(judge),
    ]
    switch verdict.action.kind {
    case .tag(let kind, let target, _):
      members["type"] = "tag"
      members["kind"] = .string(kind.rawValue)
      members["target"] = .string(target)
    case .wire(let wire, _):
      members["type"] = "tripwire"
      members["id"] = .string(wire.id)
    case .tags, .wires: members["type"] = "pack"
    case .ready: members["type"] = "ready"
    }
    members["game"] = .string(verdict.phase.name)
    members["winner"] = verdict.phase.winner.map { .string($0) }
    if case .blocked(let block) = verdict.outcome { members["reason"] = .string(block.rawValue) }
    return JSONWriter.encode(.object(members), lineLength: nil)
  }

  /// The members of a verdict for only one player, by player.
  private static func players(_ verdict: TagVerdict, _ base: JSONValue?) -> [String: JSONValue] {
    var players = verdict.standings.mapValues { standing in
      ["tags_left": JSONValue.number(Double(standing.tags)), "packs_left": packs(standing)]
    }
    let player = verdict.action.player
    players[player]?["distance_m"] = verdict.distance.map {
      .number($0.value.rounded(decimals: 3))
    }
    players[player]?["actual_location"] = verdict.actualPlace.map { .object(json($0)) }
    if let owner = verdict.madeBase?.owner { players[owner]?["base_made"] = base }
    return players.mapValues { .object($0) }
  }

  private static func json(_ place: Coordinate) -> [String: JSONValue] {
    [
      "lat_deg": .number(place.latitude.value.rounded(decimals: 7)),
      "lon_deg": .number(place.longitude.value.rounded(decimals: 7)),
    ]
  }

  /// The created base: its place, its kind, and its end, if it has one.
  private static func json(_ base: Base, _ zone: DayZone, _ start: Seconds) -> JSONValue {
    var members = json(base.center)
    members["id"] = .string(base.id)
    members["kind"] = .string(base.kind.rawValue)
    members["radius_m"] = .number(base.radius.value)
    members["until_s"] = base.lastDay.map { .number(seconds(zone.end(of: $0) - start)) }
    return .object(members)
  }

  /// The bought and unused items. Each kind has its own counter.
  private static func packs(_ standing: TagVerdict.Standing) -> JSONValue {
    let tags = TagKind.allCases.map {
      ($0.rawValue, JSONValue.number(Double(standing.bought[$0] ?? 0)))
    }
    return JSONValue(members: tags + [("tripwire", .number(Double(standing.wires)))])
  }

  private static func judge(
    _ evidence: TagVerdict.Evidence, _ all: [TagVerdict], _ showsHaversine: Bool, _ start: Seconds
  ) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "probability": .number(evidence.probability.rounded(decimals: 4)),
      "disputed": .bool(evidence.isDisputed),
    ]
    let numbers: [(String, Double?)] = [
      ("distance_m", evidence.distance?.value), ("fix_age_s", evidence.age?.value),
      ("sd_m", evidence.deviation?.value), ("margin_m", evidence.margin?.value),
      ("haversine_m", showsHaversine ? evidence.haversine?.value : nil),
    ]
    for (name, number) in numbers {
      members[name] = number.map { .number($0.rounded(decimals: 3)) }
    }
    members["base"] = evidence.base.map { .string($0) }
    let changes = changes(evidence, all, start)
    if !changes.isEmpty { members["changed_by"] = .array(changes) }
    return members
  }

  /// The possible causes of another verdict: the true position, or an earlier verdict.
  private static func changes(
    _ evidence: TagVerdict.Evidence, _ all: [TagVerdict], _ start: Seconds
  ) -> [JSONValue] {
    evidence.doubts.map { doubt in
      [
        "if": "the true position", "probability": .number(doubt.probability.rounded(decimals: 4)),
        "then": .string(text(doubt.outcome)),
      ]
    }
      + evidence.dependences.map { dependence in
        [
          "if": .string(text(dependence.earlier)),
          "t_s": .number(seconds(all[dependence.action].action.time - start)),
          "then": .string(text(dependence.then)),
        ]
      }
  }

  private static func text(_ outcome: Outcome) -> String {
    if case .blocked(let block) = outcome { return "blocked: \(block.rawValue)" }
    return outcome.name
  }

  private static func seconds(_ time: Seconds) -> Double { time.value.rounded(decimals: 3) }
}
