// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
// The part of Core Haptics that LubdubApple uses, with Apple's signatures, after
// https://developer.apple.com/documentation/corehaptics: chhapticengine, chhapticpattern, chhapticevent,
// chhapticparametercurve, chhapticdynamicparameter, chhapticpatternplayer, chhapticadvancedpatternplayer. What it plays is kept by `HapticSimulation`.
public import Foundation

/// The present time.
public let CHHapticTimeImmediate: TimeInterval = 0.0

public enum CHHapticError: Error {
  case engineNotRunning, invalidPatternPlayer, invalidEventDuration, invalidParameterValue
}

public protocol CHHapticPatternPlayer: AnyObject {
  func start(atTime time: TimeInterval) throws
  func stop(atTime time: TimeInterval) throws
  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws
}

public typealias CHHapticAdvancedPatternPlayerCompletionHandler = ((any Error)?) -> Void

public protocol CHHapticAdvancedPatternPlayer: CHHapticPatternPlayer {
  // The header says that it is called on a thread of its own.
  var completionHandler: CHHapticAdvancedPatternPlayerCompletionHandler { get set }
}

open class CHHapticEventParameter: NSObject {
  public struct ID: Hashable, Sendable {
    let name: String
    public static let hapticIntensity = ID(name: "intensity")
    public static let hapticSharpness = ID(name: "sharpness")
  }
  let parameterID: ID
  let value: Float
  public init(parameterID: ID, value: Float) {
    (self.parameterID, self.value) = (parameterID, value)
  }
}

open class CHHapticDynamicParameter: NSObject {
  public struct ID: Hashable, Sendable {
    let name: String
    public static let hapticIntensityControl = ID(name: "intensity")
    public static let hapticSharpnessControl = ID(name: "sharpness")
    var range: ClosedRange<Float> { self == .hapticIntensityControl ? 0...1 : -1...1 }
  }
  let parameterID: ID
  let value: Float
  let relativeTime: TimeInterval
  public init(parameterID: ID, value: Float, relativeTime: TimeInterval) {
    (self.parameterID, self.value, self.relativeTime) = (parameterID, value, relativeTime)
  }
}

open class CHHapticParameterCurve: NSObject {
  open class ControlPoint: NSObject {
    let relativeTime: TimeInterval
    let value: Float
    public init(relativeTime: TimeInterval, value: Float) {
      (self.relativeTime, self.value) = (relativeTime, value)
    }
  }
  let parameterID: CHHapticDynamicParameter.ID
  let controlPoints: [ControlPoint]
  let relativeTime: TimeInterval
  public init(
    parameterID: CHHapticDynamicParameter.ID, controlPoints: [ControlPoint],
    relativeTime: TimeInterval
  ) {
    (self.parameterID, self.controlPoints, self.relativeTime) = (
      parameterID, controlPoints, relativeTime
    )
  }
}

open class CHHapticEvent: NSObject {
  public struct EventType: Hashable, Sendable {
    let name: String
    public static let hapticTransient = EventType(name: "transient")
    public static let hapticContinuous = EventType(name: "continuous")
  }
  let type: EventType
  let parameters: [CHHapticEventParameter]
  let relativeTime: TimeInterval
  let duration: TimeInterval
  public init(
    eventType: EventType, parameters: [CHHapticEventParameter], relativeTime: TimeInterval
  ) {
    (type, self.parameters, self.relativeTime, duration) = (eventType, parameters, relativeTime, 0)
  }
  public init(
    eventType: EventType, parameters: [CHHapticEventParameter], relativeTime: TimeInterval,
    duration: TimeInterval
  ) {
    (type, self.parameters, self.relativeTime, self.duration) = (
      eventType, parameters, relativeTime, duration
    )
  }
  var intensity: Double {
    Double(parameters.first { $0.parameterID == .hapticIntensity }?.value ?? 1)
  }
}

open class CHHapticPattern: NSObject {
  let events: [CHHapticEvent]
  let parameters: [CHHapticDynamicParameter]
  let curves: [CHHapticParameterCurve]

  public init(events: [CHHapticEvent], parameters: [CHHapticDynamicParameter]) throws {
    (self.events, self.parameters, curves) = (events, parameters, [])
    super.init()
    try check()
  }

  public init(events: [CHHapticEvent], parameterCurves: [CHHapticParameterCurve]) throws {
    (self.events, parameters, curves) = (events, [], parameterCurves)
    super.init()
    try check()
  }

  /// The start of the last event or parameter, and the duration of that event.
  open var duration: TimeInterval {
    let ends = events.map { $0.relativeTime + $0.duration } + curves.map { $0.relativeTime }
    return ends.max() ?? 0
  }

  /// Event parameters are from 0 to 1, a continuous event lasts at most 30 s, a curve has at most 16 points.
  private func check() throws {
    for event in events {
      guard event.parameters.allSatisfy({ (0...1).contains($0.value) }) else {
        throw CHHapticError.invalidParameterValue
      }
      guard event.relativeTime >= 0, (0...30).contains(event.duration) else {
        throw CHHapticError.invalidEventDuration
      }
    }
    for parameter in parameters where !parameter.parameterID.range.contains(parameter.value) {
      throw CHHapticError.invalidParameterValue
    }
    for curve in curves {
      guard (1...16).contains(curve.controlPoints.count),
        curve.controlPoints.allSatisfy({ curve.parameterID.range.contains($0.value) })
      else { throw CHHapticError.invalidParameterValue }
    }
  }
}

open class CHHapticEngine {
  public enum StoppedReason: Int, Sendable {
    case audioSessionInterrupt = 1
    case applicationSuspended, idleTimeout, notifyWhenFinished
    case engineDestroyed, gameControllerDisconnect
    case systemError = -1
  }
  public typealias CompletionHandler = @Sendable ((any Error)?) -> Void

  // The signatures have no @Sendable: the engine calls from a thread of its own nevertheless.
  open var stoppedHandler: (StoppedReason) -> Void = { _ in }
  open var resetHandler: () -> Void = {}
  open var playsHapticsOnly = false
  open var isAutoShutdownEnabled = false
  let simulation: HapticSimulation

  public init() throws {
    simulation = HapticSimulation.current
    simulation.engine = self
  }

  open var currentTime: TimeInterval { simulation.engineTime }

  open func start(completionHandler: CompletionHandler?) {
    let simulation = simulation
    simulation.report { completionHandler?(simulation.start()) }
  }

  nonisolated(nonsending) open func start() async throws {
    if let error = simulation.start() { throw error }
  }

  open func playPattern(from fileURL: URL) throws {
    try playPattern(from: Data(contentsOf: fileURL))
  }

  open func playPattern(from data: Data) throws { try simulation.play(data) }

  open func stop(completionHandler: CompletionHandler? = nil) {
    simulation.stop()
    DispatchQueue.global().async { completionHandler?(nil) }
  }

  open func makePlayer(with pattern: CHHapticPattern) throws -> any CHHapticPatternPlayer {
    try simulation.makePlayer(pattern)
  }

  open func makeAdvancedPlayer(
    with pattern: CHHapticPattern
  ) throws -> any CHHapticAdvancedPatternPlayer {
    try simulation.makePlayer(pattern)
  }
}
