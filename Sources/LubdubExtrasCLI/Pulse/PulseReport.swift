struct PulseReport {
  struct Window {
    let start: Seconds
    let share: Double
    let corrected: TimeDomain
  }

  let name: String
  let log: PulseLog
  let series: RRSeries
  let correction: FaultCorrection
  let recorded: TimeDomain
  let corrected: TimeDomain
  let windows: [Window]

  init?(
    name: String, log: PulseLog, series: RRSeries, window: (length: Seconds, step: Seconds)?
  ) {
    correction = FaultCorrection(series)
    guard let recorded = TimeDomain(series), let corrected = TimeDomain(correction.corrected) else {
      return nil
    }
    (self.name, self.log, self.series) = (name, log, series)
    (self.recorded, self.corrected) = (recorded, corrected)
    let parts = window.map { series.windows(length: $0.length, step: $0.step) } ?? []
    windows = parts.compactMap { start, part in
      let found = FaultCorrection(part)
      return TimeDomain(found.corrected).map {
        Window(start: start, share: found.share, corrected: $0)
      }
    }
  }
}
