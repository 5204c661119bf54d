public import Lubdub

/// The nearest path by the rotational invariance of the signal subspace (ESPRIT: Roy and Kailath, IEEE
/// Transactions on Acoustics 37, 1989): the first 24 slots of a window are the last 24, turned by the
/// phase of each path.
///
/// For comparison: without a search over distances, but with worse outliers than `MUSIC`.
public struct ESPRIT: Sendable {
  private let way: LeadingEdge.Way

  /// An estimator of one way.
  public init(_ way: LeadingEdge.Way) { self.way = way }

  /// The distance of the nearest path from -3 to 75 m; `nil` where there is none.
  ///
  /// - Throws: `SpectraError` when the response's numbers are too large to be squared twice.
  public func distance(of response: PreparedResponse) throws(SpectraError) -> Meters? {
    let slots = response[way]
    let order = CovarianceMatrix.order
    let eigen = try HermitianEigen(CovarianceMatrix(slots).numbers, order: order)
    let vectors = (0..<MUSIC.pathCount(eigen.values)).map { eigen.vector($0) }
    let turns = try ComplexEigenvalues(Self.turnMatrix(vectors), order: vectors.count)
    let span = way.span.value
    let paths = turns.values.map { turn in
      let distance = -turn.phase * span / (2 * .pi)
      return distance < MUSIC.reach.lowerBound ? distance + span : distance
    }.filter { MUSIC.reach.contains($0) }
    let sizes = PathAmplitudes.sizes(of: paths, in: slots, span: span)
    guard let strongest = sizes.max(), strongest > 0 else { return nil }
    return zip(paths, sizes).filter { $0.1 >= MUSIC.leastAmplitude(way) * strongest }
      .map { $0.0 }.min().map { Meters($0) }
  }

  /// The matrix that turns the vectors without their last number into those without their first, by least
  /// squares. The vectors are orthonormal, so that the normal equations are I - r rᴴ, with r the last
  /// numbers, conjugated, and their inverse is I + r rᴴ / (1 - |r|²).
  static func turnMatrix(_ vectors: [[Complex]]) -> [Complex] {
    let count = vectors.count
    let last = vectors.map { ($0.last ?? Complex(0)).conjugate }
    let rest = max(1 - last.reduce(0) { $0 + $1.squaredMagnitude }, .leastNormalMagnitude)
    var right = [Complex](repeating: Complex(0), count: count * count)
    for row in 0..<count {
      for column in 0..<count {
        right[row * count + column] = zip(vectors[row].dropLast(), vectors[column].dropFirst())
          .reduce(Complex(0)) { $0 + $1.0.conjugate * $1.1 }
      }
    }
    var result = right
    for column in 0..<count {
      let overlap = (0..<count).reduce(Complex(0)) {
        $0 + last[$1].conjugate * right[$1 * count + column]
      }
      for row in 0..<count {
        let place = row * count + column
        result[place] = result[place] + last[row] * overlap * (1 / rest)
      }
    }
    return result
  }
}
