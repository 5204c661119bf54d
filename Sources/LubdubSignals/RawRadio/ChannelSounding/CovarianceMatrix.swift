/// The covariance of the 75 slots of a response, over windows of 25 slots. The mean over windows (spatial smoothing) and the
/// mean of forward and backward separate paths that are coherent (Pillai and Kwon, IEEE Transactions on Acoustics 37, 1989).
struct CovarianceMatrix {
  static let order = 25
  /// R, row by row, order · order numbers.
  let numbers: [Complex]

  init(_ response: [Complex]) {
    let order = Self.order
    let windows = response.count - order + 1
    var forward = [Complex](repeating: Complex(0), count: order * order)
    // Row 0 is computed completely. From one row to the next along a diagonal, one product leaves the sum and one joins it.
    for column in 0..<order {
      var sum = Complex(0)
      for start in 0..<windows { sum = sum + response[start] * response[start + column].conjugate }
      forward[column] = sum
      for row in 1..<max(1, order - column) {
        let gone = response[row - 1] * response[row - 1 + column].conjugate
        let last = row + windows - 1
        sum = sum - gone + response[last] * response[last + column].conjugate
        forward[row * order + row + column] = sum
      }
    }
    for row in 1..<order {
      for column in 0..<row {
        forward[row * order + column] = forward[column * order + row].conjugate
      }
    }
    let scale = 0.5 / Double(windows)
    let lastPlace = forward.count - 1
    // The backward matrix is the forward matrix, turned by half a circle and conjugated.
    numbers = forward.indices.map { (forward[$0] + forward[lastPlace - $0].conjugate) * scale }
  }
}

extension CovarianceMatrix {
  /// The share of noise in the power of a response: the median of the eigenvalues of noise, at least 1e-6.
  ///
  /// - Returns: The share; `nil` if the numbers are too large to be squared twice.
  static func noise(in response: [Complex]) -> Double? {
    let whole = ToneVector(response, at: Array(response.indices)).tones
    guard let eigen = HermitianEigen(CovarianceMatrix(whole).numbers, order: order),
      let noise = Statistics.median(Array(eigen.values[6...]))
    else { return nil }
    return max(noise, 1e-6)
  }
}
