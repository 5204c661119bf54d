#if canImport(CoreBluetooth)
public import CoreBluetooth
public import Foundation
import Lubdub
public import LubdubLive

/// Delivers the signal strength of every advertisement to a player, including peripherals that were heard before, and after
/// the system has ended and restored the app.
///
/// Keep a reference while it scans. In the background, the system reports a peripheral only once, regardless of options.
public final class SignalStrengths: NSObject, CBCentralManagerDelegate {
  private let services: [CBUUID]
  private let hand: @Sendable (UntimedSample, UUID) -> Void
  private var central: CBCentralManager?
  private var isStopped = false

  /// Creates a scan.
  ///
  /// - Parameters:
  ///   - services: The advertised services. In the background, a scan for any service finds nothing.
  ///   - restoring: The name under which the system restores the scan; `nil` if the scan is not restored.
  ///   - queue: The queue of the callbacks; `nil` for the main queue.
  ///   - hand: Called with each signal strength and its peripheral.
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

  /// Stops scanning.
  public func stop() {
    isStopped = true
    if central?.state == .poweredOn { central?.stopScan() }
  }

  /// Scans as soon as Bluetooth is on, and again after it was off.
  public func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn, !isStopped else { return }
    central.scanForPeripherals(
      withServices: services, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
  }

  /// Ignored: the restored scan continues when the state is known.
  public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}

  /// Delivers an advertisement. 127 means that there is no signal strength.
  public func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    guard RSSI.intValue != 127 else { return }
    hand(.ble(DBm(RSSI.doubleValue)), peripheral.identifier)
  }
}
#endif
