extension BranchlessNumber {
  /// exp(-x), with the same bits for one number and for each lane of a vector, independent of the platform's library. For x
  /// from 0; beyond 700, the result stays at the value for 700, 1e-304. exp(-x) = 2^k exp(r) with k an integer and r between
  /// -(ln 2) / 2 and (ln 2) / 2. exp(r) is its series up to the 13th power, with an error below 5e-18, evaluated in pairs
  /// (Estrin), so that few steps depend on each other.
  @inline(__always) var decay: Self {
    let x = Self(repeating: 0) - capped(at: Self(repeating: 700))
    // Adding 1.5 * 2^52 rounds to an integer, which is then in the lowest bits.
    let magic = Self(repeating: 0x1.8p52)
    let shifted = x * Self(repeating: 0x1.71547652B82FEp0) + magic
    let k = shifted - magic
    // ln 2 in two parts; k times the first is exact.
    let r = x - k * Self(repeating: 0x1.62E42FEEp-1) - k * Self(repeating: 0x1.A39EF35793C76p-33)
    let r2 = r * r
    let r4 = r2 * r2
    let second = pair(1.0 / 2, 1.0 / 6, r)
    let fourth = pair(1.0 / 24, 1.0 / 120, r)
    let sixth = pair(1.0 / 720, 1.0 / 5040, r)
    let eighth = pair(1.0 / 40_320, 1.0 / 362_880, r)
    let tenth = pair(1.0 / 3_628_800, 1.0 / 39_916_800, r)
    let twelfth = pair(1.0 / 479_001_600, 1.0 / 6_227_020_800, r)
    let low = second + r2 * fourth + r4 * (sixth + r2 * eighth)
    let series = low + r4 * r4 * (tenth + r2 * twelfth)
    return (Self(repeating: 1) + (r + r2 * series)).scaled(by: shifted)
  }

  @inline(__always) private func pair(_ even: Double, _ odd: Double, _ r: Self) -> Self {
    Self(repeating: even) + r * Self(repeating: odd)
  }
}
