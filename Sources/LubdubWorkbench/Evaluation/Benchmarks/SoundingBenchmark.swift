/// Scores the methods of channel sounding by their errors if the true distance is known, and by their steadiness otherwise.
package enum SoundingBenchmark {
  /// The scores of a method on one set of procedures.
  package struct Row: Sendable, Hashable {
    package var method: ToneMethod
    /// The square root of the mean over recordings of their mean squared errors, in m, by label.
    package var labelled: [String: Double] = [:]
    /// The square root of the mean over all recordings of their mean squared errors, in m; `nil` if there is no truth.
    package var rootMeanSquare: Double?
    /// The median of the absolute errors, in m.
    package var median: Double?
    /// The 95th percentile of the absolute errors, in m.
    package var percentile95: Double?
    /// The share of procedures whose error is above 2 m, or that have no answer.
    package var beyondTwoMeters: Double?
    /// The number of procedures without an answer. Their error counts as the true distance.
    package var missing = 0
    /// The standard deviation of the answers of a recording with an unknown truth, in m.
    package var deviation: Double?
    /// The median answer of a recording with an unknown truth, in m.
    package var middle: Double?
  }

  /// The procedures of one data set under the same conditions.
  package struct Group: Sendable, Hashable {
    package var dataset: String
    /// The conditions, such as `36 dB, 2.5 deg`.
    package var conditions: String
    package var procedures: Int
    /// The number of procedures with a known true distance. If there are such procedures, only they are scored.
    package var known: Int
    package var labels: [String]
    package var rows: [Row]
  }

  /// The scores of the groups, and the reliability of `arrival` for procedures with a known distance.
  package struct Result: Sendable, Hashable {
    package var groups: [Group]
    package var reliability: ArrivalReliability?
  }

  private struct Answer {
    let signal: RawSignal
    let arrival: Arrival?
    let distances: [ToneMethod: Double]

    func error(_ method: ToneMethod) -> Double {
      (distances[method] ?? 0) - (signal.truth?.value ?? 0)
    }
  }

  /// Scores every method on the channels whose number is a multiple of `every`. For methods that use one antenna path, the
  /// median over all paths counts.
  package static func run(
    _ signals: [RawSignal], dataset: String, every: Int = 1
  ) throws -> Result {
    var estimator = try ArrivalEstimator()
    var groups: [String: [Answer]] = [:]
    for signal in signals {
      guard case .procedure(let procedure) = signal.content else { continue }
      let paths = procedure.paths.map { $0.thinned(to: every) }
      let arrival = estimator.arrival(in: paths)
      var distances: [ToneMethod: Double] = [:]
      distances[.arrival] = arrival?.distance.value
      distances[.peak] = estimator.strongest(in: paths)?.value
      groups[signal.conditions, default: []].append(
        Answer(signal: signal, arrival: arrival, distances: distances))
    }
    let known = groups.values.joined().compactMap { answer in
      answer.arrival.flatMap { arrival in answer.signal.truth.map { (arrival, $0) } }
    }
    let rated = groups.sorted { $0.key > $1.key }.map { conditions, answers in
      let labels = Set(answers.map(\.signal.label)).subtracting([""]).sorted()
      return Group(
        dataset: dataset, conditions: conditions, procedures: answers.count,
        known: answers.count { $0.signal.truth != nil }, labels: labels,
        rows: ToneMethod.allCases.map { row($0, answers, labels) })
    }
    return Result(groups: rated, reliability: ArrivalReliability(known))
  }

  private static func row(_ method: ToneMethod, _ answers: [Answer], _ labels: [String]) -> Row {
    var row = Row(method: method)
    row.missing = answers.count { $0.distances[method] == nil }
    let known = answers.filter { $0.signal.truth != nil }
    guard !known.isEmpty else {
      let found = answers.compactMap { $0.distances[method] }
      row.middle = Statistics.median(found)
      row.deviation = Statistics.sampleDeviation(found)
      return row
    }
    func rootMeanSquare(_ answers: [Answer]) -> Double? {
      let recordings = answers.grouped { $0.signal.recording ?? "" }.sorted { $0.key < $1.key }
      return GroupedLine.rootMeanSquare(recordings.map { $0.elements.map { $0.error(method) } })
    }
    for label in labels {
      row.labelled[label] = rootMeanSquare(known.filter { $0.signal.label == label })
    }
    row.rootMeanSquare = rootMeanSquare(known)
    let errors = known.map { abs($0.error(method)) }.sorted()
    row.median = Statistics.quantile(0.5, ofSorted: errors)
    row.percentile95 = Statistics.quantile(0.95, ofSorted: errors)
    let beyond = known.count { $0.distances[method] == nil || abs($0.error(method)) > 2 }
    row.beyondTwoMeters = Double(beyond) / Double(known.count)
    return row
  }
}

extension ProductResponse {
  /// The tones of the channels whose number is a multiple of `every`.
  fileprivate func thinned(to every: Int) -> ProductResponse {
    guard every > 1 else { return self }
    return ProductResponse(
      tones.enumerated().map { slot, tone in
        (slot + ToneGrid.firstChannel).isMultiple(of: every) ? tone : nil
      })
  }
}
