// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
// The part of Nearby Interaction that LubdubApple uses, after
// https://developer.apple.com/documentation/nearbyinteraction: nisession, nisessiondelegate, nierror, nidiscoverytoken,
// ninearbypeerconfiguration, ninearbyaccessoryconfiguration, nimotionactivitystate. It measures nothing.
public import Foundation

open class NIDiscoveryToken: NSObject, NSSecureCoding, @unchecked Sendable {
  private let name: String
  public override init() { name = UUID().uuidString }
  public class var supportsSecureCoding: Bool { true }
  public required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = String(describing: name)
  }
  public func encode(with coder: NSCoder) { coder.encode(NSString(string: name), forKey: "name") }
  open override func isEqual(_ object: Any?) -> Bool { (object as? NIDiscoveryToken)?.name == name }
  open override var hash: Int { name.hashValue }
}

open class NIConfiguration: NSObject {}

open class NINearbyPeerConfiguration: NIConfiguration {
  public let peerDiscoveryToken: NIDiscoveryToken
  public init(peerToken: NIDiscoveryToken) { peerDiscoveryToken = peerToken }
}

open class NINearbyAccessoryConfiguration: NIConfiguration {
  public let accessoryDiscoveryToken = NIDiscoveryToken()
  public init(data: Data) throws {}
  /// Channel sounding, available from iOS 27.
  public init(
    bluetoothChannelSoundingIdentifier bluetoothIdentifier: UUID, previousBluetoothIdentifier: UUID?
  ) {}
}

public enum NIMotionActivityState: Int, Sendable {
  case unknown, stationary, moving
}

public struct NIError: Error {
  public enum Code: Int, Sendable {
    case unsupportedPlatform = -5889
    case invalidConfiguration, sessionFailed, resourceUsageTimeout, activeSessionsLimitExceeded
    case userDidNotAllow, invalidARConfiguration, accessoryPeerDeviceUnavailable
    case incompatiblePeerDevice, activeExtendedDistanceSessionsLimitExceeded
  }
  public let code: Code
  public init(_ code: Code) { self.code = code }
}

open class NINearbyObject: NSObject {
  public enum RemovalReason: Int, Sendable {
    case timeout
    case peerEnded
  }
  open var distance: Float? { nil }
  open var discoveryToken: NIDiscoveryToken { NIDiscoveryToken() }
}

open class NISession: NSObject {
  open weak var delegate: (any NISessionDelegate)?
  open var delegateQueue: DispatchQueue?
  open var discoveryToken: NIDiscoveryToken? = NIDiscoveryToken()
  /// The configurations that the session was run with, for tests.
  public private(set) var runs: [NIConfiguration] = []
  public private(set) var isInvalid = false
  open func run(_ configuration: NIConfiguration) { runs.append(configuration) }
  open func invalidate() { isInvalid = true }
  /// The states of motion that the session was given, for tests.
  public private(set) var motions: [NIMotionActivityState] = []
  /// Available from iOS 27.
  open func updateMotionState(
    _ motionState: NIMotionActivityState, forObjectWithToken token: NIDiscoveryToken
  ) {
    guard (runs.last as? NINearbyAccessoryConfiguration)?.accessoryDiscoveryToken == token else {
      return
    }
    motions.append(motionState)
  }
}

public protocol NISessionDelegate: NSObjectProtocol {
  func session(_ session: NISession, didUpdate nearbyObjects: [NINearbyObject])
  func session(
    _ session: NISession, didRemove nearbyObjects: [NINearbyObject],
    reason: NINearbyObject.RemovalReason)
  func sessionWasSuspended(_ session: NISession)
  func sessionSuspensionEnded(_ session: NISession)
  func session(_ session: NISession, didInvalidateWith error: any Error)
}
