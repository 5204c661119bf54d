/// Sobol's sequence in Gray-code order with a random digital shift. Its points fill the unit cube more evenly than random
/// points.
///
/// Direction numbers: S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM J.
/// Sci. Comput. 30 (2008), new-joe-kuo-6, the first dimensions.
package struct SobolSequence: Sendable {
  /// The largest number of dimensions of the sequence. Further dimensions are random.
  package static let mostDimensions = table.count + 1

  private static let bits = 32
  private let directions: [[UInt32]]
  private let shift: [UInt32]
  private let dimensions: Int
  private var state: [UInt32]
  private var index: UInt32 = 0
  private var random: SplitMix64

  package init(dimensions: Int, seed: UInt64) {
    self.dimensions = dimensions
    let known = min(dimensions, Self.mostDimensions)
    directions = (0..<known).map(Self.directions)
    random = SplitMix64(seed: seed)
    var shift: [UInt32] = []
    for _ in 0..<known { shift.append(UInt32(truncatingIfNeeded: random.next() >> 32)) }
    self.shift = shift
    state = [UInt32](repeating: 0, count: known)
  }

  /// The next point, with numbers in 0 ..< 1.
  package mutating func next() -> [Double] {
    var point = state.indices.map { Double(state[$0] ^ shift[$0]) * 0x1p-32 }
    while point.count < dimensions { point.append(random.unit()) }
    let bit = min((~index).trailingZeroBitCount, Self.bits - 1)
    for dimension in state.indices { state[dimension] ^= directions[dimension][bit] }
    index &+= 1
    return point
  }

  private static func directions(_ dimension: Int) -> [UInt32] {
    guard dimension > 0 else { return (0..<bits).map { 1 << UInt32(bits - 1 - $0) } }
    let (coefficients, initial) = table[dimension - 1]
    let degree = initial.count
    var numbers = initial.enumerated().map { UInt32($1) << UInt32(bits - 1 - $0) }
    for index in degree..<bits {
      var value = numbers[index - degree] ^ (numbers[index - degree] >> UInt32(degree))
      for step in 1..<max(degree, 1) where (coefficients >> (degree - 1 - step)) & 1 == 1 {
        value ^= numbers[index - step]
      }
      numbers.append(value)
    }
    return numbers
  }

  /// The coefficients of the primitive polynomials and the first direction numbers, from dimension 2.
  private static let table: [(coefficients: Int, initial: [Int])] = [
    (0, [1]), (1, [1, 3]), (1, [1, 3, 1]), (2, [1, 1, 1]), (1, [1, 1, 3, 3]),
    (4, [1, 3, 5, 13]), (2, [1, 1, 5, 5, 17]), (4, [1, 1, 5, 5, 5]), (7, [1, 1, 7, 11, 19]),
    (11, [1, 1, 5, 1, 1]), (13, [1, 1, 1, 3, 11]), (14, [1, 3, 5, 5, 31]),
    (1, [1, 3, 3, 9, 7, 49]), (13, [1, 1, 1, 15, 21, 21]), (16, [1, 3, 1, 13, 27, 49]),
    (19, [1, 1, 1, 15, 7, 5]), (22, [1, 3, 1, 15, 13, 25]), (25, [1, 1, 5, 5, 19, 61]),
    (1, [1, 3, 7, 11, 23, 15, 103]), (4, [1, 3, 7, 13, 13, 15, 69]),
  ]
}
