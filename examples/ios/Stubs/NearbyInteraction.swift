// The part of Nearby Interaction that the example uses, after Apple's public declarations: for a type check on
// machines without Apple's SDK. It measures nothing.

public final class NIDiscoveryToken: CustomStringConvertible {
  public var description: String { "" }
}

public final class NINearbyObject {
  public enum RemovalReason: Int {
    case timeout
    case peerEnded
  }
  public var discoveryToken: NIDiscoveryToken { NIDiscoveryToken() }
  public var distance: Float? { nil }
}

public final class NISession {
  public weak var delegate: (any NISessionDelegate)?
  public init() {}
}

public protocol NISessionDelegate: AnyObject {
  func session(_ session: NISession, didUpdate nearbyObjects: [NINearbyObject])
  func session(
    _ session: NISession, didRemove nearbyObjects: [NINearbyObject],
    reason: NINearbyObject.RemovalReason)
}
