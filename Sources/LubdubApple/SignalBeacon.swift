// watchOS and tvOS advertise no services of their own.
#if canImport(CoreBluetooth) && !os(watchOS) && !os(tvOS)
public import CoreBluetooth
public import Foundation

/// Advertises services, so that `SignalStrengths` on another device hears this device.
///
/// Keep a reference for as long as it advertises. In the background, only other Apple devices hear it, and less often.
public final class SignalBeacon: NSObject, CBPeripheralManagerDelegate {
  private let services: [CBUUID]
  private var manager: CBPeripheralManager?
  private var isStopped = false

  /// Creates an advertiser, which begins as soon as Bluetooth is on.
  ///
  /// - Parameters:
  ///   - services: The services to advertise.
  ///   - queue: The queue of the callbacks; `nil` for the main queue.
  public init(of services: [CBUUID], queue: DispatchQueue? = nil) {
    self.services = services
    super.init()
    manager = CBPeripheralManager(delegate: self, queue: queue)
  }

  /// Stops advertising.
  public func stop() {
    isStopped = true
    if manager?.state == .poweredOn { manager?.stopAdvertising() }
  }

  /// Advertises as soon as Bluetooth is on, and again after it was off.
  public func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    guard peripheral.state == .poweredOn, !isStopped else { return }
    peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: services])
  }
}
#endif
