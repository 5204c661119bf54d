import Lubdub
import LubdubExtras
import LubdubSupport
import LubdubTraces

/// The readers of positions, plans and actions, as targets of their own.
let positionTargets = ["position-log", "ground-plan", "game-actions"]

/// A file is refused or read; what was read is finite, in order and on Earth, and can be worked with.
func fuzzPositions(_ target: String, _ bytes: [UInt8]) {
  switch target {
  case "position-log": fuzzLog(bytes)
  case "ground-plan": fuzzPlan(bytes)
  default: fuzzActions(bytes)
  }
}

private func fuzzLog(_ bytes: [UInt8]) {
  guard let log = try? PositionLog(bytes, path: "fuzz") else { return }
  precondition(log.tracks.reduce(0) { $0 + $1.fixes.count } == log.report.accepted)
  for track in log.tracks {
    var last = -Double.infinity
    for fix in track.fixes {
      precondition(fix.time.isFinite && fix.time.value >= last)
      precondition(abs(fix.place.latitude.value) <= 90 && abs(fix.place.longitude.value) <= 180)
      precondition((fix.deviation?.value ?? 1) > 0 && (fix.deviation?.value ?? 1) <= 1e6)
      last = fix.time.value
    }
  }
  guard let first = log.tracks.first, let second = log.tracks.last else { return }
  let pair = TrackPair(first, second)
  for row in pair.rows {
    precondition(row.time.isFinite && row.range.isFinite && row.range.value >= 0)
  }
  _ = PairTable.csv(pair, truth: log.truth)
}

private func fuzzPlan(_ bytes: [UInt8]) {
  guard let plan = try? GroundPlan(bytes, path: "fuzz"),
    let place = Coordinate(latitude: 51.5, longitude: -0.12)
  else { return }
  var track = Track(name: "a")
  _ = track.append(Fix(time: 0, place: place, deviation: 3))
  _ = track.append(Fix(time: 1, place: Coordinate(latitude: 51.6, longitude: -0.1) ?? place))
  for base in plan.bases { precondition(base.radius.value > 0 && base.radius.value <= 1e6) }
  let game = Game(tracks: ["walker": track], bases: plan.bases)
  for notice in game.notices(of: plan.wires) {
    precondition((0...1).contains(notice.crossing.probability))
  }
}

private func fuzzActions(_ bytes: [UInt8]) {
  guard let place = Coordinate(latitude: 51.5, longitude: -0.12) else { return }
  var track = Track(name: "a")
  _ = track.append(Fix(time: 1_767_261_600, place: place, deviation: 3))
  let game = Game(tracks: ["a": track, "b": track], bases: [])
  let log = ActionLog(bytes, start: game.start)
  guard log.actions.count <= 50 else { return }
  for verdict in game.judge(log.actions) {
    precondition((0...1).contains(verdict.evidence.probability))
  }
}
