import Foundation
import NearbyInteraction

/// Writes the distances that a session of Nearby Interaction reports, by ultra-wideband or by channel sounding, as
/// JSON lines that `lubdub import` reads. Share the file from the app, then:
///
///     lubdub run ranging.ndjson
final class RangingLogger: NSObject, NISessionDelegate {
  private let file: FileHandle
  /// How the session measures: `uwb` or `cs`. The system does not say it with a distance.
  private let technology: String

  init(writingTo url: URL, technology: String) throws {
    try Data().write(to: url)
    file = try FileHandle(forWritingTo: url)
    self.technology = technology
  }

  func session(_ session: NISession, didUpdate nearbyObjects: [NINearbyObject]) {
    for object in nearbyObjects { write(object, event: nil) }
  }

  func session(
    _ session: NISession, didRemove nearbyObjects: [NINearbyObject],
    reason: NINearbyObject.RemovalReason
  ) {
    for object in nearbyObjects { write(object, event: "stopped") }
  }

  private func write(_ object: NINearbyObject, event: String?) {
    // Seconds since the device was started: this clock never goes back.
    let time = ProcessInfo.processInfo.systemUptime
    let distance = object.distance.map { "\($0)" } ?? "null"
    let peer = String(object.discoveryToken.description.hashValue, radix: 36)
    var line =
      "{\"timestamp\":\(time),\"technology\":\"\(technology)\",\"distance_m\":\(distance),\"peer\":\"\(peer)\""
    if let event { line += ",\"event\":\"\(event)\"" }
    try? file.write(contentsOf: Data((line + "}\n").utf8))
  }
}
