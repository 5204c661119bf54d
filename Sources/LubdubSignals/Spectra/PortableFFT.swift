#if !FFTW
@safe final class FFTPlan {
  let samples: UnsafeMutablePointer<Double>
  let bins: UnsafeMutablePointer<(Double, Double)>
  private let count: Int
  private var transform: PortableTransform

  init?(count: Int) {
    self.count = count
    unsafe samples = .allocate(capacity: count)
    unsafe bins = .allocate(capacity: count / 2 + 1)
    transform = PortableTransform(count: count)
  }

  deinit {
    unsafe samples.deallocate()
    unsafe bins.deallocate()
  }

  func forward() {
    for index in 0..<count { transform[index] = Complex(unsafe samples[index]) }
    transform.run()
    for index in 0...count / 2 {
      unsafe bins[index] = (transform[index].real, transform[index].imaginary)
    }
  }

  func inverse() {
    // The inverse of a spectrum is the conjugate of the transform of its conjugate.
    for index in 0...count / 2 {
      let (real, imaginary) = unsafe bins[index]
      let isReal = index == 0 || 2 * index == count
      transform[index] = Complex(real, isReal ? 0 : -imaginary)
      if !isReal { transform[count - index] = Complex(real, imaginary) }
    }
    transform.run()
    for index in 0..<count { unsafe samples[index] = transform[index].real }
  }
}

/// The transform of complex numbers of one length, in pure Swift: for powers of two by Cooley and Tukey (1965), for other
/// lengths by Bluestein (1970), who turns the transform into a convolution.
struct PortableTransform {
  private let count: Int
  private let butterflies: Butterflies
  /// exp(-πi n² / count); empty if the length is a power of two.
  private let chirp: [Complex]
  /// The transform of the chirp's conjugate, which multiplies a spectrum.
  private let filter: [Complex]
  private var work: [Complex]

  init(count: Int) {
    self.count = count
    let isPower = count.nonzeroBitCount == 1
    var size = 1
    while size < (isPower ? count : 2 * count - 1) { size *= 2 }
    let butterflies = Butterflies(count: size)
    self.butterflies = butterflies
    work = [Complex](repeating: Complex(0), count: size)
    guard !isPower else {
      (chirp, filter) = ([], [])
      return
    }
    // The square is reduced modulo 2 · count, so that the angle keeps all its digits.
    let chirp = (0..<count).map { Self.turn(-($0 * $0 % (2 * count)), of: 2 * count) }
    var filter = work
    for (index, factor) in chirp.enumerated() {
      filter[index] = factor.conjugate
      filter[(size - index) % size] = factor.conjugate
    }
    butterflies.transform(&filter)
    self.chirp = chirp
    self.filter = filter.map { $0 * (1 / Double(size)) }
  }

  subscript(place: Int) -> Complex {
    get { work[place] }
    set { work[place] = newValue }
  }

  mutating func run() {
    guard !chirp.isEmpty else { return butterflies.transform(&work) }
    for index in 0..<count { work[index] = work[index] * chirp[index] }
    for index in count..<work.count { work[index] = Complex(0) }
    butterflies.transform(&work)
    // With a conjugation before and after, a transform is its own inverse.
    for index in work.indices { work[index] = (work[index] * filter[index]).conjugate }
    butterflies.transform(&work)
    for index in 0..<count { work[index] = work[index].conjugate * chirp[index] }
  }

  /// exp(2πi · part / whole).
  static func turn(_ part: Int, of whole: Int) -> Complex {
    .turn(2 * Double.pi * Double(part) / Double(whole))
  }
}

/// The radix-2 transform of a power of two of complex numbers.
private struct Butterflies {
  /// exp(-2πi k / count) for the first half of the circle.
  private let turns: [Complex]
  /// The new place of each number: the bits of its place in reverse.
  private let places: [Int]

  init(count: Int) {
    turns = (0..<count / 2).map { PortableTransform.turn(-$0, of: count) }
    var places = [0]
    while places.count < count { places = places.map { 2 * $0 } + places.map { 2 * $0 + 1 } }
    self.places = places
  }

  func transform(_ numbers: inout [Complex]) {
    for (index, place) in places.enumerated() where index < place { numbers.swapAt(index, place) }
    var half = 1
    while half < numbers.count {
      let step = turns.count / half
      for start in stride(from: 0, to: numbers.count, by: 2 * half) {
        for index in 0..<half {
          let odd = numbers[start + half + index] * turns[index * step]
          let even = numbers[start + index]
          numbers[start + index] = even + odd
          numbers[start + half + index] = even - odd
        }
      }
      half *= 2
    }
  }
}

@safe final class ComplexPlan {
  let numbers: UnsafeMutablePointer<Complex>
  private let count: Int
  private var transform: PortableTransform

  init?(complex count: Int) {
    self.count = count
    unsafe numbers = .allocate(capacity: count)
    transform = PortableTransform(count: count)
  }

  deinit { unsafe numbers.deallocate() }

  func forward() { run { $0 } }

  /// The inverse of a spectrum is the conjugate of the transform of its conjugate.
  func inverse() { run { $0.conjugate } }

  private func run(_ change: (Complex) -> Complex) {
    for place in 0..<count { transform[place] = change(unsafe numbers[place]) }
    transform.run()
    for place in 0..<count { unsafe numbers[place] = change(transform[place]) }
  }
}
#endif
