// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
// The part of Core Bluetooth that LubdubApple uses, after
// https://developer.apple.com/documentation/corebluetooth: cbcentralmanager, cbperipheralmanager, cbperipheral, their
// delegates, and cbchannelsoundingprocedureresults. It
// hears nothing.
public import Foundation

public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"

public enum CBManagerState: Int, Sendable {
  case unknown, resetting, unsupported, unauthorized, poweredOff, poweredOn
}

open class CBUUID: NSObject, @unchecked Sendable {
  public init(string: String) {}
}

open class CBPeer: NSObject {
  open var identifier: UUID { UUID() }
}

open class CBPeripheral: CBPeer {}

/// Available from iOS 27.
open class CBChannelSoundingProcedureResults: NSObject {
  open var distance: Double { 0 }
}

public protocol CBPeripheralDelegate: NSObjectProtocol {
  /// Available from iOS 27.
  func peripheral(
    _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
    error: (any Error)?)
}

open class CBCentralManager: NSObject {
  public init(
    delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?,
    options: [String: Any]? = nil
  ) {}
  open var state: CBManagerState { .poweredOn }
  /// The options of the scans, for tests.
  public private(set) var scans: [[String: Any]] = []
  open func scanForPeripherals(
    withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil
  ) {
    scans.append(options ?? [:])
  }
  public private(set) var isScanning = true
  open func stopScan() { isScanning = false }
}

public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"

open class CBPeripheralManager: NSObject {
  public init(delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?) {}
  open var state: CBManagerState { .poweredOn }
  /// The advertised services, for tests; `nil` for a stop.
  public private(set) var advertisements: [[String: Any]?] = []
  open func startAdvertising(_ advertisementData: [String: Any]?) {
    advertisements.append(advertisementData)
  }
  open func stopAdvertising() { advertisements.append(nil) }
}

public protocol CBPeripheralManagerDelegate: NSObjectProtocol {
  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)
}

public protocol CBCentralManagerDelegate: NSObjectProtocol {
  func centralManagerDidUpdateState(_ central: CBCentralManager)
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber)
}
