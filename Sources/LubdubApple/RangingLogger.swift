#if canImport(NearbyInteraction)
public import Foundation
public import NearbyInteraction

/// Writes the distances that a session of Nearby Interaction reports as JSON lines that `lubdub run` reads.
///
/// Peers are named in the order in which they first appear. Set the logger as the delegate of a session, and share the file
/// from the app.
public final class RangingLogger: NSObject, NISessionDelegate {
  /// The number of lines that could not be written, for example because the disk is full.
  public var lost: Int { file.lost }

  private let file: LineFile
  private let technology: String
  private var peers: [NIDiscoveryToken: Int] = [:]

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - url: The file; its contents are overwritten.
  ///   - technology: The technology of the session: `uwb` or `cs`. The system doesn't report it with a distance.
  /// - Throws: An error if the file cannot be written.
  public init(writingTo url: URL, technology: String = "uwb") throws {
    file = try LineFile(writingTo: url)
    self.technology = technology
  }

  /// Writes the distances of one callback.
  public func session(_ session: NISession, didUpdate nearbyObjects: [NINearbyObject]) {
    for object in nearbyObjects { write(object) }
  }

  /// Writes the peers that have left.
  public func session(
    _ session: NISession, didRemove nearbyObjects: [NINearbyObject],
    reason: NINearbyObject.RemovalReason
  ) {
    for object in nearbyObjects { write(object, event: "stopped") }
  }

  /// Ignored: nothing is written.
  public func sessionWasSuspended(_ session: NISession) {}

  /// Ignored: nothing is written.
  public func sessionSuspensionEnded(_ session: NISession) {}

  /// Ignored: nothing is written.
  public func session(_ session: NISession, didInvalidateWith error: any Error) {}

  private func write(_ object: NINearbyObject, event: String? = nil) {
    // Seconds since the device was started: this clock never goes back.
    let time = ProcessInfo.processInfo.systemUptime
    let distance = object.distance.map { "\($0)" } ?? "null"
    let peer = peers[object.discoveryToken, default: peers.count + 1]
    peers[object.discoveryToken] = peer
    var line =
      "{\"timestamp\":\(time),\"technology\":\"\(technology)\",\"distance_m\":\(distance),"
      + "\"peer\":\"peer-\(peer)\""
    if let event { line += ",\"event\":\"\(event)\"" }
    file.write((line + "}\n").utf8)
  }
}
#endif
