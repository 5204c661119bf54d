internal import RealModule

/// The signs of a root that best fit a first arrival at a distance: the signs of the tracked root, with runs of slots
/// negated one by one, the best run first.
enum RootSigns {
  /// The minimum gain of a change, in nats.
  private static let leastGain = 3.0
  private static let mostChanges = 12

  /// The signs for a first arrival at a distance in m; the first sign is plus. Only the first channel of the inverse covariance
  /// counts.
  static func fitted(
    _ tones: ToneVector, _ inverse: InverseCovariance, at distance: Double
  ) -> [Double] {
    var form = matrix(tones.movedToZero(from: distance), inverse)
    let count = tones.count
    var signs = [Double](repeating: 1, count: count)
    for _ in 0..<mostChanges {
      let sums = runningSums(form, count: count)
      guard let best = bestRun(sums, count: count),
        Double(count) * .log(sums[sums.count - 1] / max(best.form, 1e-12)) >= leastGain
      else { break }
      for place in best.run {
        signs[place] *= -1
        for other in 0..<count {
          form[place * count + other] *= -1
          form[other * count + place] *= -1
        }
      }
    }
    return signs.map { $0 * signs[0] }
  }

  /// The terms of each pair of tones in the form vᴴ C⁻¹ v, row by row.
  private static func matrix(_ tones: ToneVector, _ inverse: InverseCovariance) -> [Double] {
    let count = tones.count
    var form = [Double](repeating: 0, count: count * count)
    for row in 0..<count {
      for column in 0...row {
        let product = tones.tones[row] * tones.tones[column].conjugate
        let entry = inverse.entries[InverseCovariance.start(of: row) + column]
        let share = entry.real.x * product.real + entry.imaginary.x * product.imaginary
        (form[row * count + column], form[column * count + row]) = (share, share)
      }
    }
    return form
  }

  /// The sums of the form above and to the left of each place of its matrix: count + 1 rows of count + 1.
  private static func runningSums(_ form: [Double], count: Int) -> [Double] {
    let width = count + 1
    var sums = [Double](repeating: 0, count: width * width)
    for row in 0..<count {
      var sum = 0.0
      for column in 0..<count {
        sum += form[row * count + column]
        sums[(row + 1) * width + column + 1] = sums[row * width + column + 1] + sum
      }
    }
    return sums
  }

  /// The run of tones whose negation makes the form smallest.
  private static func bestRun(
    _ sums: [Double], count: Int
  ) -> (run: Range<Int>, form: Double)? {
    let width = count + 1
    var best: (run: Range<Int>, form: Double)?
    for start in 0..<count {
      let before = sums[start * width + count] + sums[start * width + start]
      for end in (start + 1)...count {
        // The terms between the run and the other tones change their sign.
        let shared =
          sums[end * width + count] - before - sums[end * width + end]
          + 2 * sums[start * width + end]
        let form = sums[sums.count - 1] - 4 * shared
        if form < best?.form ?? .infinity { best = (start..<end, form) }
      }
    }
    return best
  }
}
