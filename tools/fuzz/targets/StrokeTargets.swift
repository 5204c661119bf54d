import Lubdub
import LubdubExtras
import LubdubSupport
import LubdubTraces

/// The readers of strokes, breaths and day plans, as targets of their own.
let strokeTargets = ["stroke-log", "breath", "day-readings", "day-pool"]

/// A file is refused or read; what was read can be drawn, summed up and felt.
func fuzzStrokes(_ target: String, _ bytes: [UInt8]) {
  switch target {
  case "stroke-log": fuzzLog(bytes)
  case "breath": fuzzBreath(bytes)
  case "day-readings": fuzzReadings(bytes)
  default: fuzzPool(bytes)
  }
}

private func fuzzLog(_ bytes: [UInt8]) {
  guard let log = try? StrokeLog(bytes, path: "fuzz") else { return }
  precondition(log.strokes.reduce(0) { $0 + $1.points.count } == log.report.accepted)
  let scale = log.scale ?? .phone
  let summary = StrokeSummary(log.strokes, scale: scale)
  precondition(summary.length.isFinite && summary.peakSpeed?.isFinite ?? true)
  for map in StrokeMap.allCases {
    var rendering = StrokeRendering()
    (rendering.map, rendering.scale, rendering.rate) = (map, scale, 10)
    for event in rendering.timeline(of: log.strokes).events { check(event) }
  }
}

private func check(_ event: HapticEvent) {
  precondition(event.time.isFinite && event.time >= .zero)
  guard case .continuous(let duration, let curve) = event.kind else { return }
  precondition(duration > .zero && duration <= Stroke.longest)
  precondition(curve.first?.intensity == 0 && curve.last?.intensity == 0)
  var last = -1.0
  for point in curve {
    precondition((0...1).contains(point.intensity) && (0...1).contains(point.sharpness))
    precondition(point.time.value > last && point.time <= duration)
    last = point.time.value
  }
}

private func fuzzBreath(_ bytes: [UInt8]) {
  guard let breath = try? Breath(String(decoding: bytes, as: UTF8.self)) else { return }
  let steps = BreathPacer(breath).steps(count: 10)
  precondition(steps.last?.end == 10 * breath.milliseconds)
}

private func fuzzReadings(_ bytes: [UInt8]) {
  guard let log = try? ReadingLog(bytes, path: "fuzz"), let last = log.readings.last else { return }
  precondition(log.readings.count == log.report.accepted)
  var profile = DayProfile(updated: last.time)
  profile.update(log.readings, at: last.time)
  precondition(profile.phase.map { (0..<24).contains($0) } ?? true)
  precondition(profile.sleepDebt.map { (0...64).contains($0) } ?? true)
}

private func fuzzPool(_ bytes: [UInt8]) {
  let day = LocalTime(minutes: 20_779 * 1440)
  let profile = DayProfile(updated: day)
  guard let pool = try? RitualPool(bytes), let plan = try? DayPlan(pool, for: profile, on: day)
  else { return }
  precondition(DayPlan.size.contains(plan.entries.count))
  precondition(String(validating: ICalendar.encode(plan), as: UTF8.self) != nil)
}
