/// A tempo that is given from outside while a session runs, interval by interval: the policy `.pulse` goes by it.
/// The intervals give the tempo, and never the moment of a beat: they may come seconds late. After some silence the
/// zone's own tempo takes over, in a ramp, and the given one comes back by one.
package struct GivenTempo: Sendable, Hashable {
  /// The intervals that can be a tempo: 20 to 300 beats a minute. Others say that one was missed or made up.
  package static let plausible: ClosedRange<Seconds> = 0.2...3

  let interval: Double
  /// When it was reported; the same clock as the scheduler's inside.
  let heard: Double
}

/// What a series goes over to by itself at a time, if nothing is heard until then.
struct Fallback: Sendable, Hashable {
  let time: Double
  let tempo: Tempo
}
