/// Something that happened to the link or to its users, beside the samples.
///
/// The order is that of the numbers in the C interface, from 1. Pages get the list from here, and a test compares those of
/// the header and of Python.
public enum LinkEvent: String, Sendable, Hashable, CaseIterable {
  /// The link was made.
  case connected
  /// The link was lost.
  case disconnected
  /// The ranging session was suspended by the system.
  case suspended
  /// The ranging session runs again; it may stay silent.
  case resumed
  /// The peer was reported as gone.
  case peerLost
  /// The manual trigger was pressed.
  case manualTriggerPressed
  /// The manual trigger was released.
  case manualTriggerReleased
  /// The ring was sent.
  case sent
  /// The other end has received the ring.
  case received
  /// The ring was attached.
  case attached
  /// The ceremony is complete.
  case complete
  /// The devices touch: a tap by NFC, or a bump. It holds until `released` or `disconnected`.
  case touched
  /// The devices no longer touch.
  case released
  /// Something was entered. This and the two below it are marks: link, zone and ceremony stay as they are, and the
  /// cue is played that `Configuration.cues` has for it.
  case entered
  /// Something was left.
  case left
  /// Something was crossed.
  case crossed
  /// A person says that the devices are at the distance of this row now: it teaches the level of signal strength.
  case at
  /// Motion sensors say that the devices lie still, until `moving`.
  case still
  /// Motion sensors say that a device moves.
  case moving
  /// The users try again after the ceremony has failed: it goes on from what the ring has reached.
  case retried
  /// The users begin the ceremony anew, wherever it stands. The link and the zone stay as they are.
  case restarted
}

/// One row of what the devices saw: a sample of a radio, a reported absence, or a link event.
///
/// A sample with neither `range` nor `rssi` and without `event` says that the device reported at
/// that time that it had no measurement. That is data, and not the same as silence.
@frozen public struct Sample: Sendable, Hashable {
  /// When, on the trace's own clock.
  public var time: Seconds
  /// The radio; an event belongs to the link and carries the radio that reported it.
  public var radio: Radio
  // In whole millimetres, behind the radio's byte, so that a sample takes no more room.
  @usableFromInline var deviationMillimeters: UInt32
  /// The measured range, uncorrected; finite and above -1 m, for noise reaches below zero where devices
  /// touch. Not for signal strength.
  public var range: Meters?
  /// Received power; finite.
  public var rssi: DBm?
  /// Power of the first path, where the radio gives it.
  public var firstPathPower: DBm?
  /// The radio channel, where known. Bluetooth advertises on 37, 38 and 39.
  public var channel: UInt8?
  /// What happened, if this is an event.
  public var event: LinkEvent?

  /// A range of -1 m or less says that nothing was measured, or is a gross error.
  @inlinable package static var lowestRange: Meters { Meters(-1) }

  @usableFromInline static let noDeviation = UInt32.max

  /// The standard deviation that the device states for this range, of one axis where it is measured in
  /// the plane; in whole millimetres, at most 1,000 km. `nil` where it states none.
  @inlinable public var deviation: Meters? {
    get {
      deviationMillimeters == Self.noDeviation ? nil : Meters(Double(deviationMillimeters) / 1000)
    }
    set { deviationMillimeters = Self.millimeters(newValue) }
  }

  /// Whole millimetres; `noDeviation` for what is none.
  @usableFromInline static func millimeters(_ deviation: Meters?) -> UInt32 {
    guard let deviation, deviation.value >= 0, deviation.value <= 1e6 else { return noDeviation }
    return UInt32((deviation.value * 1000).rounded())
  }

  /// A sample from its parts; `nil` means not known.
  @inlinable public init(
    time: Seconds, radio: Radio, range: Meters? = nil, rssi: DBm? = nil,
    firstPathPower: DBm? = nil, channel: UInt8? = nil, event: LinkEvent? = nil
  ) {
    (self.time, self.radio, self.channel, self.event) = (time, radio, channel, event)
    (self.range, self.rssi, self.firstPathPower) = (range, rssi, firstPathPower)
    deviationMillimeters = Self.noDeviation
  }

  /// An ultra-wideband range.
  @inlinable public static func uwb(_ range: Meters, at time: Seconds) -> Sample {
    Sample(time: time, radio: .uwb, range: range)
  }

  /// A range by Bluetooth channel sounding.
  @inlinable public static func cs(_ range: Meters, at time: Seconds) -> Sample {
    Sample(time: time, radio: .cs, range: range)
  }

  /// A range between two places that satellites show, with the standard deviation of one axis of their difference.
  @inlinable public static func gnss(
    _ range: Meters, deviation: Meters? = nil, at time: Seconds
  ) -> Sample {
    var sample = Sample(time: time, radio: .gnss, range: range)
    sample.deviation = deviation
    return sample
  }

  /// A distance that a phone reports, with the standard deviation that it states, if any.
  @inlinable public static func reported(
    _ range: Meters, deviation: Meters? = nil, at time: Seconds
  ) -> Sample {
    var sample = Sample(time: time, radio: .reported, range: range)
    sample.deviation = deviation
    return sample
  }

  /// A Bluetooth signal strength.
  @inlinable public static func ble(_ rssi: DBm, at time: Seconds) -> Sample {
    Sample(time: time, radio: .ble, rssi: rssi)
  }

  /// A person says that the devices are at this distance: an edge of a zone, best of all.
  @inlinable public static func at(_ distance: Meters, at time: Seconds) -> Sample {
    Sample(time: time, radio: .ble, range: distance, event: .at)
  }

  /// A link event.
  @inlinable public static func event(_ event: LinkEvent, at time: Seconds) -> Sample {
    Sample(time: time, radio: .uwb, event: event)
  }
}

extension Sample {
  /// Whether every number of it can be taken in.
  package var isUsable: Bool {
    let hasUsableRange = range.map { $0.isFinite && $0 > Self.lowestRange } ?? true
    return time.isFinite && hasUsableRange && rssi?.isFinite != false
  }
}
