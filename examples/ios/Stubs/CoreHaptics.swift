// The part of Core Haptics that the example uses, after Apple's public declarations: for a type check on machines
// without Apple's SDK. It plays nothing.

public import Foundation

/// Now.
public let CHHapticTimeImmediate = 0.0

public protocol CHHapticDeviceCapability {
  var supportsHaptics: Bool { get }
}

public protocol CHHapticPatternPlayer: AnyObject {
  func start(atTime time: Double) throws
  func stop(atTime time: Double) throws
  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: Double) throws
}

public protocol CHHapticAdvancedPatternPlayer: CHHapticPatternPlayer {}

open class CHHapticEventParameter {
  public struct ID: Sendable {
    public static let hapticIntensity = ID()
    public static let hapticSharpness = ID()
  }
  public init(parameterID: ID, value: Float) {}
}

open class CHHapticDynamicParameter {
  public struct ID: Sendable {
    public static let hapticIntensityControl = ID()
  }
  public init(parameterID: ID, value: Float, relativeTime: Double) {}
}

open class CHHapticEvent {
  public struct EventType: Sendable {
    public static let hapticTransient = EventType()
    public static let hapticContinuous = EventType()
  }
  public init(
    eventType: EventType, parameters: [CHHapticEventParameter], relativeTime: Double
  ) {}
  public init(
    eventType: EventType, parameters: [CHHapticEventParameter], relativeTime: Double,
    duration: Double
  ) {}
}

open class CHHapticPattern {
  public init(events: [CHHapticEvent], parameters: [CHHapticDynamicParameter]) throws {}
}

open class CHHapticEngine {
  public enum StoppedReason: Int, Sendable {
    case audioSessionInterrupt = 1
    case applicationSuspended, idleTimeout, notifyWhenFinished
    case engineDestroyed, gameControllerDisconnect
    case systemError = -1
  }
  private struct Stub: CHHapticDeviceCapability { let supportsHaptics = true }
  private struct Missing: Error {}

  public init() throws {}
  public class func capabilitiesForHardware() -> any CHHapticDeviceCapability { Stub() }
  public var currentTime: Double { 0 }
  public var playsHapticsOnly = false
  public var stoppedHandler: @Sendable (StoppedReason) -> Void = { _ in }
  public var resetHandler: @Sendable () -> Void = {}
  nonisolated(nonsending) public func start() async throws {}
  public func stop(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {}
  public func playPattern(from url: URL) throws {}
  public func makePlayer(with pattern: CHHapticPattern) throws -> any CHHapticPatternPlayer {
    throw Missing()
  }
  public func makeAdvancedPlayer(
    with pattern: CHHapticPattern
  ) throws -> any CHHapticAdvancedPatternPlayer { throw Missing() }
}
