/// Numbers with arithmetic: `Double` for one stream, or a SIMD vector of doubles with one stream or candidate per lane. They
/// are usable from inlined code, so that other modules get their own copy for their numbers. Otherwise, other modules would
/// call every operator through a table.
@usableFromInline package protocol KalmanNumber {
  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self
  static func / (left: Self, right: Self) -> Self
  init(repeating value: Double)
}

extension Double: KalmanNumber {
  @inlinable package init(repeating value: Double) { self = value }
}
extension SIMD8<Double>: KalmanNumber {}

/// Numbers for a recursion without branches: `Double` for one stream, or a SIMD vector of doubles with one stream per lane.
/// A vector selects from the results of both branches by a mask.
package protocol BranchlessNumber: KalmanNumber, Sendable {
  /// One Boolean value, or one per lane.
  associatedtype Mask: Sendable

  func isAtMost(_ other: Self) -> Mask
  func isAbove(_ other: Self) -> Mask
  static func both(_ one: Mask, _ other: Mask) -> Mask
  static func any(_ mask: Mask) -> Bool
  func replaced(by other: Self, where mask: Mask) -> Self
  func capped(at most: Self) -> Self
  func raised(to least: Self) -> Self
  /// The absolute value.
  var size: Self { get }
  var root: Self { get }
  /// Returns the number times 2^k, where `shifted` is k + 1.5 * 2^52. Both the number and the result are normal numbers.
  func scaled(by shifted: Self) -> Self
}

extension Double: BranchlessNumber {
  @inline(__always) package func isAtMost(_ other: Double) -> Bool { self <= other }
  @inline(__always) package func isAbove(_ other: Double) -> Bool { self > other }
  @inline(__always) package static func both(_ one: Bool, _ other: Bool) -> Bool { one && other }
  @inline(__always) package static func any(_ mask: Bool) -> Bool { mask }
  @inline(__always)
  package func replaced(by other: Double, where mask: Bool) -> Double { mask ? other : self }
  @inline(__always) package func capped(at most: Double) -> Double { self > most ? most : self }
  @inline(__always) package func raised(to least: Double) -> Double { self < least ? least : self }
  @inline(__always) package var size: Double { magnitude }
  @inline(__always) package var root: Double { squareRoot() }
  @inline(__always) package func scaled(by shifted: Double) -> Double {
    Double(bitPattern: bitPattern &+ shifted.bitPattern &<< 52)
  }
}

extension SIMD8<Double>: BranchlessNumber {
  package typealias Mask = SIMDMask<SIMD8<Int64>>

  @inline(__always) package func isAtMost(_ other: Self) -> Mask { self .<= other }
  @inline(__always) package func isAbove(_ other: Self) -> Mask { self .> other }
  @inline(__always) package static func both(_ one: Mask, _ other: Mask) -> Mask { one .& other }
  @inline(__always) package static func any(_ mask: Mask) -> Bool {
    // `Swift.any` checks the lanes one by one.
    let bits = unsafeBitCast(mask, to: SIMD8<Int64>.self)
    let four = bits.lowHalf | bits.highHalf
    let two = four.lowHalf | four.highHalf
    return (two.x | two.y) != 0
  }
  @inline(__always) package func replaced(by other: Self, where mask: Mask) -> Self {
    replacing(with: other, where: mask)
  }
  @inline(__always)
  package func capped(at most: Self) -> Self { replacing(with: most, where: self .> most) }
  @inline(__always)
  package func raised(to least: Self) -> Self { replacing(with: least, where: self .< least) }
  @inline(__always) package var size: Self { replacing(with: -self, where: self .< 0) }
  @inline(__always) package var root: Self { squareRoot() }
  @inline(__always) package func scaled(by shifted: Self) -> Self {
    let exponent = unsafeBitCast(shifted, to: SIMD8<UInt64>.self) &<< SIMD8<UInt64>(repeating: 52)
    return unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt64>.self) &+ exponent, to: Self.self)
  }
}
