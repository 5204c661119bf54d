/// The difference between each accepted range and its prediction, in units of the expected deviation.
package struct Innovations: Sendable, Hashable {
  /// The innovations, in the order of time.
  package var values: [Double]

  package init(of records: [TraceRecord], parameters: RangeFilter.Parameters) {
    var filter = RangeFilter(parameters: parameters)
    values = []
    for record in records {
      guard let range = record.sample.range else { continue }
      let innovation = filter.normalizedInnovation(of: range, at: record.sample.time)
      if filter.update(record.sample), let innovation { values.append(innovation) }
    }
  }
}

extension RangeFilter {
  /// The input of the filter's gate; `nil` before the first reading and for an unusable range.
  fileprivate func normalizedInnovation(of range: Meters, at time: Seconds) -> Double? {
    guard state.hasStarted, let raw = parameters.corrected(range), time.isFinite,
      time.value >= state.time
    else { return nil }
    let ahead = predicted(to: time.value)
    let variance = ahead.distanceVariance + state.kernel.noiseScale * constants.readingVariance
    return (state.kernel.contact.corrected(raw) - ahead.distance) / variance.squareRoot()
  }
}
