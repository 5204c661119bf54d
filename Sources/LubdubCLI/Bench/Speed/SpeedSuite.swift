/// The stages of the tool, each over a simulated walk, for timing.
package struct SpeedSuite {
  private let samples: [Sample]
  private let times: [Double]
  private let ranges: [Double]
  private let truths: [Double]
  private let candidates: Int

  /// Creates a walk between 0.3 and 2.7 m with 100 samples per second, and noise from a fixed sequence.
  package init(samples count: Int, candidates: Int) {
    self.candidates = candidates
    var state: UInt64 = 1
    var times: [Double] = []
    var ranges: [Double] = []
    var truths: [Double] = []
    for index in 0..<count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = Double(state >> 40) / Double(1 << 24) - 0.5
      let phase = Double(index % 4000) / 2000
      let truth = 0.3 + 2.4 * (phase < 1 ? phase : 2 - phase)
      times.append(Double(index) * 0.01)
      truths.append(truth)
      ranges.append(max(0, truth + 0.2 * noise))
    }
    (self.times, self.ranges, self.truths) = (times, ranges, truths)
    samples = zip(times, ranges).map { .uwb(Meters($1), at: Seconds($0)) }
  }

  package func stages() throws -> [SpeedTimer.Stage] {
    let session = try Session(samples, Preset.default.configuration)
    return [
      read, filter("default filter, uwb", samples), filter("default filter, ble", signals),
      fallback, twoModes, plain, zones, pipeline, sounding,
    ] + searches + [try render(session.timeline)]
  }

  private var read: SpeedTimer.Stage {
    var text = "t_s,source,range_m,rssi_dbm,truth_m,event\n"
    for (time, (range, truth)) in zip(times, zip(ranges, truths)) {
      text += "\(Self.decimal(time)),uwb,\(Self.decimal(range)),,\(Self.decimal(truth)),\n"
    }
    let bytes = Array(text.utf8)
    return .init(name: "read CSV", item: "row", count: times.count) {
      var parser = TraceParser()
      var block: [TraceRecord] = []
      var rows = 0
      for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
        try bytes.withUnsafeBytes {
          try parser.feed(
            UnsafeRawBufferPointer(rebasing: $0[start..<min(start + 1 << 16, $0.count)]))
        }
        parser.take(into: &block)
        rows += block.count
      }
      try parser.finish()
      parser.take(into: &block)
      return Double(rows + block.count)
    }
  }

  private static func decimal(_ value: Double) -> String { NumberText.rounded(value, 3) }

  /// The default estimator in the form that a pipeline stores: a value, without calls through a protocol.
  private func filter(_ name: String, _ samples: [Sample]) -> SpeedTimer.Stage {
    .init(name: name, item: "sample", count: samples.count) {
      var filter = FusionFilter()
      for sample in samples { filter.update(sample) }
      return filter.estimate(at: samples.last?.time ?? 0)?.distance.value ?? 0
    }
  }

  /// Advertisements at a rate of 3 per second, with some missing, that fade during the walk.
  private var signals: [Sample] {
    var time = 0.0
    return ranges.enumerated().map { index, range in
      time += index.isMultiple(of: 7) ? 0.66 : 0.33
      let fading = Double(index % 5) - 2
      return .ble(DBm((-60 - 6 * range + fading).rounded()), at: Seconds(time))
    }
  }

  /// The estimates and zones from levels only, after ten seconds of ranges. The levels change permanently every 600
  /// readings.
  private var fallback: SpeedTimer.Stage {
    let known = (0..<100).map { Sample.uwb(Meters(0.6), at: Seconds(0.1 * Double($0))) }
    let silent = silent.map { Sample.ble(DBm($0.level), at: Seconds($0.time)) }
    return .init(name: "fallback and its zones", item: "reading", count: silent.count) {
      var filter = FusionFilter()
      var detector = ZoneDetector(.init(.eternalLoop))
      var changes = 0.0
      for sample in known {
        filter.update(sample)
        if let estimate = filter.estimateInPlace(at: sample.time) { _ = detector.update(estimate) }
      }
      for sample in silent {
        filter.update(sample)
        guard let estimate = filter.estimateInPlace(at: sample.time) else { continue }
        if detector.update(estimate) != nil { changes += 1 }
      }
      return changes
    }
  }

  private var silent: [(time: Double, level: Double)] {
    ranges.indices.map { index in
      let level = (index / 600).isMultiple(of: 2) ? -74.0 : -62
      let noise = (ranges[index] - truths[index]) / 0.2
      return (10 + 0.33 * Double(index + 1), level + 12 * noise)
    }
  }

  /// The two modes and the sides of four edges only, for comparison with C.
  private var twoModes: SpeedTimer.Stage {
    .init(name: "two modes and their zones", item: "reading", count: ranges.count) { [silent] in
      var belief = FallbackBelief(LinkModel(.init()))
      let test = ProbabilityTest([0.05, 0.2, 1, 2], alone: 0.55, outage: 0.65, .init())
      var sides = [false, false, true, true].map { EdgeSide(isInside: $0) }
      for time in (0..<100).map({ 0.1 * Double($0) }) {
        belief.take(.init(distance: 0.6, distanceVariance: 0, velocityVariance: 0), at: time)
        belief.learn(-62, at: time)
      }
      return silent.reduce(0) { sum, reading in
        belief.follow(reading.level, at: reading.time)
        let modes = belief.answer(at: reading.time).modes
        _ = test.update(modes, isOutage: true, at: reading.time, &sides)
        return sum + Double(sides.zone)
      }
    }
  }

  /// The constant-velocity filter only, without calls through a protocol, for comparison with C.
  private var plain: SpeedTimer.Stage {
    .init(name: "constant velocity, one stream", item: "sample", count: times.count) {
      var sum = 0.0
      times.withUnsafeBufferPointer { times in
        ranges.withUnsafeBufferPointer { ranges in
          guard let first = ranges.first else { return }
          var kernel = ConstantVelocityKernel(
            distance: first, distanceVariance: 0.01, velocityVariance: 1)
          sum = first
          for index in 1..<times.count {
            kernel.predict(step: times[index] - times[index - 1], processNoise: 1)
            kernel.fold(ranges[index], variance: 0.01)
            sum += kernel.distance
          }
        }
      }
      return sum
    }
  }

  /// Procedures with three paths. The first path has the distance of the walk.
  private var sounding: SpeedTimer.Stage {
    let responses = truths.prefix(2).enumerated().map { number, truth in
      ProductResponse(
        (0..<ToneGrid.count).map { slot in
          guard ToneGrid.slot(ofChannel: slot + ToneGrid.firstChannel) != nil else { return nil }
          let response = [(0, 1.0), (2.5, 0.8), (6, 0.5)].reduce(Complex(0)) { sum, path in
            let turns = (2404 + Double(slot)) * 1e6 * (truth + path.0) / ToneGrid.speedOfLight
            return sum + .turn(-2 * .pi * turns) * path.1
          }
          let place = (number * ToneGrid.count + slot) % truths.count
          return response * (response + Complex(ranges[place] - truths[place]))
        })
    }
    return .init(name: "channel sounding", item: "procedure", count: responses.count) {
      var estimator = try ArrivalEstimator()
      var sum = 0.0
      for response in responses {
        sum += estimator.arrival(in: [response])?.distance.value ?? 0
      }
      return sum
    }
  }

  private var pipeline: SpeedTimer.Stage {
    .init(name: "whole pipeline", item: "sample", count: times.count) {
      try Session(samples, Preset.default.configuration).timeline.duration.value
    }
  }

  /// The scores of the default model that `tune` computes: once with other filters and zones, and once with other zones
  /// only.
  private var searches: [SpeedTimer.Stage] {
    let records = zip(samples, truths).map { TraceRecord($0, truth: Meters($1)) }
    let base = Preset.default.configuration
    let trial = Trial(
      Recording(dataset: "made up", name: "walk", records: records), edges: base.zones.edges)
    let zones = (0..<candidates).map { index in
      var candidate = base
      candidate.zones.range.falseChangeInterval = [Seconds(60 + 60 * Double(index % 13))]
      candidate.zones.range.halfBand = [0.08 + 0.02 * Double(index % 7)]
      candidate.zones.range.lookAhead = [Seconds(0.2 * Double(index % 4))]
      return candidate
    }
    let filters = zones.enumerated().map { index, zones in
      var candidate = zones
      candidate.ranging.range.correlatedDeviation = Meters(0.03 + 0.001 * Double(index % 97))
      candidate.ranging.range.velocityTime = Seconds(1 + 0.05 * Double(index % 31))
      candidate.ranging.range.gate = 2.2 + 0.1 * Double(index % 11)
      return candidate
    }
    let named = [
      ("tune, default model", filters), ("tune, zones of the default model", zones),
    ]
    return named.map { name, all in
      .init(name: name, item: "sample and candidate", count: times.count * all.count) {
        stride(from: 0, to: all.count, by: Trial.width).reduce(0.0) { sum, first in
          let block = Array(all[first..<min(first + Trial.width, all.count)])
          return trial.scores(block).reduce(sum) { $0 + ((try? $1.get())?.squaredError ?? 0) }
        }
      }
    }
  }

  private var zones: SpeedTimer.Stage {
    .init(name: "zones", item: "estimate", count: times.count) {
      var detector = ZoneDetector(.init(.eternalLoop))
      var changes = 0.0
      for (time, range) in zip(times, ranges) {
        let estimate = DistanceEstimate(
          time: Seconds(time), distance: Meters(range), standardDeviation: 0.05,
          low: Meters(max(0, range - 0.1)), high: Meters(range + 0.1), velocity: 0.5, radio: .uwb,
          status: .tracking, shape: .normal, shortTermDeviation: 0.05)
        if detector.update(estimate) != nil { changes += 1 }
      }
      return changes
    }
  }

  private func render(_ timeline: Timeline) throws -> SpeedTimer.Stage {
    let seconds = min(60, timeline.duration.value)
    let events = timeline.events.filter { $0.time.value < seconds - 1 }
    let part = Timeline(duration: Seconds(seconds), events: events)
    let frames = Int(seconds * 48000)
    return .init(name: "WAV, 48 kHz", item: "sample", count: frames) {
      Double(try renderWAV(TimelineDocument(part), to: "/dev/null").frames)
    }
  }
}
