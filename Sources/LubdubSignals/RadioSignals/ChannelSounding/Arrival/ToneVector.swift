internal import Lubdub

/// The tones of slots that rise, made to have a mean power of one.
struct ToneVector: Sendable {
  let slots: [Int]
  private(set) var tones: [Complex]

  init(_ tones: [Complex], at slots: [Int]) {
    let power = tones.reduce(0) { $0 + $1.squaredMagnitude } / Double(tones.count)
    let scale = 1 / power.squareRoot()
    self.slots = slots
    self.tones = tones.map { $0 * scale }
  }

  var count: Int { slots.count }

  /// The products of each tone and the conjugates of those up to it: a lower triangle, row by row.
  var products: [Complex] {
    tones.indices.flatMap { row in tones[...row].map { tones[row] * $0.conjugate } }
  }

  /// The tones that a first arrival at a distance would have at distance zero.
  func movedToZero(from distance: Double) -> ToneVector {
    let turn = 2 * .pi * distance / ToneGrid.oneWaySpan.value
    var moved = self
    for place in tones.indices {
      moved.tones[place] = tones[place] * .turn(turn * Double(slots[place]))
    }
    return moved
  }

  /// The same tones with other signs.
  func signed(_ signs: [Double]) -> ToneVector {
    var signed = self
    for place in tones.indices { signed.tones[place] = tones[place] * signs[place] }
    return signed
  }

  /// The tones whose slots a rule takes; `nil` where they are too few for an answer.
  func part(_ takes: (Int) -> Bool) -> ToneVector? {
    let places = slots.indices.filter { takes(slots[$0]) }
    guard places.count >= ProductResponse.fewestTones else { return nil }
    return ToneVector(places.map { tones[$0] }, at: places.map { slots[$0] })
  }
}
