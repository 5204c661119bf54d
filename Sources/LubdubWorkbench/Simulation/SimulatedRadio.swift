/// A pair of radios to simulate, with measured noise.
package enum SimulatedRadio: String, Sendable, Hashable, CaseIterable {
  /// Two phones. The 1,020 ranges of an iPhone at rest scatter by 0.9 to 1.8 cm, and are 1 to 9 cm too long, or 15 to 26 cm
  /// if a hand covers it. The recording has no gross errors, so they are rare in the simulation.
  case phone
  /// Two boards with a DW1000. Their bias grows with the distance, by 6 cm.
  case hobby
  /// Boards on a moving rig. Their bias grows by 10 cm.
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
