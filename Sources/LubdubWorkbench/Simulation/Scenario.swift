/// A scenario of two people with their devices, for simulation.
package enum Scenario: String, Sendable, Hashable, CaseIterable {
  case approach
  case retreat
  case walkBy = "walk-by"
  case hoverAtEdge = "hover-at-edge"
  case uwbOutage = "uwb-outage"
  case outageStep = "outage-step"
  case postureChange = "posture-change"
  case bluetoothContact = "bluetooth-contact"
  case pocket
  case ceremony
  case ceremonyInterrupted = "ceremony-interrupted"

  package var summary: String {
    switch self {
    case .approach: "from 6 m to contact, with two stops"
    case .retreat: "from contact to 6 m, with two stops"
    case .walkBy: "past each other at walking speed, 0.4 m apart at the nearest point"
    case .hoverAtEdge: "standing on the 1.0 m edge, then on the 0.2 m edge"
    case .uwbOutage: "walking around, with three outages of ultra-wideband"
    case .outageStep: "from 0.6 m to 2.8 m and stays, during an outage of ultra-wideband"
    case .postureChange:
      "at rest, with a body in the way for a while, and an outage of ultra-wideband"
    case .bluetoothContact: "Bluetooth only, from 3 m into contact and out again"
    case .pocket: "devices in pockets: bodies in the way of both radios"
    case .ceremony: "connect, approach, manual trigger, send, receive, attach, complete"
    case .ceremonyInterrupted: "suspended, and fails to reconnect three times"
    }
  }

  package var usualDuration: Seconds {
    switch self {
    case .approach, .retreat, .hoverAtEdge, .pocket: 60
    case .walkBy: 24
    case .uwbOutage, .bluetoothContact: 120
    case .outageStep, .postureChange: 180
    case .ceremony, .ceremonyInterrupted: 45
    }
  }
}

struct ScenarioScript: Sendable {
  /// The true distance, before the sway of hands.
  var path: DistancePath
  /// The deviation of the slow sway of hands around the path, in m.
  var sway = 0.01
  /// The times without ultra-wideband, in s.
  var rangeOutages: [ClosedRange<Double>] = []
  /// The times without either radio, in s.
  var silences: [ClosedRange<Double>] = []
  /// The times with a body between the devices, in s.
  var shadows: [ClosedRange<Double>] = []
  /// The events of the link, in the order of time.
  var events: [(time: Double, event: LinkEvent)] = []
  var hasContactLevel = false
}

extension Scenario {
  func script(duration: Double) -> ScenarioScript {
    switch self {
    case .approach: ScenarioScript(path: Self.path(Self.approachPoints, duration))
    case .retreat:
      ScenarioScript(
        path: Self.path(Self.approachPoints.reversed().map { (1 - $0.0, $0.1) }, duration))
    case .walkBy:
      ScenarioScript(path: DistancePath(passingAt: 0.4, speed: 1.2, middle: Seconds(duration / 2)))
    case .hoverAtEdge:
      ScenarioScript(
        path: Self.path([(0, 1.5), (0.1, 1), (0.5, 1), (0.6, 0.2), (1, 0.2)], duration), sway: 0.03)
    case .uwbOutage: Self.outageScript(duration)
    case .outageStep:
      ScenarioScript(
        path: Self.stepPath(duration, jumps: false, isReversed: false),
        rangeOutages: Self.spans([(0.2, 1)], duration))
    case .postureChange:
      ScenarioScript(
        path: Self.path([(0, 1), (1, 1)], duration), rangeOutages: Self.spans([(0.2, 1)], duration),
        shadows: Self.spans([(0.4, 0.7)], duration))
    case .bluetoothContact:
      ScenarioScript(
        path: Self.path(
          [(0, 3), (0.15, 3), (0.35, 0.4), (0.5, 0.005), (0.75, 0.005), (0.85, 1.5), (1, 1.5)],
          duration), sway: 0, rangeOutages: Self.spans([(0, 1)], duration), hasContactLevel: true)
    case .pocket: Self.pocketScript(duration)
    case .ceremony: Self.ceremonyScript(duration)
    case .ceremonyInterrupted: Self.interruptedScript(duration)
    }
  }

  private static let approachPoints: [(Double, Double)] = [
    (0, 6), (0.08, 6), (0.35, 2.6), (0.45, 2.6), (0.62, 0.7), (0.72, 0.7), (0.88, 0.03),
    (1, 0.03),
  ]

  /// A lasting step: a walk from 0.6 to 2.8 m, or a jump from 0.5 to 3 m after a fifth of the time. If `isReversed` is set,
  /// the direction is reversed.
  static func stepPath(_ duration: Double, jumps: Bool, isReversed: Bool) -> DistancePath {
    let (near, far) = jumps ? (0.5, 3.0) : (0.6, 2.8)
    let (from, to) = isReversed ? (far, near) : (near, far)
    let (start, end) = jumps ? (0.2, 0.2 + 1e-6) : (0.4, 0.5)
    return path([(0, from), (start, from), (end, to), (1, to)], duration)
  }

  /// A path through points, each with a share of the duration and a distance in m.
  private static func path(_ points: [(Double, Double)], _ duration: Double) -> DistancePath {
    DistancePath(through: points.map { (Seconds($0.0 * duration), Meters($0.1)) })
  }

  private static func spans(
    _ shares: [(Double, Double)], _ duration: Double
  ) -> [ClosedRange<Double>] {
    shares.map { ($0.0 * duration)...($0.1 * duration) }
  }

  private static func outageScript(_ duration: Double) -> ScenarioScript {
    let points = [
      (0, 3), (0.12, 1.2), (0.2, 1.2), (0.34, 3.6), (0.42, 3.6), (0.58, 0.6), (0.7, 0.6),
      (0.85, 2.8), (1, 1),
    ]
    return ScenarioScript(
      path: path(points, duration),
      rangeOutages: spans([(0.18, 0.23), (0.36, 0.48), (0.62, 0.87)], duration))
  }

  private static func pocketScript(_ duration: Double) -> ScenarioScript {
    let points = [(0, 0.6), (0.3, 0.6), (0.45, 2.4), (0.6, 1.4), (0.75, 3), (0.9, 0.8), (1, 0.8)]
    return ScenarioScript(
      path: path(points, duration), sway: 0.03,
      shadows: spans([(0.05, 0.25), (0.4, 0.52), (0.62, 0.95)], duration))
  }

  private static func ceremonyScript(_ duration: Double) -> ScenarioScript {
    let points = [
      (0, 4), (0.12, 4), (0.35, 1.4), (0.42, 1.4), (0.62, 0.15), (0.78, 0.03), (1, 0.03),
    ]
    let pressed = 0.66 * duration
    let released = pressed + 3.2
    return ScenarioScript(
      path: path(points, duration),
      events: [
        (0.02 * duration, .connected), (pressed, .manualTriggerPressed),
        (released, .manualTriggerReleased), (released + 0.4, .sent), (released + 0.9, .received),
        (released + 2.4, .attached), (released + 4, .complete),
      ])
  }

  private static func interruptedScript(_ duration: Double) -> ScenarioScript {
    let points = [(0, 4), (0.1, 4), (0.35, 1.2), (0.6, 1.2), (1, 3)]
    return ScenarioScript(
      path: path(points, duration), silences: [(0.4 * duration)...duration],
      events: [
        (0.02 * duration, .connected), (0.4 * duration, .suspended), (0.55 * duration, .resumed),
        (0.65 * duration, .peerLost), (0.66 * duration, .disconnected),
        (0.74 * duration, .disconnected), (0.82 * duration, .disconnected),
        (0.9 * duration, .disconnected),
      ])
  }
}
