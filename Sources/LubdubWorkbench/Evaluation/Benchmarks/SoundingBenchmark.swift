/// Scores the methods of channel sounding: errors where the distance is known, else how steady they are.
package enum SoundingBenchmark {
  /// The scores of a method on one set of procedures.
  package struct Row: Sendable, Hashable {
    package var method: ToneMethod
    /// Root of the mean over recordings of their mean squared errors, in metres, by label.
    package var labelled: [String: Double] = [:]
    /// The same over all recordings; `nil` without truth.
    package var rootMeanSquare: Double?
    /// Median of the absolute errors, in metres.
    package var median: Double?
    /// 95th percentile of the absolute errors, in metres.
    package var percentile95: Double?
    /// Share of procedures whose answer is more than 2 m off, or that have none.
    package var beyondTwoMeters: Double?
    /// Procedures without an answer. Their error counts as the true distance itself.
    package var missing = 0
    /// Standard deviation between the answers of a recording whose truth is not known, in metres.
    package var deviation: Double?
    /// The middle answer of a recording whose truth is not known, in metres.
    package var middle: Double?
  }

  /// Procedures of one set under the same conditions.
  package struct Group: Sendable, Hashable {
    package var dataset: String
    /// The conditions, such as `36 dB, 2.5 deg`.
    package var conditions: String
    package var procedures: Int
    /// Those whose true distance is known. Where there are any, only they are scored.
    package var known: Int
    package var labels: [String]
    package var rows: [Row]
  }

  /// The groups, and how sure `arrival` is of its distances where these are known.
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

  /// Scores every method on the channels whose number is a multiple of `every`. Of methods that look at one antenna path, the
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
    let recordings = known.grouped { $0.signal.recording ?? "" }.sorted { $0.key < $1.key }
      .map { RecordingErrors(label: $1[0].signal.label, errors: $1.map { $0.error(method) }) }
    row.labelled = recordings.rootMeanSquares(labels)
    row.rootMeanSquare = recordings.rootMeanSquare()
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
