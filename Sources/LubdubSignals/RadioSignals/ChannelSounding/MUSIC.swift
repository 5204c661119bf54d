public import Lubdub
internal import RealModule

/// The nearest path by multiple signal classification (Schmidt, IEEE Transactions on Antennas and
/// Propagation 34, 1986): paths are where the response of one path alone is orthogonal to the noise.
public struct MUSIC: ~Copyable {
  private let way: LeadingEdge.Way
  private var transform: ComplexFFT

  static let mostPaths = 6
  /// Where paths are looked for, in metres.
  static let reach = -3.0...75.0

  /// Prepares the transform: a point for every 14.6 cm.
  ///
  /// - Throws: `SpectraError` when there is no memory.
  public init(_ way: LeadingEdge.Way) throws(SpectraError) {
    self.way = way
    transform = try ComplexFFT(count: way == .twoWay ? 1024 : 2048)
  }

  private var span: Double { way.span.value }

  /// The distance of the nearest path from -3 to 75 m; `nil` where there is none.
  ///
  /// - Throws: `SpectraError` when the response's numbers are too large to be squared twice.
  public mutating func distance(of response: PreparedResponse) throws(SpectraError) -> Meters? {
    let slots = response[way]
    let matrix = CovarianceMatrix(slots)
    let eigen = try HermitianEigen(matrix.numbers, order: CovarianceMatrix.order)
    let count = Self.pathCount(eigen.values)
    loadNoise(eigen, paths: count)
    let paths = paths(count)
    let sizes = PathAmplitudes.sizes(of: paths, in: slots, span: span)
    guard let strongest = sizes.max(), strongest > 0 else { return nil }
    // Weaker paths do not count.
    let least = (way == .twoWay ? 0.1 : 0.15) * strongest
    let strong = zip(paths, sizes).filter { $0.1 >= least }
    return strong.map { $0.0 }.min().map { Meters($0) }
  }

  /// How many paths there are: eigenvalues within 30 dB of the largest and 6 dB above the middle of
  /// the 19 that can only be noise.
  static func pathCount(_ values: [Double]) -> Int {
    let noise = values[mostPaths...].sorted()
    let middle = noise[noise.count / 2]
    let strong = values.count { $0 > values[0] / 1000 && $0 > 4 * middle }
    return max(1, min(mostPaths, strong))
  }

  /// Fills the transform with how much of one path's response is noise, over distance: the diagonal
  /// sums of I - Σ e eᴴ.
  private mutating func loadNoise(_ eigen: HermitianEigen, paths: Int) {
    let order = CovarianceMatrix.order
    var sums = [Complex](repeating: Complex(0), count: order)
    sums[0] = Complex(Double(order))
    for path in 0..<paths {
      let vector = eigen.vector(path)
      for lag in 0..<order {
        var sum = Complex(0)
        for place in 0..<(order - lag) { sum = sum + vector[place + lag] * vector[place].conjugate }
        sums[lag] = sums[lag] - sum
      }
    }
    transform.clear()
    transform[0] = sums[0]
    for lag in 1..<order {
      transform[lag] = sums[lag]
      transform[transform.count - lag] = sums[lag].conjugate
    }
    transform.inverse()
  }

  private func paths(_ count: Int) -> [Double] {
    let step = span / Double(transform.count)
    let first = Int((Self.reach.lowerBound / step).rounded(.up))
    let last = Int((Self.reach.upperBound / step).rounded(.down))
    var found: [(height: Double, distance: Double)] = []
    var (left, middle) = (height(first - 1), height(first))
    for place in first...last {
      let right = height(place + 1)
      if middle > left, middle >= right {
        found.append((middle, (Double(place) + parabolaTop(left, middle, right)) * step))
      }
      (left, middle) = (middle, right)
    }
    found.sort { ($0.height, $1.distance) > ($1.height, $0.distance) }
    return found.prefix(count).map(\.distance)
  }

  /// The logarithm of 1 / noise at a place, counted round the circle.
  private func height(_ place: Int) -> Double {
    let noise = transform[place < 0 ? place + transform.count : place].real
    return -Double.log(max(noise, .leastNormalMagnitude))
  }
}
