/// What happens to a contact that is felt as one sustained event.
///
/// An actuator that plays continuous events starts one at `began`, follows at `changed` and stops at
/// `ended`. A timeline takes the finished event from `ended`.
public enum SustainedContact: Sendable, Hashable {
  /// It has begun, with this intensity and sharpness, each 0...1.
  case began(time: Seconds, intensity: Double, sharpness: Double)
  /// From now on it has another intensity, 0...1.
  case changed(time: Seconds, intensity: Double)
  /// It has ended. The event is the whole of it; `nil` when it ended at the moment at which it began.
  case ended(time: Seconds, event: HapticEvent?)

  /// When.
  public var time: Seconds {
    switch self {
    case .began(let time, _, _), .changed(let time, _), .ended(let time, _): time
    }
  }
}
