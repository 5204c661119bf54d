/// The table of findings about traces. An error is certain and gives status 1; a warning names a fault that was handled and
/// gives `lubdub check` status 1; a note is a suspicion or an automatic choice.
extension FindingRule {
  // MARK: Rows that were lost
  package static let noRows = Self("no-rows", .error, "no row could be used")
  package static let rowsLost = Self(
    "rows-lost", .error, "412 of 600 rows were not used, mostly due to not-a-number")
  package static let clockJump = Self(
    "clock-jump", .warning, "1 jump repaired: clock set: +3600 s at line 172")
  package static let cutShort = Self("cut-short", .warning, "the compressed data is cut short")
  package static let leftOut = Self(
    "left-out", .note, "kept rows, but dropped 3 values (lines 17, 18, 40): rssi_dbm is 127")
  package static let repeated = Self(
    "repeated", .note, "3 rows repeat the row before and count once")
  package static let merged = Self(
    "merged", .note,
    "60 levels within 10 ms of another level of the link, as from one advertising event, not counted again"
  )
  package static let lateRows = Self(
    "late-rows", .note, "40 rows came up to 0.2 s late; --reorder 0.2 reads them")

  // MARK: Values
  package static let empty = Self("empty", .error, "no row has a range, a level, or an event")
  package static let beyondReach = Self(
    "beyond-reach", .error, "600 ranges are above 500 m, up to 655.4 m")
  package static let someBeyondReach = Self(
    "some-beyond-reach", .warning, "3 ranges are above 500 m, up to 655.4 m")
  package static let scale = Self("scale", .error, "the ranges are 100 times the truth")
  package static let unit = Self("unit", .error, "93% of the steps are faster than 15 m/s")
  package static let unitChange = Self(
    "unit-change", .error, "from line 172 on the ranges are 100 times as long")
  package static let far = Self("far", .note, "half of the ranges are above 120 m, at walking pace")
  package static let fast = Self("fast", .note, "35% of the steps are faster than 15 m/s")
  package static let leap = Self(
    "leap", .note, "the range jumps by 12 m and stays there; nobody walks so fast")
  package static let mixed = Self(
    "mixed", .note, "every second range differs by 2.5 m: rows of several links")
  package static let noise = Self(
    "noise", .note,
    "62% of the steps are faster than 15 m/s: the ranges scatter, as if made from levels")
  package static let rangingLevels = Self(
    "ranging-levels", .note, "levels in rows with a range are not used for the distance")
  package static let strong = Self(
    "strong", .note, "half of the levels are above -15 dBm, for 90 s")
  package static let stuck = Self("stuck", .note, "40 ranges are 8.19 m, unreachable by walking")
  package static let truthRatio = Self("truth-ratio", .note, "the truth is 2.5 times the ranges")
  package static let turned = Self(
    "turned", .note, "the ranges jump 7 times by 2.56 m, as when a number with few bits wraps")
  package static let units = Self(
    "units", .note, "the comment says cm for range_m, but the name is used")

  // MARK: Times
  package static let quick = Self("quick", .error, "600 rows in 0.000693 s; no radio is that fast")
  package static let still = Self(
    "still", .error,
    "98% of the rows have the time of the row before, so the column read as t has no times")
  package static let coarse = Self(
    "coarse", .note, "about 10 rows of one link share each time of 1 s")
  package static let equalTimes = Self(
    "equal-times", .note, "40% of the rows have the time of the row before and another range")
  package static let hour = Self("hour", .note, "the times jump by 1 hour, as when a clock is set")
  package static let pace = Self(
    "pace", .note, "the rows are a thousand times farther apart from here on")
  package static let seldom = Self(
    "seldom", .note, "a level every 16 s; a zone ends 15 s after the last level")
  package static let silence = Self(
    "silence", .note, "the times jump by 5023.5 s, as when a clock is set")
  package static let slow = Self("slow", .note, "a range every 100 s")
  package static let twoClocks = Self(
    "two-clocks", .note,
    "the times of ble are 0.72 s behind the others, as from a second clock")

  // MARK: Choices
  package static let reading = Self("reading", .note, "the columns change, first in line 403")
  package static let noClock = Self(
    "no-clock", .note,
    "the log has no clock: time is the number of the round times 0.1 s, and all times depend on that"
  )

  /// The rules about the rows of a trace and about its session, in the order of their declarations. Each reason for
  /// rejecting rows is a further warning.
  public static let traces: [FindingRule] =
    [
      noRows, rowsLost, clockJump, cutShort, leftOut, repeated, merged, lateRows, empty,
      beyondReach, someBeyondReach, scale, unit, unitChange, far, fast, leap, mixed, noise,
      rangingLevels, strong, stuck, truthRatio, turned, units, quick, still, coarse, equalTimes,
      hour, pace, seldom, silence, slow, twoClocks, reading, noClock,
    ] + sessions
}
