/// An event of the link or of its users, in addition to the samples.
///
/// The cases have the order of the numbers in the C interface, from 1. Pages get the list from here, and a test compares the
/// lists of the header and of Python.
public enum LinkEvent: String, Sendable, Hashable, CaseIterable {
  /// The link was established.
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
  /// The other end received the ring.
  case received
  /// The ring was attached.
  case attached
  /// The ceremony is complete.
  case complete
  /// The devices touch: a tap by NFC, or a bump. The touch lasts until `released` or `disconnected`.
  case touched
  /// The devices no longer touch.
  case released
  /// Something was entered. This case and the next two cases are marks: link, zone, and ceremony stay as they are, and the
  /// cue of the mark in `Configuration.cues` is played.
  case entered
  /// Something was left.
  case left
  /// Something was crossed.
  case crossed
  /// A person states that the devices are at the distance of this row now: Lubdub learns the level of signal strength from
  /// it.
  case at
  /// Motion sensors report that the devices lie still, until `moving`.
  case still
  /// Motion sensors report that a device moves.
  case moving
  /// The users retry after the ceremony has failed: the ceremony continues from the step that the ring has reached.
  case retried
  /// The users restart the ceremony, in any phase. The link and the zone stay as they are.
  case restarted
}

/// One row of the data of the devices: a sample of a radio, a reported absence, or a link event.
///
/// A sample without a `range`, `rssi`, or `event` means that the device reported at that time that it had no measurement.
/// Such a report is data, unlike silence.
@frozen public struct Sample: Sendable, Hashable {
  /// The time on the trace's own clock.
  public var time: Seconds
  /// The radio; an event belongs to the link and has the radio that reported it.
  public var radio: Radio
  // In whole millimeters, after the radio's byte, so that a sample does not need more memory.
  @usableFromInline var deviationMillimeters: UInt32
  /// The measured range, uncorrected; finite and above -1 m, because noise reaches below zero if devices touch. `nil` for
  /// signal strength.
  public var range: Meters?
  /// The received power; finite.
  public var rssi: DBm?
  /// The power of the first path, if the radio reports it.
  public var firstPathPower: DBm?
  /// The radio channel, if known. Bluetooth advertises on 37, 38, and 39.
  public var channel: UInt8?
  /// The event; `nil` for a sample without an event.
  public var event: LinkEvent?

  /// The limit of ranges: a range of -1 m or less means that nothing was measured, or is a gross error.
  @inlinable package static var lowestRange: Meters { Meters(-1) }

  @usableFromInline static let noDeviation = UInt32.max

  /// The standard deviation that the device states for this range, of one axis if it is measured in the plane; in whole
  /// millimeters, at most 1,000 km. `nil` if the device states no deviation.
  @inlinable public var deviation: Meters? {
    get {
      deviationMillimeters == Self.noDeviation ? nil : Meters(Double(deviationMillimeters) / 1000)
    }
    set { deviationMillimeters = Self.millimeters(newValue) }
  }

  /// Returns whole millimeters; `noDeviation` for a missing or invalid deviation.
  @usableFromInline static func millimeters(_ deviation: Meters?) -> UInt32 {
    guard let deviation, deviation.value >= 0, deviation.value <= 1e6 else { return noDeviation }
    return UInt32((deviation.value * 1000).rounded())
  }

  /// Creates a sample from its parts; `nil` means unknown.
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

  /// A range between two places by satellite, with the standard deviation of one axis of their difference.
  @inlinable public static func gnss(
    _ range: Meters, deviation: Meters? = nil, at time: Seconds
  ) -> Sample {
    var sample = Sample(time: time, radio: .gnss, range: range)
    sample.deviation = deviation
    return sample
  }

  /// A distance that a phone reports, with the standard deviation that the phone states, if any.
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

  /// A person's statement that the devices are at this distance, preferably an edge of a zone.
  @inlinable public static func at(_ distance: Meters, at time: Seconds) -> Sample {
    Sample(time: time, radio: .ble, range: distance, event: .at)
  }

  /// A link event.
  @inlinable public static func event(_ event: LinkEvent, at time: Seconds) -> Sample {
    Sample(time: time, radio: .uwb, event: event)
  }
}

extension Sample {
  /// Whether every number of the sample is valid.
  package var isUsable: Bool {
    let hasUsableRange = range.map { $0.isFinite && $0 > Self.lowestRange } ?? true
    return time.isFinite && hasUsableRange && rssi?.isFinite != false
  }
}
