/// A pair of radios that ranges can be simulated of, with the noise that was measured.
package enum SimulatedRadio: String, Sendable, Hashable, CaseIterable {
  /// Two phones: 1,020 ranges of an iPhone at rest scatter by 0.9 to 1.8 cm and read 1 to 9 cm too long, 15 to 26 cm when a
  /// hand covers it. They have no gross errors, so these are seldom here.
  case phone
  /// Two boards with a DW1000, whose bias grows with the distance: 6 cm.
  case hobby
  /// Boards on a rig that moves: 10 cm.
  case rig

  package var noise: RangeNoise {
    var noise = RangeNoise()
    switch self {
    case .phone:
      (noise.white, noise.correlated) = (0.012, 0.008)
      (noise.bias, noise.biasGrowth) = (0.07, 0)
      (noise.outlierEvery, noise.burstEvery) = (300, 600)
      noise.shadowDetour = 0.12...0.2
      noise.step = 0.001
    case .hobby: (noise.white, noise.correlated) = (0.036, 0.048)
    case .rig: (noise.white, noise.correlated) = (0.06, 0.08)
    }
    return noise
  }
}
