/// The excess of each of Bluetooth's three advertising channels over the mean of their levels, learned from signal strengths
/// whose channel is known.
///
/// Receivers and antennas differ between 2402, 2426, and 2480 MHz by some decibels for a link at rest (Faragher and Harle
/// 2014), and a receiver hops between them, so that an offset looks like noise. The common part of all three (distance, fading)
/// is left unchanged.
struct ChannelOffsets: Sendable {
  /// The running means of the residuals on channels 37, 38, and 39, in dB; the fourth is not used.
  private var means = SIMD4<Double>()
  private var counts = SIMD4<Double>()

  /// The weight of the prior of no offset, in readings: noise of 9 dB against offsets of 3 dB.
  private static let priorCount = 10.0

  /// Learns from a reading, and returns it without the offset of its channel.
  mutating func corrected(_ rssi: Double, on channel: UInt8, expected: Double) -> Double {
    guard (37...39).contains(channel) else { return rssi }
    let place = Int(channel) - 37
    let seen = counts.replacing(with: 1, where: counts .> 0).sum()
    let offset = seen > 1 && counts[place] > 0 ? means[place] - means.sum() / seen : 0
    counts[place] = min(counts[place] + 1, 1000)
    means[place] += (rssi - expected - means[place]) / (counts[place] + Self.priorCount)
    return rssi - offset
  }
}
