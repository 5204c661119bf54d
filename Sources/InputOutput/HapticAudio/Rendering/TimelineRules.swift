internal import Haptics
internal import Quantities

extension Timeline {
  /// Longest timeline that is rendered: about thirty years.
  private static let longest = 1e9

  /// Checks that all times and levels are numbers in their ranges and that events and curves are in
  /// the order of time.
  ///
  /// - Throws: `AudioError` that names the first event that is wrong.
  func validateForRendering() throws(AudioError) {
    try AudioError.require(duration.value, in: 0...Self.longest, "duration", "s")
    var previous = 0.0
    for (index, event) in events.enumerated() {
      try AudioError.require(
        event.time.value, in: previous...Self.longest, "event \(index): time", "s")
      previous = event.time.value
      try AudioError.require(event.intensity, in: 0...1, "event \(index): intensity")
      try AudioError.require(event.sharpness, in: 0...1, "event \(index): sharpness")
      try validate(event, index)
    }
  }

  private func validate(_ event: HapticEvent, _ index: Int) throws(AudioError) {
    guard case .continuous(let duration, let curve) = event.kind else { return }
    let name = "event \(index)"
    try AudioError.require(duration.value, in: 0...Self.longest, "\(name): duration", "s")
    var previous = -Self.longest
    for (number, point) in curve.enumerated() {
      let place = "\(name): curve point \(number)"
      try AudioError.require(point.time.value, in: previous...Self.longest, "\(place): time", "s")
      previous = point.time.value
      try AudioError.require(point.intensity, in: 0...1, "\(place): intensity")
      try AudioError.require(point.sharpness, in: 0...1, "\(place): sharpness")
    }
  }
}
