/// Simulates traces with hand-overs: ultra-wideband rows with truth, a Bluetooth link with an unknown path loss and fading
/// from another recording, and outages of ultra-wideband.
package struct HandoverSimulator: Sendable {
  package var seed: UInt64
  /// The source of the fading, which must not be empty.
  package var fading: FadingRuns
  /// The length of an outage, in s, drawn uniformly in the logarithm.
  package var outage: ClosedRange<Double> = 5...60
  /// The time with ultra-wideband before the first outage, in s.
  package var leadIn = 20.0
  /// The time with ultra-wideband between two outages, in s.
  package var presence = 8.0...20.0
  /// The unknown signal strength at 1 m, in dBm.
  package var referencePower = -80.0 ... -45.0
  package var exponent = 1.5...3.0

  package init(seed: UInt64, fading: FadingRuns) throws(SimulationError) {
    guard !fading.isEmpty else {
      throw SimulationError(
        reason: "no residuals: expected Bluetooth rows with rssi_dbm and truth_m, at least ten "
          + "without a gap of 5 s")
    }
    self.seed = seed
    self.fading = fading
  }

  package struct Result: Sendable, Hashable {
    package var trace: SimulatedTrace
    package var outages: [ClosedRange<Double>]
  }

  package func run(over ranges: [TraceRecord]) -> Result {
    let rows = ranges.filter { $0.sample.range != nil && $0.truth != nil }
    guard let first = rows.first, let last = rows.last else {
      return Result(trace: SimulatedTrace(records: []), outages: [])
    }
    let start = first.sample.time.value
    let end = last.sample.time.value
    let spans = drawOutages(from: start, to: end)
    let kept = rows.filter { row in
      !spans.contains { $0.contains(row.sample.time.value) }
    }
    var noise = SignalNoise()
    let packets = drawPackets(along: rows, from: start, to: end, noise: &noise)
    let merged = (kept + packets).sorted { $0.sample.time < $1.sample.time }
    let facts: [SimulatedTrace.Fact] = [
      .init(name: "reference power", value: "\(rounded(noise.referencePower)) dBm"),
      .init(name: "path-loss exponent", value: "\(rounded(noise.exponent))"),
      .init(
        name: "outages of ultra-wideband",
        value: spans.map { "\($0.lowerBound)-\($0.upperBound) s" }.joined(separator: ", ")),
    ]
    return Result(trace: SimulatedTrace(records: merged, facts: facts), outages: spans)
  }

  private func drawOutages(from start: Double, to end: Double) -> [ClosedRange<Double>] {
    var random = SplitMix64(seed: seed).split(6)
    var spans: [ClosedRange<Double>] = []
    var time = start + leadIn
    while true {
      let length = random.logUniform(outage)
      let stop = time + length
      guard stop + presence.lowerBound <= end else { return spans }
      spans.append(rounded(time)...rounded(stop))
      time = stop + random.uniform(presence)
    }
  }

  private func drawPackets(
    along rows: [TraceRecord], from start: Double, to end: Double, noise: inout SignalNoise
  ) -> [TraceRecord] {
    var random = SplitMix64(seed: seed).split(7)
    noise.referencePower = random.uniform(referencePower)
    noise.exponent = random.uniform(exponent)
    var sampler = FadingSampler(source: fading, random: SplitMix64(seed: seed).split(8))
    var packets: [TraceRecord] = []
    var time = start + random.unit()
    var course = TruthCourse()
    for row in rows { course.add(row.truth?.value ?? 0, at: row.sample.time.value) }
    var hint = 0
    while time <= end {
      let truth = course.distance(at: time, hint: &hint) ?? 0
      let step = sampler.next()
      let level = noise.level(at: truth) + step.residual
      let place = (time: Seconds(rounded(time)), truth: Meters(rounded(truth)))
      time += max(step.wait, 0.02)
      // The receiver does not receive packets below its lowest reported level.
      guard level >= noise.reported.lowerBound else { continue }
      packets.append(
        TraceRecord(.ble(DBm(noise.reported(level)), at: place.time), truth: place.truth))
    }
    return packets
  }
}
