internal import RealModule

func amplitudeRatio(decibels: Double) -> Double { Double.pow(10, decibels / 20) }

func raisedCosine(_ position: Double) -> Double {
  if position <= 0 { return 0 }
  if position >= 1 { return 1 }
  return 0.5 - 0.5 * Double.cos(.pi * position)
}

/// The sine of sixteen phases in turns, to about 2e-7. The phase is folded to a quarter turn and evaluated by the Taylor series
/// up to the eleventh power, whose remainder at a quarter turn is 6e-8. Phases should be within a few thousand turns of zero.
@inline(__always) func sine(turns: SIMD16<Float>) -> SIMD16<Float> {
  let shift: Float = 12_582_912  // 1.5 * 2^23: adding and subtracting it rounds to an integer
  let whole = (turns + shift) - shift
  let signed = turns - whole
  let half = signed.replacing(with: -signed, where: signed .< 0)
  let mirrored = 0.5 - half
  let quarter = half.replacing(with: mirrored, where: half .> 0.25)
  let angle = quarter * (2 * Float.pi)
  let square = angle * angle
  var series = SIMD16<Float>(repeating: -2.505_210_8e-8)
  series = series * square + 2.755_731_9e-6
  series = series * square - 1.984_127e-4
  series = series * square + 8.333_333e-3
  series = series * square - 1.666_666_7e-1
  let magnitude = angle + angle * square * series
  return magnitude.replacing(with: -magnitude, where: signed .< 0)
}
