internal import Observations
public import Quantities
internal import Ranging
internal import Traces

/// How the truth of a set is brought onto the clock of its radio.
public enum TruthShift: Sendable, Hashable {
  /// By the same time for every recording; zero leaves the truth where it is.
  case fixed(Seconds)
  /// By the lag of the bare ranges: the median over the recordings of the set, to 1 ms. It is a
  /// property of the recording equipment, found without any estimator, and the same for all of them.
  /// Less than 0.05 s (`smallest`) is left alone: alignment is not known better than that.
  case estimated

  /// The smallest shift that is made unasked.
  public static let smallest: Seconds = 0.05

  /// The shift for the recordings of one set; zero where there are no moving ranges to show it.
  public func seconds(for recordings: [Recording]) -> Seconds {
    switch self {
    case .fixed(let shift): return shift
    case .estimated:
      let lags = recordings.compactMap { recording in
        Track(ofReadings: recording).lag(within: 0.5)?.value
      }
      let shift = ((Statistics.median(lags) ?? 0) * 1000).rounded() / 1000
      return abs(shift) < Self.smallest.value ? 0 : Seconds(shift)
    }
  }
}

extension Track {
  /// The ranges as they were read.
  init(ofReadings recording: Recording) {
    let estimator = EstimatorKind.raw.make()
    self.init(of: estimator, over: recording.samples(of: .uwb))
  }
}
