/// The unit of a log's angles.
public enum AngleUnit: String, Sendable, Hashable, CaseIterable {
  /// 360 in a full turn.
  case degrees
  /// 2π in a full turn.
  case radians

  /// An angle of this unit.
  public func angle(_ number: Double) -> Degrees {
    switch self {
    case .degrees: Degrees(number)
    case .radians: Degrees(radians: number)
    }
  }
}
