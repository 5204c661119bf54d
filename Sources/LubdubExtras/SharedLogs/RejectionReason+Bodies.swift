extension RejectionReason {
  /// The reason for an interval between heartbeats that is shorter than 1 ms or longer than 30 s.
  package static let implausibleInterval = Self(
    "implausible-interval", "an interval between beats is from 1 ms to 30 s")
  package static let implausiblePosition = Self(
    "implausible-position", "a latitude is from -90 to 90 degrees, a longitude from -180 to 180")
}
