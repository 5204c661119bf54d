/// The findings about a session: a trace with the settings of its run.
extension FindingRule {
  // MARK: Contact, by the settings
  package static let mostlyBelowZero = Self(
    "mostly-below-zero", .error,
    "400 of 600 ranges are too far below zero for noise, and are skipped")
  package static let belowZero = Self(
    "below-zero", .warning,
    "12 of 600 ranges are too far below zero for noise, and are skipped")
  package static let contactOutOfReach = Self(
    "contact-out-of-reach", .warning,
    "devices that touch give ranges of 0.09 m, but contact is below 0.066 m")
  package static let neverFelt = Self(
    "never-felt", .note,
    "the nearest stay is at 0.09 m, from 27 s to 45 s, but contact is below 0.066 m")
  package static let touchWithoutEnd = Self(
    "touch-without-end", .warning,
    "the event `touched` has no `released`, so the zone stays contact")

  // MARK: Zones, by the settings
  package static let untaught = Self(
    "untaught", .note,
    "zones by signal strength only are neither calibrated nor taught, and mostly wrong")
  package static let taught = Self(
    "taught", .note, "taught 1 time: the level at 1 m is -60.2 ± 2.1 dBm")
  package static let taughtNothing = Self(
    "taught-nothing", .note, "2 rows with the event at had no effect")
  package static let teachingMoved = Self(
    "teaching-moved", .note, "the last teaching is doubtful: the level still changed by 9 dB")
  package static let teachingContradicts = Self(
    "teaching-contradicts", .note, "the last teaching contradicts the one before by 12 dB")
  package static let withoutWidth = Self(
    "without-width", .note, "241 of 241 ranges between positions without a width")
  package static let nearZones = Self(
    "near-zones", .note, "no beats: these zones end at 2 m, too near for positions")
  package static let farZones = Self(
    "far-zones", .note,
    "every distance is below the first edge, 30 m, so there is only one zone")
  package static let briefZones = Self(
    "brief-zones", .note, "a range comes every 10 s, but a zone ends 3 s after a range")

  /// The rules about a session, in the order of this file.
  package static let sessions: [FindingRule] = [
    mostlyBelowZero, belowZero, contactOutOfReach, neverFelt, touchWithoutEnd, untaught, taught,
    taughtNothing, teachingMoved, teachingContradicts, withoutWidth, nearZones, farZones,
    briefZones,
  ]
}
