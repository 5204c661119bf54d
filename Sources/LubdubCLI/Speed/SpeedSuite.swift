#if Tool
import Lubdub
import LubdubBench
import LubdubGround
import LubdubHaptics
import LubdubReports
import LubdubSignals
import LubdubTraces

/// The stages of the tool, each over a made-up walk, ready to be timed.
struct SpeedSuite {
  let samples: [Sample]
  let times: [Double]
  let ranges: [Double]
  let truths: [Double]
  /// How many candidates the lanes run.
  let candidates: Int

  /// A walk between 0.3 and 2.7 m, 100 samples a second, the noise from a fixed sequence.
  init(samples count: Int, candidates: Int) {
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

  /// Edges of the zones, in m.
  static let edges = [0.05, 0.2, 1, 2]

  /// The trace for the lanes.
  var plainTrace: LaneTrace {
    LaneTrace(times: times, ranges: ranges, truths: truths, edges: Self.edges)
  }

  /// Candidates that differ in everything.
  var plainCandidates: [ConstantVelocityCandidate] {
    (0..<candidates).map { index -> ConstantVelocityCandidate in
      let deviation = 0.05 + 0.01 * Double(index % 7)
      let dwell = 0.1 * Double(index % 6)
      return ConstantVelocityCandidate(
        processNoise: 0.1 * Double(1 + index % 10), measurementDeviation: Meters(deviation),
        margin: Double(5 + index % 11), dwell: Seconds(dwell))
    }
  }

  /// Every stage.
  func stages(tracePath: String) throws -> [SpeedTimer.Stage] {
    let session = try Session(samples, Preset.default.configuration)
    let document = TimelineDocument(session.timeline)
    var stages = [try read(tracePath)]
    stages += [filter("default filter, uwb", samples), filter("default filter, ble", signals)]
    stages += estimators(.uwb, samples)
    stages += estimators(.ble, signals)
    stages += [plain, pipeline, tune]
    stages += searches
    stages += [zones, scheduler]
    stages += [try render(session.timeline), try compensation()]
    stages += try formats(document)
    return stages
  }

  private func read(_ path: String) throws -> SpeedTimer.Stage {
    var text = "t_s,source,range_m,rssi_dbm,truth_m,event\n"
    for (time, (range, truth)) in zip(times, zip(ranges, truths)) {
      text += "\(Self.decimal(time)),uwb,\(Self.decimal(range)),,\(Self.decimal(truth)),\n"
    }
    try writeFile(Array(text.utf8), to: path)
    return .init(name: "read CSV", item: "row", count: times.count, bytes: text.utf8.count) {
      var reader = try TraceReader(path: path)
      var block: [TraceRecord] = []
      var rows = 0
      while try reader.nextBlock(into: &block) { rows += block.count }
      return Double(rows)
    }
  }

  private static func decimal(_ value: Double) -> String {
    NumberText.rounded(value, 3)
  }

  private func estimators(_ radio: Radio, _ samples: [Sample]) -> [SpeedTimer.Stage] {
    EstimatorKind.all.filter { $0.radios.contains(radio) }.map { kind in
      .init(
        name: "estimator \(kind.name), \(radio.rawValue)", item: "sample",
        count: samples.count
      ) {
        var estimator = kind.make()
        for sample in samples { _ = estimator.update(sample) }
        return estimator.estimate(at: samples.last?.time ?? 0)?.distance.value ?? 0
      }
    }
  }

  /// The default estimator as a pipeline holds it: by value, without the call through a protocol.
  private func filter(_ name: String, _ samples: [Sample]) -> SpeedTimer.Stage {
    .init(name: name, item: "sample", count: samples.count) {
      var filter = FusionFilter()
      for sample in samples { filter.update(sample) }
      return filter.estimate(at: samples.last?.time ?? 0)?.distance.value ?? 0
    }
  }

  /// Advertisements at 3 a second, now and then one missing, that fade as the walk goes.
  private var signals: [Sample] {
    var time = 0.0
    return ranges.enumerated().map { index, range in
      time += index.isMultiple(of: 7) ? 0.66 : 0.33
      let fading = Double(index % 5) - 2
      return .ble(DBm((-60 - 6 * range + fading).rounded()), at: Seconds(time))
    }
  }

  /// The constant-velocity filter alone, without the call through a protocol: what C is compared with.
  var plain: SpeedTimer.Stage {
    .init(
      name: "constant velocity, one stream", item: "sample", count: times.count,
      bytes: times.count * 16
    ) {
      var sum = 0.0
      times.withUnsafeBufferPointer { times in
        ranges.withUnsafeBufferPointer { ranges in
          guard let first = ranges.first else { return }
          var kernel = ConstantVelocityKernel<Double>(
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

  private var pipeline: SpeedTimer.Stage {
    .init(name: "whole pipeline", item: "sample", count: times.count) {
      try Session(samples, Preset.default.configuration).timeline.duration.value
    }
  }

  /// Many candidates over one trace.
  var tune: SpeedTimer.Stage {
    let trace = plainTrace
    let candidates = plainCandidates
    return .init(
      name: "tune, plain filter and zones in lanes", item: "sample and candidate",
      count: times.count * candidates.count, bytes: times.count * 32 * candidates.count / 8
    ) {
      ConstantVelocityLanes.scores(of: candidates, over: trace).reduce(0) { $0 + $1.squaredError }
    }
  }

  /// Scores of the default model as `tune` takes them, with other filters and with other zones alone.
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
      ("tune, default model", trial, filters),
      ("tune, default model, times that jitter", jittered(trial), filters),
      ("tune, zones of the default model", trial, zones),
    ]
    return named.map { name, trial, all in
      .init(name: name, item: "sample and candidate", count: times.count * all.count) {
        stride(from: 0, to: all.count, by: Trial.width).reduce(0.0) { sum, first in
          let block = Array(all[first..<min(first + Trial.width, all.count)])
          return trial.scores(block).reduce(sum) { $0 + ((try? $1.get())?.squaredError ?? 0) }
        }
      }
    }
  }

  /// The same samples up to a millisecond later, so that no step between them is that of another.
  private func jittered(_ trial: Trial) -> Trial {
    var recording = trial.recording
    for index in recording.records.indices {
      let delay = Seconds(Double(index * 7919 % 1009) * 1e-6)
      recording.records[index].sample.time = recording.records[index].sample.time + delay
    }
    return Trial(recording, edges: Preset.default.configuration.zones.edges)
  }

  private var zones: SpeedTimer.Stage {
    .init(name: "zones", item: "estimate", count: times.count) {
      var detector = try ZoneDetector(.init(.eternalLoop))
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

  private var scheduler: SpeedTimer.Stage {
    let end = 3600.0
    return .init(name: "scheduler", item: "beat", count: Int(end / 0.2)) {
      var scheduler = try HeartbeatScheduler(.eternalLoop)
      var beats = 0.0
      scheduler.enter(zone: 0, at: 0)
      scheduler.advance(to: Seconds(end)) { _ in beats += 1 }
      return beats
    }
  }

  private func render(_ timeline: Timeline) throws -> SpeedTimer.Stage {
    let seconds = min(60, timeline.duration.value)
    let events = timeline.events.filter { $0.time.value < seconds - 1 }
    let part = Timeline(duration: Seconds(seconds), events: events)
    let frames = Int(seconds * 48000)
    return .init(name: "WAV, 48 kHz", item: "sample", count: frames, bytes: frames * 2) {
      Double(try renderWAV(part, to: "/dev/null").frames)
    }
  }

  /// The filter that compensates an actuator's resonance, by overlap-save.
  private func compensation() throws -> SpeedTimer.Stage {
    let taps = (0..<513).map { 1 / (1 + Double(abs($0 - 256))) }
    return .init(
      name: "FIR of 513 taps", item: "sample", count: ranges.count, bytes: ranges.count * 16
    ) { try OverlapSave.convolve(ranges, taps: taps).last ?? 0 }
  }

  private func formats(_ document: TimelineDocument) throws -> [SpeedTimer.Stage] {
    let events = document.timeline.events.count
    return HapticFormat.allCases.flatMap { format -> [SpeedTimer.Stage] in
      guard let written = try? format.encode(document).bytes else { return [] }
      let writing = SpeedTimer.Stage(
        name: "write \(format.rawValue)", item: "event", count: events
      ) { Double(try format.encode(document).bytes.count) }
      guard (try? format.decode(written)) != nil else { return [writing] }
      let reading = SpeedTimer.Stage(
        name: "read \(format.rawValue)", item: "event", count: events
      ) { try format.decode(written).timeline.duration.value }
      return [writing, reading]
    }
  }
}
#endif
