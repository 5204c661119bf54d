package struct PulseReport {
  package struct Window {
    package let start: Seconds
    package let share: Double
    package let corrected: TimeDomain
  }

  package let name: String
  package let log: PulseLog
  package let series: RRSeries
  package let correction: FaultCorrection
  package let recorded: TimeDomain
  package let corrected: TimeDomain
  package let windows: [Window]

  package init?(
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
