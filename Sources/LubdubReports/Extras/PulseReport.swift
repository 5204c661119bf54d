package struct PulseReport {
  package struct Measures {
    package let time: TimeDomain
    /// `nil` where there are too few beats, or too many faults.
    package let frequency: FrequencyDomain?

    init?(
      _ series: RRSeries, _ recipe: SpectrumRecipe, isRefused: Bool,
      lasting duration: Seconds? = nil
    ) throws(SpectraError) {
      guard let time = TimeDomain(series) else { return nil }
      self.time = time
      frequency = isRefused ? nil : try FrequencyDomain(series, recipe, lasting: duration)
    }
  }

  package struct Window {
    package let start: Seconds
    package let share: Double
    package let measures: Measures
  }

  package let name: String
  package let log: PulseLog
  package let series: RRSeries
  package let correction: FaultCorrection
  package let recipe: SpectrumRecipe
  package let recorded: Measures
  package let corrected: Measures
  package let windows: [Window]
  /// How far the corrected heart goes along with a pacer; `nil` where none was named, or of too many faults.
  package let pacing: PacedBreathing?

  /// Above this share of faults, a spectrum would show the corrections.
  package static let mostFaults = 0.2

  package init?(
    name: String, log: PulseLog, series: RRSeries, recipe: SpectrumRecipe,
    window: (length: Seconds, step: Seconds)?, pacer: (frequency: Hertz, start: Seconds)?
  ) throws(SpectraError) {
    let correction = FaultCorrection(series)
    let isRefused = correction.share > Self.mostFaults
    guard let recorded = try Measures(series, recipe, isRefused: isRefused),
      let corrected = try Measures(correction.corrected, recipe, isRefused: isRefused)
    else { return nil }
    (self.name, self.log, self.series, self.correction) = (name, log, series, correction)
    (self.recipe, self.recorded, self.corrected) = (recipe, recorded, corrected)
    var windows: [Window] = []
    if let window {
      for part in PulseWindow.windows(of: series, length: window.length, step: window.step) {
        let found = FaultCorrection(part.series)
        guard
          let measures = try Measures(
            found.corrected, recipe, isRefused: found.share > Self.mostFaults,
            lasting: window.length)
        else { continue }
        windows.append(Window(start: part.start, share: found.share, measures: measures))
      }
    }
    self.windows = windows
    let paced = isRefused ? nil : pacer
    pacing = try paced.map { pacer throws(SpectraError) in
      try PacedBreathing(correction.corrected, pacer: pacer.frequency, from: pacer.start)
    }
  }

  package var isFrequencyRefused: Bool { correction.share > Self.mostFaults }
}
