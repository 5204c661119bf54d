import LubdubSignals
import TestSupport
import Testing

@Suite struct ComplexEigenvaluesTests {
  private static func multiplied(_ left: [Complex], _ right: [Complex], order: Int) -> [Complex] {
    (0..<order * order).map { place in
      (0..<order).reduce(Complex(0)) { sum, middle in
        sum + left[place / order * order + middle] * right[middle * order + place % order]
      }
    }
  }

  /// V D V⁻¹ with known eigenvalues: V is a unit triangle, whose inverse is exact.
  private static func matrix(_ values: [Complex], seed: UInt64) -> [Complex] {
    var random = SeededGenerator(seed: seed)
    let order = values.count
    var result = (0..<order * order).map { place in
      place / order == place % order ? values[place / order] : Complex(0)
    }
    for row in 0..<order {
      for column in 0..<order where column != row {
        // I + f e_row e_columnᵀ from the left, its inverse from the right.
        let factor = Complex(0.5 * random.sumOfTwelve(), 0.5 * random.sumOfTwelve())
        var (step, back) = (result, result)
        for place in 0..<order * order {
          let isDiagonal = place / order == place % order
          step[place] = Complex(isDiagonal ? 1 : 0)
          back[place] = step[place]
        }
        step[row * order + column] = factor
        back[row * order + column] = factor * -1
        result = multiplied(multiplied(step, result, order: order), back, order: order)
      }
    }
    return result
  }

  @Test("Known eigenvalues are found to 1e-9", arguments: [1, 2, 3, 4, 6])
  func known(_ order: Int) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: 100 + seed)
      let values = (0..<order).map { _ in Complex(random.sumOfTwelve(), random.sumOfTwelve()) }
      var found = try ComplexEigenvalues(Self.matrix(values, seed: seed), order: order).values
      for value in values {
        let nearest = try #require(
          found.indices.min {
            (found[$0] - value).magnitude < (found[$1] - value).magnitude
          })
        #expect((found[nearest] - value).magnitude < 1e-9, "order \(order), seed \(seed)")
        found.remove(at: nearest)
      }
    }
  }

  @Test("Triangles, zeros and a turn of places are solved")
  func plain() throws {
    let triangle = [2, 7, 0, 3].map { Complex($0) }
    #expect(try ComplexEigenvalues(triangle, order: 2).values.map(\.real).sorted() == [2, 3])
    let zero = [Complex](repeating: Complex(0), count: 9)
    #expect(try ComplexEigenvalues(zero, order: 3).values == [0, 0, 0].map { Complex($0) })
    // Moves every place on by one: the eigenvalues are the roots of 1.
    let cycle = [0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0].map { Complex($0) }
    let roots = try ComplexEigenvalues(cycle, order: 4).values
    for root in [Complex(1), Complex(-1), Complex(0, 1), Complex(0, -1)] {
      #expect(roots.contains { ($0 - root).magnitude < 1e-12 })
    }
  }

  @Test("What is no matrix or not finite is refused")
  func refusal() {
    #expect(throws: SpectraError.self) { try ComplexEigenvalues([], order: 0) }
    #expect(throws: SpectraError.self) { try ComplexEigenvalues([Complex(1)], order: 2) }
    #expect(throws: SpectraError.self) { try ComplexEigenvalues([Complex(.nan)], order: 1) }
  }
}
