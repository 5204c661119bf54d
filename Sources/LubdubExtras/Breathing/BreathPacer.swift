internal import RealModule

/// Consecutive breaths that a person can feel.
///
/// Inhaling swells and becomes sharper, exhaling starts strong and fades at a low sharpness, and a hold is silence with a
/// soft tick at its end. So you can distinguish in and out without looking.
public struct BreathPacer: Sendable, Hashable {
  /// One phase on the timeline.
  public struct Step: Sendable, Hashable {
    /// The activity of the phase.
    public var kind: Breath.Phase.Kind
    /// The start, in milliseconds.
    public var start: Int
    /// The end, in milliseconds.
    public var end: Int
  }

  /// The breath.
  public let breath: Breath
  /// The tempo of breaths; `nil` to keep the breath's own length.
  public let tempo: BreathTempo?

  /// Creates a pacer for a breath. A tempo stretches all phases equally. Without a tempo, the breath keeps its own length.
  public init(_ breath: Breath, tempo: BreathTempo? = nil) {
    (self.breath, self.tempo) = (breath, tempo)
  }

  /// The number of whole breaths that fit into a time, at least 1.
  public func count(within time: Seconds) -> Int {
    var count = 1
    while milliseconds(after: count + 1) <= time.value * 1000 { count += 1 }
    return count
  }

  /// The phases of `count` breaths, each from the end of the previous phase, in whole milliseconds.
  public func steps(count: Int) -> [Step] {
    let length = breath.milliseconds
    var steps: [Step] = []
    for index in 0..<max(0, count) {
      var passed = 0
      for phase in breath.phases {
        let start = milliseconds(index, share: passed, of: length)
        passed += phase.milliseconds
        let end = milliseconds(index, share: passed, of: length)
        steps.append(Step(kind: phase.kind, start: start, end: end))
      }
    }
    return steps
  }

  /// A timeline of `count` breaths without heartbeats. Each phase is a swell, a fade, or a silence with a tick at its end.
  /// The gain is a factor on all intensities, 0...1.
  public func timeline(count: Int, gain: Double = 1) -> Timeline {
    let steps = steps(count: count)
    return Timeline(
      duration: Self.seconds(steps.last?.end ?? 0), events: steps.compactMap { event($0, gain) })
  }

  private func milliseconds(after breaths: Int) -> Double {
    tempo.map { $0.time(after: Double(breaths)).value * 1000 }
      ?? Double(breath.milliseconds * breaths)
  }

  private func milliseconds(_ breath: Int, share: Int, of length: Int) -> Int {
    guard let tempo else { return breath * length + share }
    let breaths = Double(breath) + Double(share) / Double(length)
    return Int((tempo.time(after: breaths).value * 1000).rounded())
  }

  private func event(_ step: Step, _ gain: Double) -> HapticEvent? {
    switch step.kind {
    case .inhale: return swell(step, from: (0.1, 0.1), to: (0.7, 0.3), gain)
    case .exhale: return swell(step, from: (0.5, 0.05), to: (0, 0.05), gain)
    case .hold:
      return HapticEvent(time: Self.seconds(step.end), intensity: 0.25 * gain, sharpness: 0.2)
    }
  }

  /// A swell along half a period of a cosine, in linear pieces with an error below 0.006.
  private func swell(
    _ step: Step, from start: (intensity: Double, sharpness: Double),
    to end: (intensity: Double, sharpness: Double), _ gain: Double
  ) -> HapticEvent? {
    let length = step.end - step.start
    guard length > 0 else { return nil }
    let pieces = min(8, length)
    let curve = (0...pieces).map { piece in
      let time = length * piece / pieces
      let share = 0.5 - 0.5 * Double.cos(.pi * Double(time) / Double(length))
      return HapticEvent.CurvePoint(
        time: Self.seconds(time),
        intensity: gain * (start.intensity + share * (end.intensity - start.intensity)),
        sharpness: start.sharpness + share * (end.sharpness - start.sharpness))
    }
    return HapticEvent(
      time: Self.seconds(step.start), intensity: gain * max(start.intensity, end.intensity),
      sharpness: max(start.sharpness, end.sharpness),
      kind: .continuous(duration: Self.seconds(length), curve: curve))
  }

  private static func seconds(_ milliseconds: Int) -> Seconds {
    Seconds(Double(milliseconds) / 1000)
  }
}
