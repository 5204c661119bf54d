internal import RealModule

/// The accumulator of an ultra-wideband receiver after a preamble: its estimate of the channel's impulse response, or a window
/// of it.
public struct Accumulator: Sendable, Hashable {
  /// The complex taps, in the receiver's units.
  public let taps: [Complex]
  /// The place of `taps[0]` in the receiver's accumulator. First paths are reported in the accumulator's places.
  public let firstTap: Int
  /// The device's own first path, in taps; `nil` if it doesn't report one.
  public let deviceFirstPath: Double?

  /// The distance that light travels in one tap: c / 998.4 MHz (DW1000 User Manual, 4.7).
  public static let metersPerTap = 299_702_547.0 / 998.4e6
  /// The number of taps at the start of a window that contain only noise.
  static let noiseTaps = 48
  /// The supported numbers of taps.
  public static let counts = 64...4096
  /// The possible starts of a window: no receiver has more taps, so sums of places never overflow.
  public static let places = 0...65_535

  /// Creates an accumulator; `nil` unless it has 64...4096 taps, all are finite, and it begins at 0...65,535.
  public init?(taps: [Complex], firstTap: Int = 0, deviceFirstPath: Double? = nil) {
    let energy = taps.reduce(0) { $0 + $1.squaredMagnitude }
    guard Self.counts.contains(taps.count), Self.places.contains(firstTap), energy.isFinite
    else { return nil }
    self.taps = taps
    self.firstTap = firstTap
    self.deviceFirstPath = deviceFirstPath
  }

  var strongestTap: Int {
    taps.indices.reduce(0) { taps[$1].squaredMagnitude > taps[$0].squaredMagnitude ? $1 : $0 }
  }

  /// The window around the strongest tap: 128 taps before it and 127 after, as far as they exist.
  public var window: Accumulator {
    let strongest = strongestTap
    let start = max(0, strongest - 128)
    let end = min(taps.count, strongest + 128)
    return Accumulator(
      taps: Array(taps[start..<end]), firstTap: firstTap + start, deviceFirstPath: deviceFirstPath)
      ?? self
  }

  /// The noise of a tap, per component: from the median of the taps at the start, which contain no signal.
  public var noise: Double {
    let median = Statistics.median(taps.prefix(Self.noiseTaps).map(\.squaredMagnitude)) ?? 0
    // The power of complex noise is exponential; its median is 2 ln 2 of the variance of a component.
    return (median / (2 * .log(2))).squareRoot()
  }
}
