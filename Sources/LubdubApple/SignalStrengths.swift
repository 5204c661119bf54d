#if canImport(CoreBluetooth)
public import CoreBluetooth
public import Foundation
import Lubdub
public import LubdubLive

/// Hands the signal strength of advertisements to a player, each of them: also of a peripheral that was heard before, and
/// after the system has ended and restored the app.
///
/// Hold it as long as it is to scan. In the background the system reports a peripheral once only, whatever is asked for.
public final class SignalStrengths: NSObject, CBCentralManagerDelegate {
  private let services: [CBUUID]
  private let hand: @Sendable (UntimedSample, UUID) -> Void
  private var central: CBCentralManager?
  private var isStopped = false

  /// A scan.
  ///
  /// - Parameters:
  ///   - services: What is advertised. In the background, a scan for anything finds nothing.
  ///   - restoring: The name under which the system restores the scan; `nil` where it does not.
  ///   - queue: What the callbacks come on; `nil` for the main queue.
  ///   - hand: Called with each signal strength and whose it is.
  public init(
    of services: [CBUUID], restoring: String? = nil, queue: DispatchQueue? = nil,
    to hand: @escaping @Sendable (UntimedSample, UUID) -> Void
  ) {
    self.services = services
    self.hand = hand
    super.init()
    central = CBCentralManager(
      delegate: self, queue: queue,
      options: restoring.map { [CBCentralManagerOptionRestoreIdentifierKey: $0] })
  }

  /// Scans no more.
  public func stop() {
    isStopped = true
    if central?.state == .poweredOn { central?.stopScan() }
  }

  /// Scans as soon as Bluetooth is on, and again when it was off.
  public func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn, !isStopped else { return }
    central.scanForPeripherals(
      withServices: services, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
  }

  /// The system has restored the scan; it goes on when the state is known.
  public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}

  /// An advertisement. 127 means that there is no signal strength.
  public func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    guard RSSI.intValue != 127 else { return }
    hand(.ble(DBm(RSSI.doubleValue)), peripheral.identifier)
  }
}
#endif
