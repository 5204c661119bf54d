#if canImport(CoreBluetooth)
public import CoreBluetooth
public import Foundation

/// Advertises services, so that `SignalStrengths` of another device hears this one.
///
/// Hold it as long as it is to advertise. In the background only other devices of Apple's hear it, and more rarely.
public final class SignalBeacon: NSObject, CBPeripheralManagerDelegate {
  private let services: [CBUUID]
  private var manager: CBPeripheralManager?
  private var isStopped = false

  /// An advertiser, which begins as soon as Bluetooth is on.
  ///
  /// - Parameters:
  ///   - services: What is advertised.
  ///   - queue: What the callbacks come on; `nil` for the main queue.
  public init(of services: [CBUUID], queue: DispatchQueue? = nil) {
    self.services = services
    super.init()
    manager = CBPeripheralManager(delegate: self, queue: queue)
  }

  /// Advertises no more.
  public func stop() {
    isStopped = true
    if manager?.state == .poweredOn { manager?.stopAdvertising() }
  }

  /// Advertises as soon as Bluetooth is on, and again when it was off.
  public func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    guard peripheral.state == .poweredOn, !isStopped else { return }
    peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: services])
  }
}
#endif
