/// The amplitudes of paths at known distances: least squares on a response.
enum PathAmplitudes {
  static func sizes(of distances: [Double], in response: [Complex], span: Double) -> [Double] {
    var columns: [[Complex]] = []
    var triangle: [[Complex]] = []
    var projections: [Complex] = []
    var rest = response
    // Modified Gram-Schmidt, with the response as the last column.
    for distance in distances {
      var column = response.indices.map { slot in
        Complex.turn(-2 * .pi * Double(slot) * distance / span)
      }
      var overlaps: [Complex] = []
      for earlier in columns {
        let overlap = product(earlier, column)
        overlaps.append(overlap)
        subtract(earlier, overlap, from: &column)
      }
      let size = product(column, column).real.squareRoot()
      let isOwn = size > 1e-9 * Double(response.count).squareRoot()
      overlaps.append(Complex(isOwn ? size : 0))
      column = column.map { $0 * (isOwn ? 1 / size : 0) }
      let projection = product(column, rest)
      subtract(column, projection, from: &rest)
      columns.append(column)
      triangle.append(overlaps)
      projections.append(projection)
    }
    return solve(triangle, projections).map(\.magnitude)
  }

  private static func solve(_ triangle: [[Complex]], _ right: [Complex]) -> [Complex] {
    var result = right
    for row in right.indices.reversed() {
      for column in (row + 1)..<max(row + 1, right.count) {
        result[row] = result[row] - triangle[column][row] * result[column]
      }
      let pivot = triangle[row][row].real
      result[row] = pivot > 0 ? result[row] * (1 / pivot) : Complex(0)
    }
    return result
  }

  private static func product(_ left: [Complex], _ right: [Complex]) -> Complex {
    var sum = Complex(0)
    for place in left.indices { sum = sum + left[place].conjugate * right[place] }
    return sum
  }

  private static func subtract(_ column: [Complex], _ factor: Complex, from other: inout [Complex])
  {
    for place in other.indices { other[place] = other[place] - column[place] * factor }
  }
}
