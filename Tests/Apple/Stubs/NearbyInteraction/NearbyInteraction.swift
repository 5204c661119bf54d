// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
// The part of Nearby Interaction that LubdubApple uses, after
// https://developer.apple.com/documentation/nearbyinteraction/nisession and nisessiondelegate. It measures nothing.
import Foundation

open class NIDiscoveryToken: NSObject, @unchecked Sendable {}
open class NIConfiguration: NSObject {}

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
  public private(set) var runs = 0
  open func run(_ configuration: NIConfiguration) { runs += 1 }
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
