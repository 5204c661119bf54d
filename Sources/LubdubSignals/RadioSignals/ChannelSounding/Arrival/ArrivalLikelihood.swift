internal import RealModule

/// The likelihood of tones if nothing arrives before a distance. All channels of the kernels are equally likely, and so is any
/// strength.
struct ArrivalLikelihood: ~Copyable {
  private let kernels: [EchoKernel]
  /// The places of the grid between two of a transform.
  private let stride: Int
  /// For each lag: what one place of the grid turns it by.
  private let turns: [Complex]
  /// The forms of two channels each: they are real, so one is the real part and the other the imaginary part.
  private var first: ComplexFFT
  private var second: ComplexFFT

  init(_ way: EchoKernel.Way) throws(SpectraError) {
    let length = 256
    let places = way == .twoWay ? 2048 : 4096
    kernels = EchoKernel.shares.map { EchoKernel(tails: EchoKernel.tails, share: $0, way) }
    stride = places / length
    turns = (0..<ToneGrid.count).map { .turn(2 * .pi * Double($0) / Double(places)) }
    let first = try ComplexFFT(count: length)
    let second = try ComplexFFT(count: length)
    self.first = first
    self.second = second
  }

  /// The inverse covariances of tones, one for each kernel.
  func inverses(of slots: [Int], noise: Double) -> [InverseCovariance] {
    kernels.map { InverseCovariance($0, slots: slots, noise: noise) }
  }

  /// The likelihood over the grid of distances.
  mutating func profile(
    of tones: ToneVector, _ inverses: [InverseCovariance]
  ) -> ArrivalProfile {
    let products = tones.products
    var forms = [SIMD4<Double>](
      repeating: .zero, count: inverses.count * ArrivalProfile.places.count)
    for (number, inverse) in inverses.enumerated() {
      let scale = (inverse.logDeterminant / Double(tones.count)).exponentials
      fill(&forms, inverse.lagSums(tones.slots, products), scale, at: number, of: inverses.count)
    }
    return ArrivalProfile(forms, channels: inverses.count, count: tones.count)
  }

  /// vᴴ C⁻¹ v over the grid: the transform of the sums along the diagonals, of which every `stride`th place is had at once.
  private mutating func fill(
    _ forms: inout [SIMD4<Double>], _ sums: [ComplexLanes], _ scale: SIMD4<Double>,
    at number: Int, of count: Int
  ) {
    let start = ArrivalProfile.places.lowerBound
    var sums = sums.indices.map { sums[$0] * .turn(turns[$0].phase * Double(start)) }
    let last = ArrivalProfile.places.count
    for phase in 0..<stride {
      load(sums)
      first.inverse()
      second.inverse()
      for (bin, place) in Swift.stride(from: phase, to: last, by: stride).enumerated() {
        let form = SIMD4(
          first[bin].real, first[bin].imaginary, second[bin].real, second[bin].imaginary)
        forms[place * count + number] = form.replacing(with: 1e-12, where: form .< 1e-12) * scale
      }
      for lag in sums.indices { sums[lag] = sums[lag] * turns[lag] }
    }
  }

  private mutating func load(_ sums: [ComplexLanes]) {
    let length = first.count
    for place in sums.count...length - sums.count {
      first[place] = Complex(0)
      second[place] = Complex(0)
    }
    for lag in sums.indices.reversed() {
      let (real, imaginary) = (sums[lag].real, sums[lag].imaginary)
      let mirror = (length - lag) % length
      first[mirror] = Complex(real.x + imaginary.y, real.y - imaginary.x)
      second[mirror] = Complex(real.z + imaginary.w, real.w - imaginary.z)
      first[lag] = Complex(real.x - imaginary.y, real.y + imaginary.x)
      second[lag] = Complex(real.z - imaginary.w, real.w + imaginary.z)
    }
  }
}
