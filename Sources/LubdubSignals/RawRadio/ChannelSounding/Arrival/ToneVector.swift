internal import Lubdub

/// The tones of ascending slots, scaled to a mean power of one.
struct ToneVector: Sendable {
  let slots: [Int]
  let tones: [Complex]

  var count: Int { slots.count }

  /// The products of each tone and the conjugates of the tones up to it: a lower triangle, row by row.
  var products: [Complex] {
    tones.indices.flatMap { row in tones[...row].map { tones[row] * $0.conjugate } }
  }

  /// The tones of a first arrival at a distance, moved to distance zero.
  func movedToZero(from distance: Double) -> ToneVector {
    let turn = 2 * .pi * distance / ToneGrid.oneWaySpan.value
    return ToneVector(
      slots: slots, tones: zip(tones, slots).map { $0 * .turn(turn * Double($1)) })
  }

  /// The tones with other signs.
  func signed(_ signs: [Double]) -> ToneVector {
    ToneVector(slots: slots, tones: zip(tones, signs).map { $0 * $1 })
  }

  /// The tones whose slots satisfy a predicate; `nil` if they are too few for an answer.
  func part(_ takes: (Int) -> Bool) -> ToneVector? {
    let places = slots.indices.filter { takes(slots[$0]) }
    guard places.count >= ProductResponse.fewestTones else { return nil }
    return ToneVector(places.map { tones[$0] }, at: places.map { slots[$0] })
  }
}

extension ToneVector {
  init(_ tones: [Complex], at slots: [Int]) {
    let power = tones.reduce(0) { $0 + $1.squaredMagnitude } / Double(tones.count)
    let scale = 1 / power.squareRoot()
    self.init(slots: slots, tones: tones.map { $0 * scale })
  }
}
