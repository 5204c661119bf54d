extension RangeFilter {
  package var learned: LearnedLink {
    let (level, noise) = (state.kernel.contact.level, state.kernel.noise)
    let isKnown = noise.taught >= RangeSpread.knownAfter
    return LearnedLink(
      contactLevel: level < .infinity ? Meters(level) : nil,
      rangeDeviation: isKnown ? Meters(noise.deviation) : nil)
  }

  /// Handles an event: the contact level is learned from a touch, unless the touch ends with the link and its release is
  /// unknown.
  mutating func note(_ event: LinkEvent, at now: Double) {
    guard parameters.learns else { return }
    switch event {
    case .touched:
      let isKnown = state.hasStarted && now - state.time < 1 && state.confirmations >= 2
      state.touch = TouchMean(
        isKnown ? state.kernel.contact.uncorrected(state.motion.distance) : nil)
    case .released:
      if let level = state.touch?.level(after: state.kernel.contact.level) {
        state.kernel.contact.set(level)
      }
      state.touch = nil
    case .disconnected: state.touch = nil
    default: break
    }
  }
}
