/// A unit of measure: a tag type that never exists at run time.
public protocol UnitOfMeasure: Sendable {
  /// The unit's symbol as printed after a number, such as `m`.
  static var symbol: String { get }
}

/// A unit whose values can be added and scaled, such as meters and seconds, but not absolute levels such as dBm.
public protocol LinearUnit: UnitOfMeasure {}

/// A `Double` in a unit. It has no cost at run time.
@frozen public struct Quantity<Unit: UnitOfMeasure>: Hashable, Comparable, Sendable {
  /// The bare number, in the unit.
  public var value: Double

  /// Tags a bare number with the unit.
  @inlinable public init(_ value: Double) { self.value = value }

  /// Whether the number is neither infinite nor NaN.
  @inlinable public var isFinite: Bool { value.isFinite }

  /// Whether the left amount is smaller than the right amount.
  @inlinable public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension Quantity: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Allows `let edge: Meters = 0.2`.
  @inlinable public init(floatLiteral value: Double) { self.init(value) }

  /// Allows `let edge: Meters = 2`.
  @inlinable public init(integerLiteral value: Int64) { self.init(Double(value)) }
}

extension Quantity: CustomStringConvertible {
  /// The number and the unit's symbol, such as `0.2 m`.
  public var description: String { "\(value) \(Unit.symbol)" }
}

extension Quantity: AdditiveArithmetic where Unit: LinearUnit {
  /// The amount zero.
  @inlinable public static var zero: Self { Self(0) }

  /// The sum of two amounts.
  @inlinable public static func + (left: Self, right: Self) -> Self {
    Self(left.value + right.value)
  }

  /// The difference between two amounts.
  @inlinable public static func - (left: Self, right: Self) -> Self {
    Self(left.value - right.value)
  }
}

extension Quantity where Unit: LinearUnit {
  /// The amount with the opposite sign.
  @inlinable public static prefix func - (operand: Self) -> Self { Self(-operand.value) }

  /// The amount multiplied by `factor`.
  @inlinable public static func * (left: Self, factor: Double) -> Self { Self(left.value * factor) }

  /// The amount multiplied by `factor`.
  @inlinable public static func * (factor: Double, right: Self) -> Self {
    Self(factor * right.value)
  }

  /// The amount divided by a bare number.
  @inlinable public static func / (left: Self, divisor: Double) -> Self {
    Self(left.value / divisor)
  }

  /// The ratio of two amounts of one unit: a bare number.
  @inlinable public static func / (left: Self, right: Self) -> Double { left.value / right.value }
}
