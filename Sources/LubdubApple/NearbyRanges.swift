#if canImport(NearbyInteraction)
public import Foundation
public import Lubdub
public import LubdubLive
public import LubdubSupport
public import NearbyInteraction

/// Hands the distances of one peer to a player, by sessions of Nearby Interaction that it makes, and makes again when the
/// system ends one.
///
/// ```swift
/// let ranges = NearbyRanges(to: player.submit) { report in … }
/// ranges.start()                 // reports the own token: send it to the peer
/// try ranges.run(with: token)    // the peer's token; each time that a new one comes
/// ```
///
/// A session is with one peer: make one of these for each. Hold it as long as it is to measure. A peer that falls silent is an end
/// of the distance, never of the link.
public final class NearbyRanges: NSObject, NISessionDelegate, @unchecked Sendable {
  /// A report about the sessions.
  public enum Report: Sendable {
    /// The token of a session that was made: send it to the peer, whose session needs it. An earlier one is worth nothing.
    case token([UInt8])
    /// No ranges come until `start` is called again, and why.
    case failed(Failure, any Error)
  }

  /// The reason for which there are no ranges.
  public enum Failure: String, CodedError, Sendable, Hashable, CaseIterable {
    /// The user did not allow it: Settings can change that.
    case notAllowed
    /// The device has no ultra-wideband.
    case unsupported
    /// Too many sessions run at once: stop one.
    case tooManySessions
    /// The two devices cannot measure each other.
    case incompatiblePeer
    /// The configuration, or the peer's token in it, is not valid.
    case invalidConfiguration
    /// The system has ended each of several sessions.
    case endedAgain
  }

  /// The number of times that a session is made again without a distance in between, after 1, 2, 4, 8, and 16 s.
  public static let mostRestarts = 5

  private let radio: Radio
  private let queue: DispatchQueue
  private let report: @Sendable (Report) -> Void
  private let hand: @Sendable (UntimedSample) -> Void
  // All of these change on the queue alone.
  private var session: NISession?
  private var configuration: NIConfiguration?
  private var restarts = 0

  /// Makes a session, and waits for a moment; tests replace both.
  var makeSession: () -> NISession = { NISession() }
  var wait: (Double, @escaping @Sendable () -> Void) -> Void

  /// The distances of a peer; none before `start`.
  ///
  /// - Parameters:
  ///   - radio: How the device measures: `uwb`, `cs`, or `reported`, where it does not say how.
  ///   - queue: Where everything is called, also these methods.
  ///   - hand: Called with each sample; usually `player.submit`.
  ///   - report: Called with each token, and with why there are no ranges.
  public init(
    radio: Radio = .uwb, queue: DispatchQueue = .main,
    to hand: @escaping @Sendable (UntimedSample) -> Void,
    report: @escaping @Sendable (Report) -> Void
  ) {
    (self.radio, self.queue, self.report, self.hand) = (radio, queue, report, hand)
    wait = { queue.asyncAfter(deadline: .now() + $0, execute: $1) }
  }

  /// Makes a session, and reports its token. A session that runs ends.
  public func start() {
    restarts = 0
    makeAgain()
  }

  /// Measures to the peer that a token is of. The token is kept for sessions to come.
  ///
  /// - Throws: Where the bytes are not a token of Nearby Interaction.
  public func run(with token: [UInt8]) throws {
    let peer = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NIDiscoveryToken.self, from: Data(token))
    guard let peer else { throw CocoaError(.coderInvalidValue) }
    run(NINearbyPeerConfiguration(peerToken: peer))
  }

  /// Measures by a configuration of the app's own, as for an accessory.
  public func run(_ configuration: NIConfiguration) {
    self.configuration = configuration
    session?.run(configuration)
  }

  /// Notes how an accessory moves, as it reports by a connection of the app's: the player knows it, and from iOS 27 on the
  /// session, whose ranges become better by it.
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

  /// Measures no more, and forgets the peer.
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

  /// Distances of one callback; `nil` where an object has none, which is data, too.
  public func session(_ session: NISession, didUpdate nearbyObjects: [NINearbyObject]) {
    for object in nearbyObjects {
      if object.distance != nil { restarts = 0 }
      hand(
        UntimedSample(
          Sample(time: 0, radio: radio, range: object.distance.map { Meters(Double($0)) })))
    }
  }

  /// The peer was not heard for long, or measures no more. After a timeout, the session goes on with a new run.
  public func session(
    _ session: NISession, didRemove nearbyObjects: [NINearbyObject],
    reason: NINearbyObject.RemovalReason
  ) {
    hand(.event(.peerLost))
    if reason == .timeout, let configuration { session.run(configuration) }
  }

  /// The app is in the background.
  public func sessionWasSuspended(_ session: NISession) { hand(.event(.suspended)) }

  /// The app is in front again: a session does not go on by itself.
  public func sessionSuspensionEnded(_ session: NISession) {
    hand(.event(.resumed))
    if let configuration { session.run(configuration) }
  }

  /// The system has ended the session: another one is made, unless the error will be the same.
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
  /// The failure that an error of the system means; `nil` where a new session may measure.
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
