/// The tempo of a heart that is measured while a session runs: the policy `.pulse` goes by it.
///
/// The intervals between beats give the tempo, and never the moment of a beat: a strap reports them seconds late. After
/// some silence the zone's own tempo takes over, in a ramp, and the heart's comes back by one.
package struct HeartTempo: Sendable, Hashable {
  /// The intervals that can be a tempo: 20 to 300 beats a minute. Others say that a beat was missed or made up.
  package static let plausible: ClosedRange<Seconds> = 0.2...3

  /// The last interval between two beats, in seconds.
  let interval: Double
  /// When it was reported; the same clock as the scheduler's inside.
  let heard: Double
}

/// What a series goes over to by itself at a time, if nothing is heard until then.
struct Fallback: Sendable, Hashable {
  let time: Double
  let tempo: Tempo
}
