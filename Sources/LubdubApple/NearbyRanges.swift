#if canImport(NearbyInteraction)
public import Foundation
public import Lubdub
public import LubdubLive
public import NearbyInteraction

/// Hands the distances of a session of Nearby Interaction to a player, and starts the session anew after a suspension or
/// an invalidation.
///
/// Hold it as long as the session lasts. A distance that a device reports without saying how it was measured, as
/// accessories with channel sounding do, is a sample of the radio `reported`.
public final class NearbyRanges: NSObject, NISessionDelegate {
  private let hand: @Sendable (UntimedSample) -> Void
  private let radio: Radio
  private let configuration: NIConfiguration
  private let remake: (NearbyRanges) -> Void

  /// The delegate of a session.
  ///
  /// - Parameters:
  ///   - configuration: What the session is run with, now and again after a suspension.
  ///   - radio: How the device measures: `uwb`, `cs` or `reported`.
  ///   - remake: Called when the session was invalidated: make a new one, set this object as its delegate, and run it.
  ///   - hand: Called with each sample, on the session's queue; usually `player.submit`.
  public init(
    _ configuration: NIConfiguration, radio: Radio = .uwb,
    remake: @escaping (NearbyRanges) -> Void = { _ in },
    to hand: @escaping @Sendable (UntimedSample) -> Void
  ) {
    self.configuration = configuration
    self.radio = radio
    self.remake = remake
    self.hand = hand
  }

  /// Distances of one callback; `nil` where an object has none, which is data, too.
  public func session(_ session: NISession, didUpdate nearbyObjects: [NINearbyObject]) {
    for object in nearbyObjects {
      hand(
        UntimedSample(
          Sample(time: 0, radio: radio, range: object.distance.map { Meters(Double($0)) })))
    }
  }

  /// The peer has gone, or was not heard for long. After a timeout, the session goes on with a new run.
  public func session(
    _ session: NISession, didRemove nearbyObjects: [NINearbyObject],
    reason: NINearbyObject.RemovalReason
  ) {
    hand(.event(reason == .peerEnded ? .disconnected : .peerLost))
    if reason == .timeout { session.run(configuration) }
  }

  /// The app is in the background.
  public func sessionWasSuspended(_ session: NISession) { hand(.event(.suspended)) }

  /// The app is in front again: a session does not go on by itself.
  public func sessionSuspensionEnded(_ session: NISession) {
    hand(.event(.resumed))
    session.run(configuration)
  }

  /// The session is worth nothing any more.
  public func session(_ session: NISession, didInvalidateWith error: any Error) {
    hand(.event(.peerLost))
    remake(self)
  }
}
#endif
