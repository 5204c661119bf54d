import Lubdub
import LubdubExtras
import LubdubSupport
import LubdubTraces

/// The readers of pulse, as targets of their own; with a rate, numbers are R peaks.
let pulseTargets = ["pulse-log", "pulse-peaks"]

/// A file is refused or read; what was read is positive, finite and in order, and can be worked with.
func fuzzPulse(_ target: String, _ bytes: [UInt8]) {
  let rate: Hertz? = target == "pulse-peaks" ? 250 : nil
  guard let log = try? PulseLog(bytes, path: "fuzz", peaksAt: rate) else { return }
  precondition(log.series.reduce(0) { $0 + $1.intervals.intervals.count } == log.report.accepted)
  for series in log.series {
    var last = 0.0
    for interval in series.intervals.intervals {
      precondition(interval.length.value > 0 && interval.length.value <= 30_000)
      precondition(interval.start.value >= last && interval.end.isFinite)
      last = interval.end.value
    }
    let correction = FaultCorrection(series.intervals)
    precondition(correction.labels.count == series.intervals.intervals.count)
    precondition(correction.sources.count == correction.corrected.intervals.count)
    precondition(correction.corrected.intervals.allSatisfy { $0.length.value > 0 })
    _ = TimeDomain(correction.corrected)
    let windows = series.intervals.windows(length: 60, step: 30)
    precondition(windows.allSatisfy { $0.start.isFinite })
    let timeline = Timeline(series.intervals, dub: .physiological)
    precondition(timeline.duration.isFinite)
  }
}
