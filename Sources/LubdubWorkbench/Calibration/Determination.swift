/// A number with its standard error, or the reason why the recordings do not show it.
package enum Determination: Sendable, Hashable {
  case determined(Double, standardError: Double)
  case undetermined(because: String)

  package var value: Double? { if case .determined(let value, _) = self { value } else { nil } }

  package var standardError: Double? {
    if case .determined(_, let error) = self { error } else { nil }
  }

  func widened(by other: Double) -> Determination {
    guard case .determined(let value, let error) = self else { return self }
    return .determined(value, standardError: (error * error + other * other).squareRoot())
  }
}
