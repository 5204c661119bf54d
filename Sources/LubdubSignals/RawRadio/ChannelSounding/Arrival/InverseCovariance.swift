internal import RealModule

/// The inverse of the covariance of tones with noise, for the four channels of a kernel in lanes.
///
/// A full comb of tones has a Toeplitz matrix, whose inverse needs order² steps (Levinson 1947; Gohberg and Semencul 1972).
/// Missing tones are swept out of the inverse one by one. If many tones are missing, the present tones are swept in instead
/// (the sweep operator: Goodnight, The American Statistician 33, 1979).
struct InverseCovariance: Sendable {
  /// The lower triangle, row by row.
  private(set) var entries: [ComplexLanes]
  /// The logarithm of the determinant of the covariance.
  private(set) var logDeterminant: SIMD4<Double>
  private var order: Int

  /// Inverts the covariance of the tones of ascending slots, with noise added to its diagonal.
  init(_ kernel: EchoKernel, slots: [Int], noise: Double) {
    let first = slots.first ?? 0
    let spacing = max(1, slots.reduce(0) { Self.greatestDivisor($0, $1 - first) })
    let places = slots.map { ($0 - first) / spacing }
    let comb = (places.last ?? 0) + 1
    var column = (0..<comb).map { kernel.lags[$0 * spacing] }
    column[0].real += noise
    let (present, missing) = (slots.count, comb - slots.count)
    if missing * comb * comb < present * present * present {
      self.init(toeplitz: column)
      let kept = Set(places)
      for place in 0..<comb where !kept.contains(place) { sweep(place) }
      keep(places)
    } else {
      self.init(sparse: column, at: places)
    }
  }

  /// Inverts some rows and columns of the Toeplitz matrix with a first column.
  private init(sparse column: [ComplexLanes], at places: [Int]) {
    order = places.count
    logDeterminant = .zero
    entries = []
    entries.reserveCapacity(order * (order + 1) / 2)
    for (row, place) in places.enumerated() {
      entries += places[...row].map { column[place - $0] }
    }
    for place in 0..<order { sweep(place) }
    for place in entries.indices { entries[place] = ComplexLanes.zero - entries[place] }
  }

  private static func greatestDivisor(_ left: Int, _ right: Int) -> Int {
    right == 0 ? left : greatestDivisor(right, left % right)
  }

  /// Inverts the Toeplitz matrix with a first column.
  private init(toeplitz column: [ComplexLanes]) {
    order = column.count
    let (predictor, error, logDeterminant) = Self.predictor(column)
    self.logDeterminant = logDeterminant
    let first = predictor.map { $0 * (1 / error) }
    entries = [first[0]]
    entries.reserveCapacity(order * (order + 1) / 2)
    // Each row from the row above: the gain of a diagonal at one end minus its loss at the other end.
    for row in 1..<max(1, order) {
      let above = entries.count - row
      entries.append(first[row])
      let gained = first[row] * error
      let lost = first[order - row].conjugate * error
      for column in 1...row {
        let change = gained * first[column].conjugate - lost * first[order - column]
        entries.append(entries[above + column - 1] + change)
      }
    }
  }

  /// The predictor of a tone from the tones after it, the power of its error, and the logarithm of the product of all
  /// errors.
  private static func predictor(
    _ column: [ComplexLanes]
  ) -> (numbers: [ComplexLanes], error: SIMD4<Double>, logDeterminant: SIMD4<Double>) {
    var numbers = [ComplexLanes(real: .one, imaginary: .zero)]
    var error = column[0].real
    var logDeterminant = error.logarithms
    for size in 1..<max(1, column.count) {
      var sum = ComplexLanes.zero
      for place in 0..<size { sum = sum + column[size - place] * numbers[place] }
      let reflection = sum * (-1 / error)
      numbers.append(.zero)
      // From both ends, because each number needs its mirrored number.
      for place in 0...size / 2 {
        let (left, right) = (numbers[place], numbers[size - place])
        numbers[place] = left + reflection * right.conjugate
        numbers[size - place] = right + reflection * left.conjugate
      }
      error -=
        error * (reflection.real * reflection.real + reflection.imaginary * reflection.imaginary)
      logDeterminant += error.logarithms
    }
    return (numbers, error, logDeterminant)
  }

  /// Sweeps a tone out of the inverse, or into an inverse under construction.
  private mutating func sweep(_ pivot: Int) {
    let power = entries[Self.start(of: pivot) + pivot].real
    logDeterminant += power.logarithms
    let scale = 1 / power
    let column = (0..<order).map { place in
      place <= pivot
        ? entries[Self.start(of: pivot) + place].conjugate
        : entries[Self.start(of: place) + pivot]
    }
    let mirrored = column.map(\.conjugate)
    unsafe entries.withUnsafeMutableBufferPointer { entries in
      unsafe mirrored.withUnsafeBufferPointer { mirrored in
        var place = 0
        for row in 0..<order {
          let factor = column[row] * scale
          for other in 0...row {
            unsafe entries[place] = entries[place] - factor * mirrored[other]
            place += 1
          }
        }
      }
    }
    for place in 0..<pivot {
      entries[Self.start(of: pivot) + place] = (column[place] * scale).conjugate
    }
    entries[Self.start(of: pivot) + pivot] = ComplexLanes(real: -scale, imaginary: .zero)
    for place in (pivot + 1)..<max(pivot + 1, order) {
      entries[Self.start(of: place) + pivot] = column[place] * scale
    }
  }

  private mutating func keep(_ places: [Int]) {
    guard places.count < order else { return }
    var kept: [ComplexLanes] = []
    kept.reserveCapacity(Self.start(of: places.count))
    for (row, place) in places.enumerated() {
      for column in places[...row] { kept.append(entries[Self.start(of: place) + column]) }
    }
    (entries, order) = (kept, places.count)
  }

  static func start(of row: Int) -> Int { row * (row + 1) / 2 }
}

extension SIMD4<Double> {
  /// The logarithm of each element.
  var logarithms: SIMD4<Double> { SIMD4(.log(x), .log(y), .log(z), .log(w)) }
  /// The exponential of each element.
  var exponentials: SIMD4<Double> { SIMD4(.exp(x), .exp(y), .exp(z), .exp(w)) }
}

extension InverseCovariance {
  /// The sums of conj(v[k]) C⁻¹[k, l] v[l] over all places whose slots are l - k apart, by this distance, for tones v with
  /// the products.
  func lagSums(_ slots: [Int], _ products: [Complex]) -> [ComplexLanes] {
    var sums = [ComplexLanes](repeating: .zero, count: ToneGrid.count)
    var place = 0
    for row in slots.indices {
      for column in 0...row {
        let lag = slots[row] - slots[column]
        sums[lag] = sums[lag] + entries[place].conjugate * products[place]
        place += 1
      }
    }
    return sums
  }
}
