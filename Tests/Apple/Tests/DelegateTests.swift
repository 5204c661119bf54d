import CoreBluetooth
import Foundation
import Lubdub
import LubdubLive
import NearbyInteraction
import Synchronization
import Testing

@testable import LubdubAppleOnStubs

/// The delegates that pass samples to a player, called as the systems call them.
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

  /// Ranges whose sessions and waits are visible to a test.
  private final class Sessions: @unchecked Sendable {
    let samples = Seen<UntimedSample>()
    let tokens = Seen<[UInt8]>()
    let failures = Seen<NearbyRanges.Failure>()
    private(set) var made: [NISession] = []
    private(set) var waits: [Double] = []
    private var waiting: [() -> Void] = []
    let ranges: NearbyRanges

    init(_ radio: Radio = .uwb) {
      ranges = NearbyRanges(radio: radio, to: samples.add) { [tokens, failures] report in
        switch report {
        case .token(let token): tokens.add(token)
        case .failed(let failure, _): failures.add(failure)
        }
      }
      ranges.makeSession = { [unowned self] in
        made.append(NISession())
        return made[made.count - 1]
      }
      ranges.wait = { [unowned self] seconds, work in
        waits.append(seconds)
        waiting.append(work)
      }
    }

    var last: NISession { made[made.count - 1] }

    /// Ends the last session as the system does, and runs the waiting work.
    func end(_ code: NIError.Code) {
      ranges.session(last, didInvalidateWith: NIError(code))
      let work = waiting
      waiting = []
      work.forEach { $0() }
    }
  }

  @Test("A ranging session resumes after a suspension and a timeout and keeps the link")
  func ranges() throws {
    let sessions = Sessions()
    let ranges = sessions.ranges
    ranges.start()
    let session = sessions.last
    let peer = NIDiscoveryToken()
    let bytes = try NSKeyedArchiver.archivedData(withRootObject: peer, requiringSecureCoding: true)
    try ranges.run(with: [UInt8](bytes))
    #expect((session.runs.last as? NINearbyPeerConfiguration)?.peerDiscoveryToken == peer)
    #expect(throws: (any Error).self) { try ranges.run(with: [1, 2, 3]) }
    ranges.session(session, didUpdate: [Peer(1.5), Peer(nil)])
    ranges.sessionWasSuspended(session)
    #expect(session.runs.count == 1)
    ranges.sessionSuspensionEnded(session)
    ranges.session(session, didRemove: [Peer(nil)], reason: .timeout)
    #expect(session.runs.count == 3)
    ranges.session(session, didRemove: [Peer(nil)], reason: .peerEnded)
    #expect(session.runs.count == 3)
    #expect(
      sessions.samples.all == [
        .uwb(1.5), .uwb(nil), .event(.suspended), .event(.resumed), .event(.peerLost),
        .event(.peerLost),
      ])
    ranges.stop()
    #expect(session.isInvalid && sessions.failures.all == [])
  }

  @Test("A session that the system ends is recreated with a new token, at most five times")
  func restarts() {
    let sessions = Sessions()
    sessions.ranges.start()
    sessions.ranges.run(NIConfiguration())
    for _ in 0..<5 { sessions.end(.sessionFailed) }
    #expect(sessions.waits == [1, 2, 4, 8, 16])
    #expect(sessions.made.count == 6 && Set(sessions.tokens.all).count == 6)
    #expect(sessions.made.allSatisfy { $0.runs.count == 1 } && sessions.failures.all == [])
    // A distance in between, and it begins at one second again.
    sessions.ranges.session(sessions.last, didUpdate: [Peer(1)])
    sessions.end(.resourceUsageTimeout)
    #expect(sessions.waits.last == 1 && sessions.waits.count == 6)
    for _ in 0..<5 { sessions.end(.sessionFailed) }
    #expect(sessions.failures.all == [.endedAgain] && sessions.made.count == 11)
    // A session that is over says nothing more.
    sessions.ranges.session(sessions.last, didInvalidateWith: NIError(.sessionFailed))
    #expect(sessions.failures.all == [.endedAgain])
    sessions.ranges.start()
    #expect(sessions.made.count == 12)
  }

  @Test("A lasting failure is reported by its name, and no new session is created")
  func failures() {
    let causes: [(NIError.Code, NearbyRanges.Failure)] = [
      (.userDidNotAllow, .notAllowed), (.unsupportedPlatform, .unsupported),
      (.activeSessionsLimitExceeded, .tooManySessions),
      (.incompatiblePeerDevice, .incompatiblePeer), (.invalidConfiguration, .invalidConfiguration),
    ]
    for (code, failure) in causes {
      let sessions = Sessions()
      sessions.ranges.start()
      sessions.end(code)
      #expect(sessions.failures.all == [failure] && sessions.made.count == 1)
      #expect(sessions.samples.all == [.event(.peerLost)], "the link stands")
    }
  }

  @Test("A distance of unknown origin is a reported distance")
  func reported() {
    let sessions = Sessions(.reported)
    sessions.ranges.session(NISession(), didUpdate: [Peer(2)])
    #expect(sessions.samples.all == [.reported(2)])
  }

  @Test("Motion of an accessory reaches the player and the channel-sounding session")
  func motion() {
    let sessions = Sessions(.reported)
    sessions.ranges.start()
    sessions.ranges.note(accessoryMoves: true)
    #expect(sessions.last.motions == [], "no accessory is known")
    sessions.ranges.run(
      NINearbyAccessoryConfiguration(
        bluetoothChannelSoundingIdentifier: UUID(), previousBluetoothIdentifier: nil))
    sessions.ranges.note(accessoryMoves: true)
    sessions.ranges.note(accessoryMoves: false)
    #expect(sessions.last.motions == [.moving, .stationary])
    #expect(sessions.samples.all == [.event(.moving), .event(.moving), .event(.still)])
  }

  /// A delegate of an app's own, as in the article on live heartbeats.
  private final class Sounding: NSObject, CBPeripheralDelegate {
    let seen = Seen<UntimedSample>()

    func peripheral(
      _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
      error: (any Error)?
    ) {
      if let results { seen.add(.reported(Meters(results.distance))) }
    }
  }

  private final class Results: CBChannelSoundingProcedureResults {
    override var distance: Double { 1.25 }
  }

  @Test("A channel-sounding distance from Core Bluetooth is a reported distance")
  func sounding() {
    let delegate = Sounding()
    delegate.peripheral(CBPeripheral(), didReceive: Results(), error: nil)
    delegate.peripheral(CBPeripheral(), didReceive: nil, error: NIError(.sessionFailed))
    #expect(delegate.seen.all == [.reported(1.25)])
  }

  @Test("Scans ask for every advertisement, and a strength of 127 is ignored")
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
    scan.stop()
    scan.centralManagerDidUpdateState(central)
    #expect(central.scans.count == 1, "Bluetooth that comes back starts nothing that was stopped")
  }

  @Test("A beacon advertises when Bluetooth is on, until it is stopped")
  func beacon() throws {
    let beacon = SignalBeacon(of: [CBUUID(string: "180D")])
    let manager = CBPeripheralManager(delegate: nil, queue: nil)
    beacon.peripheralManagerDidUpdateState(manager)
    let advertised = try #require(manager.advertisements.first ?? nil)
    #expect((advertised[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID])?.count == 1)
    beacon.stop()
    beacon.peripheralManagerDidUpdateState(manager)
    #expect(manager.advertisements.count == 1)
  }

  @Test("A log numbers peers in order of appearance, in every run of the app")
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
