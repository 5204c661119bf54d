/// The default filters of eight candidates in lanes: `RangeFilter` as `FusionFilter` uses it for traces with ranges only.
///
/// Fitting readings use one `RangeKernel` of eight lanes. If a reading does not fit a lane, or if the lane's filter is not
/// settled, the lane uses its own `RangeFilter` until it is settled. So the kernel and the filters share one model, and
/// lanes give the same distances to the last bit.
struct RangeLanes {
  static let width = Lanes.scalarCount

  private var kernel = RangeKernel<Lanes>()
  private let constants: RangeConstants<Lanes>
  private var filters: [RangeFilter]
  private var rejectedShare = Lanes.zero
  /// The lanes whose state is only in `kernel`. The state of the other lanes is also in `filters`.
  private var isSettled = LaneMask(repeating: false)
  private var known = StepList()
  /// The last time step and the time of the last reading, in s.
  private var (step, time) = (0.0, -Double.infinity)
  /// The shortest step that may be a silence.
  private let shortestSilence: Double
  /// The common bias of all lanes; `nil` if their biases differ.
  private let bias: RangeBias?
  private var readings: [Lanes] = []
  private var steps: [Int] = []

  struct Outcome {
    /// The lanes whose estimate depends on the reading and may decide zones, and the lanes whose estimate awaits
    /// confirmation.
    var isTrusted = LaneMask(repeating: true)
    var isWaiting = LaneMask(repeating: false)
    /// The lanes that processed the reading.
    var isHeard = LaneMask(repeating: true)
    /// The lanes that accepted the reading, or restarted with it.
    var isUsed = LaneMask(repeating: true)
    var isAnswered = LaneMask(repeating: true)
  }

  /// Creates filters without readings. Lanes without settings of their own repeat the first lane.
  init(_ parameters: [RangeFilter.Parameters]) {
    let all = (0..<Self.width).map { parameters[$0 < parameters.count ? $0 : 0] }
    filters = all.map { RangeFilter(parameters: $0) }
    constants = RangeConstants(all)
    shortestSilence = parameters.map { $0.silence.stale.value }.min() ?? 0
    let biases = Set(parameters.map(\.bias))
    bias = biases.count == 1 ? biases.first : nil
  }

  mutating func correct(
    _ ranges: ArraySlice<Double>, at times: ArraySlice<Double>,
    into answers: UnsafeMutableBufferPointer<RangeAnswer<Lanes>>,
    _ outcomes: inout [(place: Int, outcome: Outcome)]
  ) {
    prepare(ranges, times)
    var place = 0
    while place < readings.count {
      place += correctFitting(from: place, into: answers)
      guard place < readings.count else { break }
      let row = times.startIndex + place
      let before = place > 0 ? times[row - 1] : time
      let outcome = correct(ranges[row], at: times[row], after: before, place)
      answers[place] = kernel.answer
      outcomes.append((place, outcome))
      place += 1
    }
    time = times.last ?? time
  }

  /// Prepares all values for some readings that do not depend on the state.
  private mutating func prepare(_ ranges: ArraySlice<Double>, _ times: ArraySlice<Double>) {
    readings.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    known.shrink()
    var before = time
    for (range, time) in zip(ranges, times) {
      if let bias {
        readings.append(Lanes(repeating: bias.corrected(range)))
      } else {
        readings.append(Lanes(filters.map { $0.parameters.bias.corrected(range) }))
      }
      let step = RangeCoefficients<Double>.quantized(time - before)
      steps.append(known.place(of: step.isFinite ? step : 0, constants))
      before = time
    }
  }

  private mutating func correctFitting(
    from place: Int, into answers: UnsafeMutableBufferPointer<RangeAnswer<Lanes>>
  ) -> Int {
    guard all(isSettled) else { return 0 }
    let end = steps[place...].firstIndex { known.steps[$0] > shortestSilence } ?? steps.endIndex
    let taken = readings.withUnsafeBufferPointer { readings in
      steps.withUnsafeBufferPointer { steps in
        known.coefficients.withUnsafeBufferPointer { coefficients in
          kernel.correct(
            .init(rebasing: readings[place..<end]), steps: .init(rebasing: steps[place..<end]),
            coefficients, constants, share: &rejectedShare,
            into: .init(rebasing: answers[place..<end]))
        }
      }
    }
    if taken > 0 { step = known.steps[steps[place + taken - 1]] }
    return taken
  }

  // MARK: - Readings that do not fit

  /// Processes one reading, and processes lanes that it does not fit one by one.
  private mutating func correct(
    _ range: Double, at now: Double, after before: Double, _ place: Int
  ) -> Outcome {
    let old = kernel
    let share = rejectedShare
    let ahead = known.steps[steps[place]]
    let coefficients = known.coefficients[steps[place]]
    var fits = kernel.fold(readings[place], coefficients, constants) .& isSettled
    rejectedShare -= coefficients.rejectionGain * rejectedShare
    if ahead > shortestSilence { fits = LaneMask(repeating: false) }
    var outcome = Outcome()
    for lane in 0..<Self.width where !fits[lane] {
      if isSettled[lane] {
        filters[lane].resume(
          lane, of: old, rejectedShare: share[lane], at: before, step: step)
      }
      let isUsed = filters[lane].update(Meters(range), at: Seconds(now))
      let status = filters[lane].status(at: now)
      outcome.isUsed[lane] = isUsed
      outcome.isTrusted[lane] = isUsed && status == .tracking
      outcome.isWaiting[lane] = isUsed && status == .confirming
      outcome.isHeard[lane] = filters[lane].state.time == now
      outcome.isAnswered[lane] = status != .confirming
      kernel.put(filters[lane].state.kernel, into: lane)
      rejectedShare[lane] = filters[lane].state.rejectedShare
      isSettled[lane] = filters[lane].isSettled
    }
    step = ahead
    return outcome
  }
}

/// The coefficients of the steps between some readings. Consecutive equal steps share their coefficients.
private struct StepList {
  /// The steps, in s.
  private(set) var steps: [Double] = []
  private(set) var coefficients: [RangeCoefficients<Lanes>] = []

  mutating func place(of step: Double, _ constants: RangeConstants<Lanes>) -> Int {
    if steps.last != step {
      steps.append(step)
      constants.add(step, to: &coefficients)
    }
    return steps.count - 1
  }

  mutating func shrink() {
    guard steps.count > 1 else { return }
    steps.removeAll(keepingCapacity: true)
    coefficients.removeAll(keepingCapacity: true)
  }
}
