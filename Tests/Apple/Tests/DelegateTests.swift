import CoreBluetooth
import Foundation
import Lubdub
import LubdubLive
import NearbyInteraction
import Synchronization
import Testing

@testable import LubdubAppleOnStubs

/// The delegates that hand samples to a player, called as the systems call them.
@Suite("Delegates") struct DelegateTests {
  private final class Seen<Value: Sendable>: Sendable {
    let values = Mutex<[Value]>([])
    func add(_ value: Value) { values.withLock { $0.append(value) } }
    var all: [Value] { values.withLock { $0 } }
  }

  private final class Peer: NINearbyObject {
    private let metres: Float?
    private let token: NIDiscoveryToken
    init(_ metres: Float?, _ token: NIDiscoveryToken = NIDiscoveryToken()) {
      (self.metres, self.token) = (metres, token)
    }
    override var distance: Float? { metres }
    override var discoveryToken: NIDiscoveryToken { token }
  }

  @Test("A ranging session goes on after a suspension, a timeout and an invalidation")
  func ranges() {
    let seen = Seen<UntimedSample>()
    let session = NISession()
    var remade = 0
    let ranges = NearbyRanges(NIConfiguration(), remake: { _ in remade += 1 }) { seen.add($0) }
    ranges.session(session, didUpdate: [Peer(1.5), Peer(nil)])
    ranges.sessionWasSuspended(session)
    #expect(session.runs == 0)
    ranges.sessionSuspensionEnded(session)
    #expect(session.runs == 1)
    ranges.session(session, didRemove: [Peer(nil)], reason: .timeout)
    #expect(session.runs == 2)
    ranges.session(session, didRemove: [Peer(nil)], reason: .peerEnded)
    #expect(session.runs == 2 && remade == 0)
    ranges.session(session, didInvalidateWith: CocoaError(.fileReadUnknown))
    #expect(remade == 1)
    #expect(
      seen.all == [
        .uwb(1.5), .uwb(nil), .event(.suspended), .event(.resumed), .event(.peerLost),
        .event(.disconnected), .event(.peerLost),
      ])
  }

  @Test("A distance whose origin is not said is a reported one")
  func reported() {
    let seen = Seen<UntimedSample>()
    let ranges = NearbyRanges(NIConfiguration(), radio: .reported) { seen.add($0) }
    ranges.session(NISession(), didUpdate: [Peer(2)])
    #expect(seen.all == [.reported(2)])
  }

  @Test("Every advertisement is asked for, and 127 is no signal strength")
  func strengths() throws {
    let seen = Seen<UntimedSample>()
    let scan = SignalStrengths(of: [CBUUID(string: "180D")], restoring: "scan") { sample, _ in
      seen.add(sample)
    }
    let central = CBCentralManager(delegate: nil, queue: nil)
    scan.centralManager(central, willRestoreState: [:])
    scan.centralManagerDidUpdateState(central)
    let options = try #require(central.scans.first)
    #expect(options[CBCentralManagerScanOptionAllowDuplicatesKey] as? Bool == true)
    for strength in [-60, 127, -61] {
      scan.centralManager(
        central, didDiscover: CBPeripheral(), advertisementData: [:],
        rssi: NSNumber(value: strength))
    }
    #expect(seen.all == [.ble(-60), .ble(-61)])
  }

  @Test("A log names peers in the order in which they came, in every run of the app")
  func log() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: url) }
    let logger = try RangingLogger(writingTo: url)
    let (one, two) = (NIDiscoveryToken(), NIDiscoveryToken())
    let session = NISession()
    logger.session(session, didUpdate: [Peer(1, two), Peer(nil, one)])
    logger.session(session, didUpdate: [Peer(2, one)])
    logger.session(session, didRemove: [Peer(nil, two)], reason: .timeout)
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
      try #require(
        JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: any Sendable])
    }
    #expect(lines.map { $0["peer"] as? String } == ["peer-1", "peer-2", "peer-2", "peer-1"])
    #expect(lines.map { $0["distance_m"] as? Double } == [1, nil, 2, nil])
    #expect(lines.map { $0["event"] as? String } == [nil, nil, nil, "stopped"])
    #expect(logger.lost == 0)
  }
}
