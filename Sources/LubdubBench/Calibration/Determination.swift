/// A number with its standard error, or the reason why the recordings do not show it.
package enum Determination: Sendable, Hashable {
  case determined(Double, standardError: Double)
  case undetermined(because: String)

  package var value: Double? {
    switch self {
    case .determined(let value, _): value
    case .undetermined: nil
    }
  }

  func widened(by other: Double) -> Determination {
    guard case .determined(let value, let error) = self else { return self }
    return .determined(value, standardError: (error * error + other * other).squareRoot())
  }

  package var standardError: Double? {
    switch self {
    case .determined(_, let error): error
    case .undetermined: nil
    }
  }
}
