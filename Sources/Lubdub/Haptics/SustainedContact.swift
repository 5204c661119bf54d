/// A change of a contact that is played as one sustained event.
///
/// An actuator that plays continuous events starts one at `began`, adjusts it at `changed`, and stops it at `ended`. A timeline
/// uses the finished event of `ended`.
public enum SustainedContact: Sendable, Hashable {
  /// The contact began, with this intensity and sharpness, each 0...1.
  case began(time: Seconds, intensity: Double, sharpness: Double)
  /// The intensity changes to this value, 0...1.
  case changed(time: Seconds, intensity: Double)
  /// The contact ended. `event` is the whole contact; `nil` when the contact ended at the moment it began.
  case ended(time: Seconds, event: HapticEvent?)

  /// The time of the change.
  public var time: Seconds {
    switch self {
    case .began(let time, _, _), .changed(let time, _), .ended(let time, _): time
    }
  }
}
