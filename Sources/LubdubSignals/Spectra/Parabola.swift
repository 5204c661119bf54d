/// Returns the place of the maximum of the parabola through three equidistant values, from -1/2 to 1/2 relative to the
/// middle value; 0 if the values are on a line.
public func parabolaTop(_ left: Double, _ middle: Double, _ right: Double) -> Double {
  let bend = left - 2 * middle + right
  guard bend < 0 else { return 0 }
  return max(-0.5, min(0.5, 0.5 * (left - right) / bend))
}
