/// Two tracks at common times, with the place of the second track relative to the first.
package struct TrackPair: Sendable {
  package struct Row: Sendable, Hashable {
    /// The seconds since the earliest fix of both tracks.
    package var time: Seconds
    /// The offset of the second track from the first; `nil` near the poles.
    package var offset: PlaneOffset?
    package var range: Meters
    /// The standard deviation of one axis of the difference; `nil` if neither fix states a deviation.
    package var deviation: Meters?
    /// The time to the nearest fix of the first track, which is interpolated.
    package var age: Seconds
  }

  /// The largest default gap between fixes for interpolation. On foot, a straight line over a longer gap is wrong by meters.
  package static let usualGap: Seconds = 5

  package private(set) var rows: [Row] = []
  /// The time of row 0 s, which is the earliest fix after the shift.
  package let origin: Seconds
  /// The number of fixes of the second track without a known place of the first track at the same time.
  package private(set) var unmatched = 0

  /// Pairs two tracks at the times of the second track, to which a shift is added. The first track is interpolated along a
  /// straight line between two fixes that are at most the gap apart. Stated deviations are scaled. The correlation of the
  /// errors of both ends is 0 to 1, with 0 for two separate receivers.
  package init(
    _ first: Track, _ second: Track, shift: Seconds = .zero, maximumGap: Seconds = usualGap,
    accuracyScale: Double = 1, errorCorrelation: Double = 0
  ) {
    let starts = [first.fixes.first?.time, (second.fixes.first?.time).map { $0 + shift }]
    origin = starts.compactMap(\.self).min() ?? .zero
    for fix in second.fixes {
      let time = fix.time + shift
      guard let (partner, age) = first.interpolated(at: time, maximumGap: maximumGap),
        let range = partner.place.distance(to: fix.place)
      else {
        unmatched += 1
        continue
      }
      rows.append(
        Row(
          time: time - origin, offset: LocalPlane.offset(from: partner.place, to: fix.place),
          range: range,
          deviation: Self.difference(partner.deviation, fix.deviation, errorCorrelation).map {
            Meters($0.value * accuracyScale)
          }, age: age))
    }
  }

  /// The deviation of a difference: σ² = σ₁² + σ₂² - 2 ρ σ₁ σ₂. The correlation ρ of the errors is 0 to 1. A fix without a
  /// stated deviation gets the deviation of the other fix; `nil` if neither fix states a deviation.
  package static func difference(
    _ first: Meters?, _ second: Meters?, _ correlation: Double = 0
  ) -> Meters? {
    guard let one = (first ?? second)?.value, let other = (second ?? first)?.value else {
      return nil
    }
    let square = one * one + other * other - 2 * correlation * one * other
    return Meters(max(0, square).squareRoot())
  }

  /// The lag of the second track's clock, to be added to its times: the shift with the smallest median distance, for
  /// receivers that were together. The search tries whole seconds within the reach, and then tenths around the best shift.
  /// Of equally good shifts, the smallest counts. `nil` if the tracks have no common time.
  package static func bestShift(
    _ first: Track, _ second: Track, reach: Seconds = 30, maximumGap: Seconds = usualGap
  ) -> Seconds? {
    func median(_ shift: Double) -> Double? {
      let pair = TrackPair(first, second, shift: Seconds(shift), maximumGap: maximumGap)
      // A shift with few common rows is not reliable.
      guard 2 * pair.rows.count >= second.fixes.count || pair.rows.count >= 100 else { return nil }
      let ranges = pair.rows.map(\.range.value).sorted()
      return ranges.isEmpty ? nil : ranges[ranges.count / 2]
    }
    func best(_ shifts: [Double]) -> Double? {
      shifts.compactMap { shift in median(shift).map { (shift, $0) } }
        .min { ($0.1, abs($0.0), $0.0) < ($1.1, abs($1.0), $1.0) }?.0
    }
    let whole = Int(reach.value)
    guard let coarse = best((-whole...whole).map { Double($0) }) else { return nil }
    return best((-9...9).map { coarse + Double($0) / 10 }).map { Seconds($0) }
  }
}

extension Track {
  /// The fix on the straight line between two fixes that are at most the gap apart; `nil` if it is unknown.
  package func interpolated(at time: Seconds, maximumGap: Seconds) -> (fix: Fix, age: Seconds)? {
    guard let index = index(at: time) else { return nil }
    let before = fixes[index]
    if before.time == time { return (before, .zero) }
    guard index + 1 < fixes.count, !gaps.contains(index) else { return nil }
    let after = fixes[index + 1]
    let gap = after.time - before.time
    guard gap <= maximumGap, gap.value > 0 else { return nil }
    let share = (time - before.time).value / gap.value
    let east = before.place.degreesEast(to: after.place)
    let north = after.place.latitude.value - before.place.latitude.value
    guard
      let place = Coordinate(
        before.place.latitude.value + share * north,
        around: before.place.longitude.value + share * east)
    else { return nil }
    let deviation = [before.deviation, after.deviation].compactMap(\.self).max()
    return (
      Fix(time: time, place: place, deviation: deviation),
      min(time - before.time, after.time - time)
    )
  }
}
