internal import Lubdub

extension ProductResponse {
  /// The response of one way, 75 slots: the root of the product with continuous signs, and with gaps filled.
  ///
  /// The root and the gaps need a phase that changes slowly. So the response is first rotated back by the coarse distance,
  /// and forward again afterwards.
  func root(coarse: Meters) -> [Complex] {
    let step = 4 * Double.pi * ToneGrid.spacing * coarse.value / ToneGrid.speedOfLight
    let slow = Self.filled(
      tones.enumerated().map { slot, tone in tone.map { $0 * .turn(step * Double(slot)) } })
    return Self.root(slow).enumerated().map { slot, tone in
      tone * .turn(-step / 2 * Double(slot))
    }
  }

  /// Interpolates linearly between the tones on both sides of a gap; at the ends, it repeats the nearest tone.
  private static func filled(_ tones: [Complex?]) -> [Complex] {
    let known = tones.enumerated().compactMap { slot, tone in tone.map { (slot: slot, tone: $0) } }
    return tones.indices.map { slot in
      guard let left = known.last(where: { $0.slot <= slot }) ?? known.first,
        let right = known.first(where: { $0.slot >= slot }) ?? known.last
      else { return Complex(0) }
      guard left.slot < right.slot else { return left.tone }
      let share = Double(slot - left.slot) / Double(right.slot - left.slot)
      return left.tone * (1 - share) + right.tone * share
    }
  }

  /// The roots with the signs that best fit a straight line through the previous two roots.
  private static func root(_ slow: [Complex]) -> [Complex] {
    var roots: [Complex] = []
    for tone in slow {
      let root = tone.squareRoot
      guard let last = roots.last else {
        roots.append(root)
        continue
      }
      let expected = roots.count < 3 ? last : last * 2 - roots[roots.count - 2]
      let isNear = (root - expected).squaredMagnitude <= (root + expected).squaredMagnitude
      roots.append(isNear ? root : root * -1)
    }
    return roots
  }
}
