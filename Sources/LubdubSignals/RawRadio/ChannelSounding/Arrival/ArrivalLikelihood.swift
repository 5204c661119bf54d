/// The likelihood of tones if no path arrives before a distance. All channels of the kernels and all strengths are equally
/// likely.
struct ArrivalLikelihood: ~Copyable {
  private let kernels: [EchoKernel]
  /// The number of places on the circle of the grid.
  private let places: Int
  /// The rotation by one place of the grid, for each lag.
  private let turns: [Complex]
  /// The forms of two channels each: forms are real, so one is the real part and the other is the imaginary part.
  private var first: ComplexFFT
  private var second: ComplexFFT

  init(_ way: EchoKernel.Way) throws(SpectraError) {
    kernels = EchoKernel.shares.map { EchoKernel(tails: EchoKernel.tails, share: $0, way) }
    places = way == .twoWay ? ArrivalProfile.circle / 2 : ArrivalProfile.circle
    let turn = 2 * .pi / Double(places)
    turns = (0..<ToneGrid.count).map { .turn(turn * Double($0)) }
    let first = try ComplexFFT(count: 256)
    let second = try ComplexFFT(count: 256)
    self.first = first
    self.second = second
  }

  /// The inverse covariances of tones, one for each kernel.
  func inverses(of slots: [Int], noise: Double) -> [InverseCovariance] {
    kernels.map { InverseCovariance($0, slots: slots, noise: noise) }
  }

  /// The likelihood over the grid of distances, times exp(-penalty): of each kernel, vᴴ C⁻¹ v is the transform of the sums along
  /// the diagonals.
  mutating func profile(
    of tones: ToneVector, _ inverses: [InverseCovariance], penalty: Double = 0
  ) -> ArrivalProfile {
    let (products, grid, step) = (tones.products, ArrivalProfile.places, places / first.count)
    var forms = [SIMD4<Double>](repeating: .zero, count: inverses.count * grid.count)
    for (number, inverse) in inverses.enumerated() {
      let scale = (inverse.logDeterminant / Double(tones.count)).exponentials
      var sums = inverse.lagSums(tones.slots, products)
      for lag in sums.indices {
        sums[lag] = sums[lag] * .turn(turns[lag].phase * Double(grid.lowerBound))
      }
      // One transform gives every `step`th place.
      for phase in 0..<step {
        transform(sums)
        for (bin, place) in stride(from: phase, to: grid.count, by: step).enumerated() {
          let (one, two) = (first[bin], second[bin])
          let form = SIMD4(one.real, one.imaginary, two.real, two.imaginary)
          forms[place * inverses.count + number] =
            form.replacing(with: 1e-12, where: form .< 1e-12) * scale
        }
        for lag in sums.indices { sums[lag] = sums[lag] * turns[lag] }
      }
    }
    return ArrivalProfile(
      forms, channels: inverses.count, count: tones.count, penalty: penalty)
  }

  private mutating func transform(_ sums: [ComplexLanes]) {
    for place in sums.count...first.count - sums.count {
      first[place] = Complex(0)
      second[place] = Complex(0)
    }
    for (lag, sum) in sums.enumerated() {
      let (real, imaginary) = (sum.real, sum.imaginary)
      let mirror = (first.count - lag) % first.count
      first[mirror] = Complex(real.x + imaginary.y, real.y - imaginary.x)
      second[mirror] = Complex(real.z + imaginary.w, real.w - imaginary.z)
      first[lag] = Complex(real.x - imaginary.y, real.y + imaginary.x)
      second[lag] = Complex(real.z - imaginary.w, real.w + imaginary.z)
    }
    first.inverse()
    second.inverse()
  }
}
