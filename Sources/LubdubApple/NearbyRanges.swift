#if canImport(NearbyInteraction)
public import Foundation
public import Lubdub
public import LubdubLive
public import LubdubSupport
public import NearbyInteraction

/// Delivers the distances of one peer to a player, from sessions of Nearby Interaction, which it creates, and creates again
/// when the system ends them.
///
/// ```swift
/// let ranges = NearbyRanges(to: player.submit) { report in … }
/// ranges.start()                 // reports this phone's token: send it to the peer
/// try ranges.run(with: token)    // the peer's token; for each new token
/// ```
///
/// A session has one peer: create one `NearbyRanges` per peer. Keep a reference for as long as it measures. The silence of a
/// peer ends the distance, never the link.
public final class NearbyRanges: NSObject, NISessionDelegate, @unchecked Sendable {
  /// A report about the sessions.
  public enum Report: Sendable {
    /// The token of a new session: send it to the peer, whose session needs it. Earlier tokens become useless.
    case token([UInt8])
    /// No ranges arrive until `start` is called again, with the reason.
    case failed(Failure, any Error)
  }

  /// The reason why no ranges arrive.
  public enum Failure: String, CodedError, Sendable, Hashable, CaseIterable {
    /// The user did not allow ranging; the user can change this in Settings.
    case notAllowed
    /// The device has no ultra-wideband.
    case unsupported
    /// Too many sessions run at once: stop one of them.
    case tooManySessions
    /// The two devices cannot measure each other.
    case incompatiblePeer
    /// The configuration, or the peer's token in it, is not valid.
    case invalidConfiguration
    /// The system has ended each of several sessions.
    case endedAgain
  }

  /// The maximum number of restarts of a session without a distance in between, after 1, 2, 4, 8, and 16 s.
  public static let mostRestarts = 5

  private let radio: Radio
  private let queue: DispatchQueue
  private let report: @Sendable (Report) -> Void
  private let hand: @Sendable (UntimedSample) -> Void
  // These properties change only on the queue.
  private var session: NISession?
  private var configuration: NIConfiguration?
  private var restarts = 0

  /// The function that creates a session, and the function that waits; tests replace both functions.
  var makeSession: () -> NISession = { NISession() }
  var wait: (Double, @escaping @Sendable () -> Void) -> Void

  /// Creates the source of a peer's distances, which begin with `start`.
  ///
  /// - Parameters:
  ///   - radio: The radio of the device: `uwb`, `cs`, or `reported` if the device doesn't say.
  ///   - queue: The queue of all callbacks; also call these methods on it.
  ///   - hand: Called with each sample; usually `player.submit`.
  ///   - report: Called with each token, and with the reason if no ranges arrive.
  public init(
    radio: Radio = .uwb, queue: DispatchQueue = .main,
    to hand: @escaping @Sendable (UntimedSample) -> Void,
    report: @escaping @Sendable (Report) -> Void
  ) {
    (self.radio, self.queue, self.report, self.hand) = (radio, queue, report, hand)
    wait = { queue.asyncAfter(deadline: .now() + $0, execute: $1) }
  }

  /// Creates a session, and reports its token. A running session ends.
  public func start() {
    restarts = 0
    makeAgain()
  }

  /// Measures the distance to the peer with a token. The token is kept for later sessions.
  ///
  /// - Throws: An error if the bytes are not a token of Nearby Interaction.
  public func run(with token: [UInt8]) throws {
    let peer = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NIDiscoveryToken.self, from: Data(token))
    guard let peer else { throw CocoaError(.coderInvalidValue) }
    run(NINearbyPeerConfiguration(peerToken: peer))
  }

  /// Measures with a configuration of the app, for example for an accessory.
  public func run(_ configuration: NIConfiguration) {
    self.configuration = configuration
    session?.run(configuration)
  }

  /// Passes the motion of an accessory, from a connection of the app, to the player and, from iOS 27 on, to the session,
  /// whose ranges improve.
  public func note(accessoryMoves isMoving: Bool) {
    hand(.event(isMoving ? .moving : .still))
    // The SDK of iOS 27 comes with Swift 6.4.
    #if (compiler(>=6.4) || SDK_OF_IOS_27) && !os(watchOS)
    guard #available(iOS 27, macCatalyst 27, *),
      let accessory = configuration as? NINearbyAccessoryConfiguration
    else { return }
    session?.updateMotionState(
      isMoving ? .moving : .stationary, forObjectWithToken: accessory.accessoryDiscoveryToken)
    #endif
  }

  /// Stops measuring, and forgets the peer.
  public func stop() {
    configuration = nil
    end()
  }

  private func end() {
    session?.delegate = nil
    session?.invalidate()
    session = nil
  }

  private func makeAgain() {
    end()
    let session = makeSession()
    session.delegate = self
    session.delegateQueue = queue
    self.session = session
    if let token = session.discoveryToken,
      let bytes = try? NSKeyedArchiver.archivedData(
        withRootObject: token, requiringSecureCoding: true)
    {
      report(.token([UInt8](bytes)))
    }
    if let configuration { session.run(configuration) }
  }

  // MARK: - The session

  /// Delivers the distances of one callback; `nil` if an object has no distance, which is also data.
  public func session(_ session: NISession, didUpdate nearbyObjects: [NINearbyObject]) {
    for object in nearbyObjects {
      if object.distance != nil { restarts = 0 }
      hand(
        UntimedSample(
          Sample(time: 0, radio: radio, range: object.distance.map { Meters(Double($0)) })))
    }
  }

  /// Reports that the peer was not heard for long, or stopped measuring. After a timeout, the session continues with a new
  /// run.
  public func session(
    _ session: NISession, didRemove nearbyObjects: [NINearbyObject],
    reason: NINearbyObject.RemovalReason
  ) {
    hand(.event(.peerLost))
    if reason == .timeout, let configuration { session.run(configuration) }
  }

  /// Reports that the app is in the background.
  public func sessionWasSuspended(_ session: NISession) { hand(.event(.suspended)) }

  /// Restarts ranging in the foreground: a session doesn't continue automatically.
  public func sessionSuspensionEnded(_ session: NISession) {
    hand(.event(.resumed))
    if let configuration { session.run(configuration) }
  }

  /// Handles the end of a session by the system: creates another session, unless the error will recur.
  public func session(_ session: NISession, didInvalidateWith error: any Error) {
    guard session === self.session else { return }
    hand(.event(.peerLost))
    end()
    let lasting = (error as? NIError).flatMap { Failure($0.code) }
    if let failure = lasting ?? (restarts < Self.mostRestarts ? nil : .endedAgain) {
      return report(.failed(failure, error))
    }
    restarts += 1
    wait(Double(1 << (restarts - 1))) { [weak self] in
      guard let self, self.session == nil else { return }
      makeAgain()
    }
  }
}

extension NearbyRanges.Failure {
  /// Creates the failure for an error of the system; `nil` if a new session may measure.
  init?(_ code: NIError.Code) {
    switch code {
    case .userDidNotAllow: self = .notAllowed
    case .unsupportedPlatform: self = .unsupported
    case .activeSessionsLimitExceeded: self = .tooManySessions
    case .incompatiblePeerDevice: self = .incompatiblePeer
    case .invalidConfiguration: self = .invalidConfiguration
    default: return nil
    }
  }
}
#endif
