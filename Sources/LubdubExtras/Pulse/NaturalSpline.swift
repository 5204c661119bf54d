/// The natural cubic spline through points: its second derivative is 0 at both ends.
struct NaturalSpline {
  private let x: [Double]
  private let y: [Double]
  private let curvatures: [Double]

  init(_ x: [Double], _ y: [Double]) {
    let count = x.count
    var curvatures = [Double](repeating: 0, count: count)
    if count > 2 {
      // Thomas' algorithm for the tridiagonal equations of the inner points.
      var (upper, right) = (
        [Double](repeating: 0, count: count), [Double](repeating: 0, count: count)
      )
      for index in 1..<(count - 1) {
        let (before, after) = (x[index] - x[index - 1], x[index + 1] - x[index])
        let slope = (y[index + 1] - y[index]) / after - (y[index] - y[index - 1]) / before
        let pivot = 2 * (before + after) - before * upper[index - 1]
        upper[index] = after / pivot
        right[index] = (6 * slope - before * right[index - 1]) / pivot
      }
      for index in stride(from: count - 2, through: 1, by: -1) {
        curvatures[index] = right[index] - upper[index] * curvatures[index + 1]
      }
    }
    (self.x, self.y, self.curvatures) = (x, y, curvatures)
  }

  /// The values at even places from the first point on, before the last one.
  func samples(every step: Double) -> [Double] {
    EvenPlaces(x: x, step: step).map { piece, place in
      let width = x[piece + 1] - x[piece]
      let (a, b) = ((x[piece + 1] - place) / width, (place - x[piece]) / width)
      let bend = (a * a * a - a) * curvatures[piece] + (b * b * b - b) * curvatures[piece + 1]
      return a * y[piece] + b * y[piece + 1] + bend * width * width / 6
    }
  }
}

struct LinearInterpolation {
  let x: [Double]
  let y: [Double]

  /// The values at even places from the first point on, before the last one.
  func samples(every step: Double) -> [Double] {
    EvenPlaces(x: x, step: step).map { piece, place in
      y[piece] + (place - x[piece]) / (x[piece + 1] - x[piece]) * (y[piece + 1] - y[piece])
    }
  }
}

/// Even places from the first of some points on, before the last one, each with the piece that it lies in.
private struct EvenPlaces: Sequence, IteratorProtocol {
  let x: [Double]
  let step: Double
  fileprivate var number = 0
  fileprivate var piece = 0

  mutating func next() -> (piece: Int, place: Double)? {
    guard let first = x.first, let last = x.last else { return nil }
    let place = first + Double(number) * step
    guard place < last else { return nil }
    while x[piece + 1] <= place { piece += 1 }
    number += 1
    return (piece, place)
  }
}
